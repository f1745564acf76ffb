package memory_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/runtime/memory"
)

// The signs that docs/memory.md lists are the ones that are refused, in any case, and what it says is kept is kept.
func TestThePageListsTheSigns(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "memory.md"))
	if err != nil {
		t.Fatal(err)
	}
	quoted := regexp.MustCompile("`([^`]+)`")
	for name, c := range map[string]struct {
		text string // around a sign
		want int
	}{
		"raw conversation": {"SIGN hi\nwell\n  SIGN hello", 7}, "a reasoning trace": {"SIGN of herring", 8},
		"temporary talk": {"The quota, SIGN, is eight.", 5}, "what the chat history holds": {"The quota (SIGN) is eight.", 5},
	} {
		_, row, ok := strings.Cut(string(page), "| "+name+" | ")
		if !ok {
			t.Errorf("no row of %s", name)
			continue
		}
		row, _, _ = strings.Cut(row, "\n")
		row, _, _ = strings.Cut(row, ". A name is none")
		signs := quoted.FindAllStringSubmatch(row, -1)
		if len(signs) != c.want {
			t.Errorf("%s: the page has %d signs, want %d", name, len(signs), c.want)
		}
		for _, s := range signs {
			for _, sign := range []string{s[1], strings.ToUpper(s[1])} {
				text := strings.ReplaceAll(c.text, "SIGN", sign)
				var refused *memory.Refused
				if err := memory.Validate(memory.Preference, text); !errors.As(err, &refused) {
					t.Errorf("%s: %q is kept: %v", name, text, err)
				}
			}
		}
	}
	for _, text := range []string{"Ada: hi\nBen: hi", "user: hi", "The user: hi\nThe assistant: hi", "Copyright now expires."} {
		if err := memory.Validate(memory.Preference, text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}
