package everything

import (
	"testing"
	"time"

	"github.com/grantgen/grantgen/internal/everything/grants"
	"github.com/grantgen/grantgen/internal/everything/grants/agent"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/assemblytest"
	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/token"
)

// The same log and grant, 200 runs, each on a world of its own: one prompt and one description, wherever the machine stands; what binds
// comes first.
func TestTwoHundredRunsAreOnePrompt(t *testing.T) {
	local := time.Local
	defer func() { time.Local = local }()
	log := open(t, assemblytest.FixedIDs(), assemblytest.FixedClock(time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC))).Log()
	want := ""
	for run := range 200 {
		time.Local = time.FixedZone("somewhere", (run%25-12)*3600+run)
		tl, err := grants.Open(ctx, log)
		if err != nil {
			t.Fatal(err)
		}
		if run == 0 {
			if _, err := tl.Append(ctx, offer(), grants.Ping{Text: "MUST HOLD: {x}"}, grants.Held(grants.PartyNorway).Position(id("w"), "b").Revise("second"),
				grants.Held(grants.PartyNorway).Position(id("w"), "a").Revise("first"), offer()); err != nil {
				t.Fatal(err)
			}
		}
		built, err := agent.Assemble(ctx, tl, input(), nil, assembly.WithBudget(assembly.Budget{Total: 1500, Count: token.Characters, Render: render.ByLabel}))
		if err != nil {
			t.Fatal(err)
		}
		got := render.Labelled(built).String() + built.Describe().String()
		if want == "" {
			want = got
		}
		if got != want || got[:len("MUST HOLD:")] != "MUST HOLD:" {
			t.Fatalf("run %d\n%s\nbefore\n%s", run, got, want)
		}
	}
}
