package main

import (
	"fmt"
	"os"
	"strings"
)

// The marks between which the page has the figures.
const (
	beginMark = "<!-- figures: written by go run ./bench/all -page docs/benchmarks.md -->\n"
	endMark   = "<!-- end of figures -->\n"
)

// writeInto puts figures between the marks of a page.
func writeInto(page, figures string) error {
	old, err := os.ReadFile(page)
	if err != nil {
		return fmt.Errorf("write the figures: %w", err)
	}
	text, err := between(string(old), figures)
	if err != nil {
		return fmt.Errorf("write the figures into %s: %w", page, err)
	}
	return os.WriteFile(page, []byte(text), 0o644)
}

func between(page, figures string) (string, error) {
	before, rest, ok := strings.Cut(page, beginMark)
	if !ok {
		return "", fmt.Errorf("it lacks the line %q", strings.TrimSpace(beginMark))
	}
	_, after, ok := strings.Cut(rest, endMark)
	if !ok {
		return "", fmt.Errorf("it lacks the line %q", strings.TrimSpace(endMark))
	}
	return before + beginMark + "\n" + figures + "\n" + endMark + after, nil
}
