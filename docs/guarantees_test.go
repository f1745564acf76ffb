package docs_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var testLink = regexp.MustCompile(`\[(Test[A-Za-z0-9]+)\]\(([^)]+)\)`)

// A promise names the test that holds it: that test is there.
func TestPromisesNameTheirTests(t *testing.T) {
	page := read(t, "guarantees.md")
	found := testLink.FindAllStringSubmatch(page, -1)
	if len(found) < 30 {
		t.Errorf("only %d tests are named", len(found))
	}
	for _, m := range found {
		if !strings.Contains(read(t, filepath.FromSlash(m[2])), "func "+m[1]+"(t *testing.T) {") {
			t.Errorf("%s has no %s", m[2], m[1])
		}
	}
}
