package everything

import (
	"testing"

	"github.com/grantgen/grantgen/internal/everything/grants"
	"github.com/grantgen/grantgen/internal/everything/grants/reader"
	"github.com/grantgen/grantgen/runtime/render"
)

// The same story told twice has other ids and other times, and is one prompt: so a pinned answer is found again.
func TestFreshIDsAreOnePrompt(t *testing.T) {
	prompt := func() string {
		tl := open(t)
		if _, err := tl.Append(ctx, grants.Note{User: "ada", Next: "x", With: grants.UserSetOf("bob"), Text: "the tool said: 7"},
			grants.Diary("ada").Position(id("a"), "b").Revise("held"), grants.Note{User: "bob", Next: "x", Text: "the tool said, to bob alone: 8"}); err != nil {
			t.Fatal(err)
		}
		built, err := reader.Assemble(ctx, tl, reader.Input{Self: "ada", Ask: "?"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(built.Read) != 3 { // its own note, its diary, what it is asked: not the result that is private to another
			t.Errorf("read %v", built.Read)
		}
		return render.Labelled(built).String()
	}
	if a, b := prompt(), prompt(); a != b {
		t.Errorf("two prompts:\n%s\n%s", a, b)
	}
}
