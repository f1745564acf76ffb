package everything

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/grantgen/grantgen/internal/everything/grants"
	"github.com/grantgen/grantgen/internal/everything/grants/clerk"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/assemblytest"
	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/slice"
	"github.com/grantgen/grantgen/runtime/token/bpe"
	"github.com/grantgen/grantgen/runtime/world"
)

// desk is a log with more than the sections hold.
func desk(t *testing.T, day time.Time) *grants.Timeline {
	t.Helper()
	tl := open(t, world.WithClock(func() time.Time { return day }))
	for i := range 12 {
		o := offer()
		o.Room, o.Round, o.Text = string(rune('a'+i/2)), int64(i), strings.Repeat("Terms of some length. ", 3)
		if _, err := tl.Append(ctx, grants.Ping{Text: strings.Repeat("ping ", i+1)}, o); err != nil {
			t.Fatal(err)
		}
	}
	return tl
}

func TestALayoutHoldsItsSections(t *testing.T) {
	day := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	tl := desk(t, day)
	in := clerk.Input{Ask: "What is on the desk?", Now: day.AddDate(0, 0, 10)}
	built := assemblytest.Pure(t, func() (*assembly.Context, error) { return clerk.Assemble(ctx, tl, in, nil) })
	prompt := render.Sections(built).String()
	n, err := bpe.O200kBase.Count(prompt)
	if err != nil || n > 300 || n != built.Used {
		t.Errorf("the prompt counts %d (%v), the context says %d of 300", n, err, built.Used)
	}
	for _, want := range []string{"Keep to the point.\nTwo lines at most.", "What is on the desk?", "2026-05-01", "tokens omitted..."} {
		if !strings.Contains(prompt, want) {
			t.Errorf("the prompt lacks %q:\n%s", want, prompt)
		}
	}
	for _, s := range built.Sections {
		if s.Name != "goal" && s.Used > s.Budget {
			t.Errorf("section %s uses %d of %d", s.Name, s.Used, s.Budget)
		}
	}
	kept := map[string]int{} // offers by pair: a pair is a group
	for _, p := range built.Parts {
		if p.Slot == "offer" {
			var round int
			if _, err := fmt.Sscanf(strings.NewReplacer("Norway in round ", "", "Norway: ", "").Replace(p.Content), "%d", &round); err != nil {
				t.Fatalf("%q: %v", p.Content, err)
			}
			kept[string(rune('a'+round/2))]++
		}
	}
	for room, n := range kept {
		if n != 2 {
			t.Errorf("%d of the two offers of room %s are kept", n, room)
		}
	}
	if len(kept) == 0 {
		t.Error("no offer is kept")
	}
	if len(built.Shed) == 0 || built.PrefixHash == "" {
		t.Errorf("shed %d, prefix %q", len(built.Shed), built.PrefixHash)
	}
	if d := built.Describe().String(); !strings.Contains(d, `"sections":[{`) || !strings.Contains(d, `"counter":"o200k_base"`) {
		t.Error(d)
	}

	// The stable prefix does not move with what comes after it.
	if _, err := tl.Append(ctx, grants.Ping{Text: "one more"}); err != nil {
		t.Fatal(err)
	}
	in.Ask = "And now?"
	again, err := clerk.Assemble(ctx, tl, in, nil)
	if err != nil || again.PrefixHash != built.PrefixHash {
		t.Errorf("the prefix moved: %s, %s (%v)", built.PrefixHash, again.PrefixHash, err)
	}
}

func TestFreshnessIsToldByInput(t *testing.T) {
	day := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	tl := desk(t, day)
	_, err := clerk.Assemble(ctx, tl, clerk.Input{Ask: "?"}, nil)
	var bad *slice.InputError
	if !errors.As(err, &bad) || bad.Input != "now" {
		t.Errorf("no time: %v", err)
	}
	built, err := clerk.Assemble(ctx, tl, clerk.Input{Ask: "?", Now: day.AddDate(0, 2, 0)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range built.Parts {
		if p.Slot == "offer" {
			t.Errorf("an offer of two months ago is in a section that drops what is older than 30 days: %s", p.Content)
		}
	}
}

// A long input takes room from what may go, and fails only when nothing is left.
func TestALongInput(t *testing.T) {
	day := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	tl := desk(t, day)
	long := strings.Repeat("Please look again. ", 45)
	built, err := clerk.Assemble(ctx, tl, clerk.Input{Ask: long, Now: day}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(render.Sections(built).String(), strings.TrimSpace(long)) {
		t.Error("the input was cut")
	}
	_, err = clerk.Assemble(ctx, tl, clerk.Input{Ask: strings.Repeat(long, 3), Now: day}, nil)
	if !errors.Is(err, assembly.ErrBudgetExceeded) {
		t.Errorf("an input over all: %v", err)
	}
	if _, err := clerk.Assemble(ctx, tl, clerk.Input{Ask: long, Now: day}, nil, assembly.FailIfCut("offers")); err == nil {
		t.Error("FailIfCut says nothing")
	}
}
