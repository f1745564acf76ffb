package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/grantgen/grantgen/bench/alone"
	"github.com/grantgen/grantgen/bench/counting"
	"github.com/grantgen/grantgen/bench/internal/figure"
	"github.com/grantgen/grantgen/bench/peers"
)

// step takes some of the figures and gives them as Markdown.
type step struct {
	name string
	take func(root string, rounds int) (string, error)
}

var steps = []step{
	{"assembly", assembly},
	{"counting", func(_ string, rounds int) (string, error) { return written(counting.Table(rounds)) }},
	{"log", log},
	{"beliefs", func(_ string, rounds int) (string, error) { return written(alone.Beliefs(rounds)) }},
	{"generators", generators},
}

func written(t figure.Table, err error) (string, error) {
	if err != nil {
		return "", err
	}
	return t.String(), nil
}

func assembly(root string, rounds int) (string, error) {
	mine, err := written(alone.Assembly(rounds, []int{10_000, 100_000}))
	if err != nil {
		return "", err
	}
	dir := filepath.Join(root, "bench", "peers")
	unable := install(dir)
	against, err := peers.Table(dir, rounds, peers.Sizes)
	if against.Skipped != "" && unable != "" {
		against.Skipped += " (" + unable + ")"
	}
	theirs, err := written(against, err)
	return mine + "\n" + theirs, err
}

// install fetches the peers under Node once, and says what went wrong. Without npm the table says what is missing.
func install(dir string) string {
	if _, err := os.Stat(filepath.Join(dir, "node_modules")); err == nil {
		return ""
	}
	if _, err := exec.LookPath("npm"); err != nil {
		return "there is no npm"
	}
	cmd := exec.Command("npm", "ci", "--no-audit", "--no-fund")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Sprintf("npm ci: %v: %s", err, lastLine(out))
	}
	return ""
}

// generators is a module of its own: what it cannot fetch, it skips.
func generators(root string, rounds int) (string, error) {
	cmd := exec.Command("go", "run", ".", "-rounds", fmt.Sprint(min(rounds, 3)))
	cmd.Dir = filepath.Join(root, "bench", "generators")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return strings.TrimSpace(string(out)), fmt.Errorf("%w: %s", err, lastLine(errs.Bytes()))
	}
	return strings.TrimSpace(string(out)) + "\n", nil
}

func lastLine(out []byte) string {
	text := strings.TrimSpace(string(out))
	return text[strings.LastIndex(text, "\n")+1:]
}
