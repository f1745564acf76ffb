package everything

import (
	"strings"
	"testing"

	"github.com/grantgen/grantgen/internal/everything/grants"
	"github.com/grantgen/grantgen/internal/everything/grants/agent"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/token"
)

// Structured parts of one group are kept or shed together, at whichever total.
func TestStructuredPartsOfAGroup(t *testing.T) {
	tl := open(t)
	pair := grants.Pair(grants.PartyNorway, grants.MoodCalm)
	if _, err := tl.Append(ctx,
		pair.Terms(grants.PartyEU).Revise(grants.Terms{Title: "short", Party: grants.PartyEU}),
		pair.Terms(grants.PartyUK).Revise(grants.Terms{Title: strings.Repeat("long ", 20), Party: grants.PartyUK}),
	); err != nil {
		t.Fatal(err)
	}
	seen := map[int]bool{}
	for total := 60; total < 600; total += 7 {
		built, err := agent.Assemble(ctx, tl, input(), nil, assembly.WithBudget(assembly.Budget{Total: total, Count: token.Characters}))
		if err != nil {
			t.Fatal(err)
		}
		kept := 0
		for _, p := range built.Parts {
			if p.Slot == "deal" {
				kept++
				if !p.Structured || !strings.HasPrefix(p.Content, `{"title":`) {
					t.Errorf("content %s", p.Content)
				}
			}
		}
		if seen[kept] = true; kept == 1 {
			t.Errorf("at %d one of the two deals is kept", total)
		}
	}
	if !seen[0] || !seen[2] {
		t.Errorf("kept %v: this proves nothing", seen)
	}
}
