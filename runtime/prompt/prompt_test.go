package prompt_test

import (
	"fmt"
	"testing"

	"github.com/grantgen/grantgen/runtime/internal/seal"
	"github.com/grantgen/grantgen/runtime/prompt"
)

func TestPrompt(t *testing.T) {
	var none prompt.Prompt
	if !none.IsZero() || none.String() != "" {
		t.Error("the zero Prompt")
	}
	if p := prompt.New(seal.Runtime, ""); p.IsZero() || p == none {
		t.Error("the prompt of an empty context is not the zero Prompt")
	}
	if p := prompt.New(seal.Runtime, "a\n"); fmt.Sprint(p) != "a\n" {
		t.Errorf("%q", fmt.Sprint(p))
	}
	odd := prompt.Rendered(seal.Runtime, "a\n", []int{1})
	if odd == prompt.Rendered(seal.Runtime, "a\n", []int{1}) || fmt.Sprint(odd.By(seal.Runtime)) != "[1]" {
		t.Error("a renderer that cannot be compared")
	}
	if a, b := prompt.Rendered(seal.Runtime, "a\n", "by"), prompt.Rendered(seal.Runtime, "a\n", "by"); a != b || a.By(seal.Runtime) != "by" {
		t.Error("one text by one renderer is one prompt")
	}
}
