// Command all takes the project's figures, one table after the other, and prints them as Markdown:
//
//	go run ./bench/all                              everything, in under 15 minutes with a cold cache
//	go run ./bench/all -only assembly,counting      some of: assembly, counting, log, beliefs, generators
//	go run ./bench/all -page docs/benchmarks.md     writes them into the page, too
//
// It needs Go, and Node with npm for the peers under Node, which it installs in bench/peers. What is missing is skipped, and said.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/grantgen/grantgen/bench/internal/figure"
)

func main() {
	rounds := flag.Int("rounds", 5, "how often each side is measured (sides that are programs: 3 at most)")
	only := flag.String("only", "", "the steps to take, with commas (default: all)")
	page := flag.String("page", "", "a page to write the figures into, between its marks")
	flag.Parse()
	if err := run(os.Stdout, *rounds, *only, *page); err != nil {
		fmt.Fprintln(os.Stderr, "all:", err)
		os.Exit(1)
	}
}

// run takes the steps, prints each as soon as it is done, and goes on after one that failed.
func run(out io.Writer, rounds int, only, page string) error {
	if only != "" && page != "" {
		return errors.New("a page gets every figure: -only and -page exclude each other")
	}
	chosen, err := choose(only)
	if err != nil {
		return err
	}
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	var whole strings.Builder
	both := io.MultiWriter(out, &whole)
	start := time.Now()
	fmt.Fprintf(both, "Taken on %s, on %s.\n\n", start.UTC().Format("2 January 2006"), figure.Machine())
	var failed []error
	for _, s := range chosen {
		text, err := s.take(root, rounds)
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", s.name, err))
		}
		if text != "" {
			fmt.Fprintln(both, text)
		}
	}
	fmt.Fprintf(both, "All of it took %s.\n", time.Since(start).Round(time.Second))
	if page != "" && len(failed) == 0 {
		failed = append(failed, writeInto(page, whole.String()))
	}
	return errors.Join(failed...)
}

// choose are the steps that are named, in their order; none named: all.
func choose(only string) ([]step, error) {
	if only == "" {
		return steps, nil
	}
	names := strings.Split(only, ",")
	var out []step
	for _, s := range steps {
		if i := slices.Index(names, s.name); i >= 0 {
			out, names = append(out, s), slices.Delete(names, i, i+1)
		}
	}
	if len(names) > 0 {
		return nil, fmt.Errorf("there is no step %q", names[0])
	}
	return out, nil
}

// moduleRoot is the folder of the clone.
func moduleRoot() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/grantgen/grantgen").Output()
	if err != nil {
		return "", fmt.Errorf("find the clone (run this inside it): %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}
