package everything

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/internal/everything/grants"
	"github.com/grantgen/grantgen/internal/everything/grants/reader"
	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/slice"
)

// Members of an open roster see their own and nothing else, whatever they are called.
func TestMembersOfAnOpenRosterAreApart(t *testing.T) {
	names := []string{"ada", "bob", "ada:diary", "ada%3Adiary", "a@b", "a%40b", "user", "{self.user}", "*", "Ada", "ünal", "日本", "a\nb", "a%0Ab", " ", "ada "}
	tl := open(t)
	for _, n := range names {
		u := grants.User(n)
		if _, err := tl.Append(ctx,
			grants.Note{User: u, With: grants.UserSetOf(), Text: "note of <" + n + ">", Readers: grants.UserSetOf(u), Next: u},
			grants.Diary(u).Position(id("x"), "y").Revise("diary of <"+n+">"),
			grants.Note{User: "nobody", With: grants.UserSetOf(u, "zoe"), Text: "shared with <" + n + ">", Next: u},
		); err != nil {
			t.Fatalf("%q: %v", n, err)
		}
	}
	roles := map[string]string{}
	for _, n := range names {
		built, err := reader.Assemble(ctx, tl, reader.Input{Self: grants.User(n), Ask: "?"}, nil)
		if err != nil {
			t.Fatalf("%q: %v", n, err)
		}
		if other, ok := roles[built.Role]; ok {
			t.Errorf("%q and %q are both called %q", n, other, built.Role)
		}
		roles[built.Role] = n
		prompt := ""
		for _, p := range built.Parts {
			prompt += p.Content + "\n"
		}
		for _, other := range names {
			for _, what := range []string{"note of <", "diary of <", "shared with <"} {
				if has := strings.Contains(prompt, what+other+">"); has != (other == n) {
					t.Errorf("%q: %s%s> in the prompt is %v", n, what, other, has)
				}
			}
		}
		if render.Labelled(built).String() == "" {
			t.Error("nothing was rendered")
		}
	}
}

func TestWhatIsNoNameIsRefused(t *testing.T) {
	tl := open(t)
	for _, n := range []string{"", "\xff", "e\u0301"} {
		if _, err := tl.Append(ctx, grants.Note{User: grants.User(n), Next: "x"}); err == nil {
			t.Errorf("an event of %q was appended", n)
		}
		if _, err := tl.Append(ctx, grants.Note{User: "x", Next: "x", With: grants.UserSetOf("y", grants.User(n))}); err == nil {
			t.Errorf("an event with %q was appended", n)
		}
		if _, err := tl.Append(ctx, grants.Diary(grants.User(n)).Position(id("x"), "y").Contract()); err == nil {
			t.Errorf("a diary of %q was written", n)
		}
		_, err := reader.Assemble(ctx, tl, reader.Input{Self: grants.User(n), Ask: "?"}, nil)
		if !errors.Is(err, slice.ErrInput) {
			t.Errorf("%q read: %v", n, err)
		}
	}
}

// No two names meet in a scope, nor as a role's member.
func TestNamesDoNotMeet(t *testing.T) {
	tl := open(t)
	role := func(t *rapid.T, u grants.User) string {
		built, err := reader.Assemble(ctx, tl, reader.Input{Self: u, Ask: "?"}, func(g *reader.Grant, p *reader.Parts) { p.Ask(g.Ask()) })
		if errors.Is(err, slice.ErrInput) {
			t.Skip("no name")
		}
		if err != nil {
			t.Fatal(err)
		}
		return built.Role
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("a%:@3A4025\n\u0085é{}")))
		a, b := grants.User(text.Draw(t, "a")), grants.User(text.Draw(t, "b"))
		if a == b {
			t.Skip("one name")
		}
		if ra, rb := role(t, a), role(t, b); ra == rb {
			t.Fatalf("%q and %q are both %q", a, b, ra)
		}
		pa, errA := grants.Diary(a).Position(id("x"), "y").Contract().Pending()
		pb, errB := grants.Diary(b).Position(id("x"), "y").Contract().Pending()
		if errA != nil || errB != nil {
			t.Skip("no name")
		}
		sa, _ := pa.Attributes.Get("scope").AsText()
		sb, _ := pb.Attributes.Get("scope").AsText()
		if sa == sb || strings.Count(sa, ":") != 2 {
			t.Fatalf("%q and %q meet in %q and %q", a, b, sa, sb)
		}
	})
}
