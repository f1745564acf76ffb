package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/grantgen/grantgen/bench/internal/figure"
)

func main() {
	rounds := flag.Int("rounds", 3, "how often each is measured")
	units := flag.String("units", "100,500", "numbers of units to compile, and to generate")
	many := flag.Int("many", 10_000, "units that grantgen alone generates, 0 for none")
	flag.Parse()
	tables, err := run(*rounds, *units, *many)
	for _, t := range tables {
		fmt.Println(t)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "generators:", err)
		os.Exit(1)
	}
}

// commands are what is built first: the name of the program, then its package.
var commands = [][2]string{
	{"grantgen", "github.com/grantgen/grantgen/cmd/grantgen"},
	{"sqlc", "github.com/sqlc-dev/sqlc/cmd/sqlc"},
	{"ogen", "github.com/ogen-go/ogen/cmd/ogen"},
	{"protoc-gen-go", "google.golang.org/protobuf/cmd/protoc-gen-go"},
}

func run(rounds int, list string, many int) (_ []figure.Table, err error) {
	var units []int
	for _, n := range strings.Split(list, ",") {
		u, err := strconv.Atoi(n)
		if err != nil {
			return nil, fmt.Errorf("read -units: %w", err)
		}
		units = append(units, u)
	}
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "generators")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := generatedModule(here, dir); err != nil {
		return nil, err
	}
	tools, missing, err := builtTools(here, dir)
	if err != nil {
		return nil, err
	}
	return compare(dir, tools, units, many, rounds, missing)
}

// generatedModule is where the generated code lies: a module that requires what this one does, so that nothing is fetched.
func generatedModule(here, dir string) error {
	mod, err := os.ReadFile(filepath.Join(here, "go.mod"))
	if err != nil {
		return err
	}
	sum, err := os.ReadFile(filepath.Join(here, "go.sum"))
	if err != nil {
		return err
	}
	root := filepath.Dir(filepath.Dir(here))
	text := strings.Replace(string(mod), "module github.com/grantgen/grantgen/bench/generators", "module example.org/generated", 1)
	text = strings.Replace(text, "=> ../..", "=> "+strconv.Quote(root), 1)
	return errors.Join(put(filepath.Join(dir, "go.mod"), text), put(filepath.Join(dir, "go.sum"), string(sum)))
}

// builtTools are grantgen, then the others that could be built, and why the rest could not.
func builtTools(here, dir string) (tools []tool, missing []string, err error) {
	of := map[string]func(bin string) tool{"grantgen": grantgen, "sqlc": sqlc, "ogen": ogen, "protoc-gen-go": protocGenGo}
	for _, c := range commands {
		bin := filepath.Join(dir, "bin", c[0])
		build := exec.Command("go", "build", "-o", bin, c[1])
		build.Dir = here
		if out, err := build.CombinedOutput(); err != nil && c[0] == "grantgen" {
			return nil, nil, fmt.Errorf("build grantgen: %w: %s", err, out)
		} else if err != nil {
			missing = append(missing, fmt.Sprintf("%s does not build here (%v: %s)", c[0], err, firstLine(out)))
			continue
		}
		tools = append(tools, of[c[0]](bin))
	}
	return tools, missing, nil
}

func firstLine(out []byte) string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return line
}
