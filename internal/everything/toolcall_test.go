package everything_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/internal/everything/grants"
	"github.com/grantgen/grantgen/internal/everything/grants/helper"
	"github.com/grantgen/grantgen/runtime/assembly"
)

// Whatever a model writes for a tool's name or arguments, no error repeats it.
func TestNoErrorRepeatsAModelsCall(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mark := rapid.StringMatching(`[a-z]{9,20}`).Draw(t, "mark")
		name := rapid.SampledFrom([]string{mark, "tool " + mark, mark + ".x", mark + "\n", "helper:" + mark, strings.ToUpper(mark)}).Draw(t, "name")
		_, err := helper.DecodeToolCall(name, []byte("{}"))
		if !errors.Is(err, assembly.ErrNotGranted) || err.Error() != "the role has no tool of that name" {
			t.Fatalf("the role's: %v", err)
		}
		_, err = grants.DecodeToolCall(name, []byte("{}"))
		if !errors.Is(err, assembly.ErrNotGranted) || err.Error() != "the schema has no tool of that name" {
			t.Fatalf("the root's: %v", err)
		}
		args := rapid.SampledFrom([]string{`{"` + mark + `":1}`, `"` + mark + `"`, `{"words":"` + mark + `","of":"` + mark + `"}`, `{"words":{"` + mark + `":1}}`, mark,
			`{"words":1,"words":"` + mark + `"}`}).Draw(t, "args")
		for _, known := range helper.AllowedTools() {
			if _, err := helper.DecodeToolCall(known.Name, []byte(args)); err != nil && strings.Contains(err.Error(), mark) {
				t.Fatalf("the arguments: %v", err)
			}
		}
	})
}
