package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/examples/fisheries/grants"
	"github.com/grantgen/grantgen/examples/fisheries/grants/norway"
	"github.com/grantgen/grantgen/examples/fisheries/negotiators"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/assemblytest"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/sqlite"
)

// told is what the two stories print, to the letter and in this order; more may stand between.
var told = []string{
	`MUST HOLD:
Respond to the latest offer in one sentence.

CONSIDER:
UK will settle at 8%
UK: A 12% cut to the mackerel quota.
shed: []
read: 3
`,
	"shed: [offer]\n",
	"Norway can accept 6%, no more.\n",
	`MUST HOLD:
Respond to the latest offer in one sentence.

CONSIDER:
UK: We could move to 10%.

SUMMARISED (advisory prose, not canon):
The UK opened at 12%; Norway held at 5%.
read: [SectionRef EventRef GivenRef]
`,
}

func TestTheStoriesAreTold(t *testing.T) {
	var out bytes.Buffer
	if err := run(context.Background(), &out, ""); err != nil {
		t.Fatal(err)
	}
	rest := out.String()
	for _, want := range told {
		i := strings.Index(rest, want)
		if i < 0 {
			t.Fatalf("missing, or out of order:\n%s\nin:\n%s", want, out.String())
		}
		rest = rest[i+len(want):]
	}
}

func TestASecondRunPrintsTheSameAndAppendsNothing(t *testing.T) {
	ctx := context.Background()
	db := filepath.Join(t.TempDir(), "negotiation.db")
	var outs [2]bytes.Buffer
	var lasts [2][2]int64
	for i := range outs {
		if err := run(ctx, &outs[i], db); err != nil {
			t.Fatal(err)
		}
		for story := range lasts[i] {
			log, err := open(ctx, db, story+1)
			if err != nil {
				t.Fatal(err)
			}
			if lasts[i][story], err = log.Last(ctx); err != nil {
				t.Fatal(err)
			}
			if err := log.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if outs[0].String() != outs[1].String() {
		t.Errorf("the second run prints something else:\n%s\n---\n%s", outs[0].String(), outs[1].String())
	}
	if lasts[0] != lasts[1] || lasts[0][0] == 0 {
		t.Errorf("the logs end at %v after the first run and at %v after the second", lasts[0], lasts[1])
	}
}

// opening is the first story's batch on a log of its own, with ids that goldens can hold.
func opening(t *testing.T, log timeline.Log) *grants.Timeline {
	t.Helper()
	tl, err := grants.Open(context.Background(), log, assemblytest.FixedIDs())
	if err != nil {
		t.Fatal(err)
	}
	uk, mackerel := assemblytest.ID(101), assemblytest.ID(102)
	if _, err := tl.Append(context.Background(),
		grants.Held(grants.PartyNorway).Position(uk, mackerel).Revise("UK will settle at 8%"),
		grants.Held(grants.PartyUK).Position(uk, mackerel).Revise("cut 5%"),
		grants.OfferMade{Party: grants.PartyUK, Text: "A 12% cut to the mackerel quota."},
	); err != nil {
		t.Fatal(err)
	}
	return tl
}

// Norway's context at position 3 is the one in the design, on either engine, also when the log has grown.
func TestNorwayAtThree(t *testing.T) {
	ctx := context.Background()
	onDisk, err := sqlite.Open(ctx, filepath.Join(t.TempDir(), "log.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer onDisk.Close()
	for name, log := range map[string]timeline.Log{"memory": timeline.Memory(), "sqlite": onDisk} {
		t.Run(name, func(t *testing.T) {
			tl := opening(t, log)
			if _, err := tl.Append(ctx, grants.OfferMade{Party: grants.PartyUK, Text: "Later."},
				grants.Held(grants.PartyNorway).Position(assemblytest.ID(101), assemblytest.ID(102)).Revise("later")); err != nil {
				t.Fatal(err)
			}
			built := assemblytest.Pure(t, func() (*assembly.Context, error) {
				return norway.Assemble(ctx, tl, norway.Input{Ask: ask}, negotiators.Norway, assembly.At(3))
			})
			assemblytest.Golden(t, built)
			for _, ref := range built.Read {
				if s, ok := ref.(assembly.StateRef); ok && s.Scope == "party:uk:held" {
					t.Error("Norway read the UK's beliefs")
				}
			}
			byDefault, err := norway.Assemble(ctx, tl, norway.Input{Ask: ask}, nil, assembly.At(3))
			if err != nil {
				t.Fatal(err)
			}
			if a, b := built.Describe().String(), byDefault.Describe().String(); a != b {
				t.Errorf("Default differs from the hand-written assembler:\n%s\n%s", a, b)
			}
		})
	}
}
