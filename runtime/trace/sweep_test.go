package trace_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	every "github.com/grantgen/grantgen/internal/everything/grants"
	"github.com/grantgen/grantgen/internal/everything/grants/helper"
	"github.com/grantgen/grantgen/internal/everything/grants/replay"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/evidence"
	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/trace"
	"github.com/grantgen/grantgen/runtime/trace/page"
)

// Under a layout, with memory, evidence, groups and fallbacks: the steps of the page's slider, put together, are what Assemble makes of each
// total.
func TestTheSliderUnderALayout(t *testing.T) {
	tl, err := every.Open(ctx, timeline.Memory())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tl.Append(ctx, every.Facts(every.PartyNorway).Remember(memory.Goal, "Quota stays where it was last year.")); err != nil {
		t.Fatal(err)
	}
	var items []evidence.Item
	for i := range 6 {
		items = append(items, evidence.Item{Document: fmt.Sprintf("report-%d", i/2), Source: "library", Version: "1", Text: strings.Repeat("Quota and mackerel. ", 3+2*i)})
	}
	record, err := tl.Retrieved(ctx, every.Shelf(every.PartyNorway), evidence.Retrieval{Query: "quota", Index: "v1", Items: items})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		if _, err := tl.Append(ctx, every.Ping{Text: strings.Repeat("A turn of the talk. ", 2+3*i)}); err != nil {
			t.Fatal(err)
		}
	}
	in := helper.Input{Self: every.PartyNorway, Ask: "Previously, what of the quota?", Evidence: record, Now: time.Now().AddDate(0, 0, 1)}
	assemble := func(total int, opts ...assembly.Option) (*assembly.Context, error) {
		return helper.Assemble(ctx, tl, in, nil, append(opts, assembly.WithBudget(assembly.Budget{Total: total}))...)
	}
	built, err := assemble(600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := trace.Record(ctx, tl, built); err != nil {
		t.Fatal(err)
	}
	p, err := trace.Page(ctx, tl.Log(), "log", trace.Filter{}, func(ctx context.Context, rec *trace.Recorded) (*trace.Outcome, error) {
		return replay.Roles().Rebuild(ctx, tl.Store, rec)
	})
	if err != nil {
		t.Fatal(err)
	}
	c := p.Contexts[0]
	if c.Sweep == nil || len(c.Sweep.Totals) < 100 || c.Sweep.Totals[c.Sweep.Recorded].Total != 600 {
		t.Fatalf("the slider: %s", c.NoSweep)
	}
	now := slide{fates: strings.Repeat("k", len(c.Parts)), cuts: map[int][3]int{}}
	seen := map[rune]bool{}
	for _, o := range c.Sweep.Totals {
		want, err := assemble(o.Total, assembly.At(built.UptoSeq))
		if (err != nil) != (o.Error != "") {
			t.Fatalf("total %d: Assemble: %v, the slider: %q", o.Total, err, o.Error)
		}
		if err != nil {
			seen['e'] = true
			continue
		}
		now.step(o)
		var fates strings.Builder
		for _, f := range want.Fates() {
			fates.WriteByte("?kts"[f])
			seen[rune("?kts"[f])] = true
		}
		trims := want.Trimmed
		for place, f := range fates.String() {
			if f == 't' {
				fallback := 0
				if trims[0].Fallback {
					fallback = 1
				}
				if got := now.cuts[place]; got != [3]int{trims[0].Kept, trims[0].Omitted, fallback} {
					t.Errorf("total %d, part %d: cut to %v, want %+v", o.Total, place, got, trims[0])
				}
				trims = trims[1:]
			}
		}
		if now.letters() != fates.String() || o.Used != want.Used {
			t.Errorf("total %d: %s of %d, want %s of %d", o.Total, now.letters(), o.Used, fates.String(), want.Used)
		}
		for i, s := range want.Sections {
			if got := o.Sections[i]; got.Name != s.Name || got.Used != s.Used || got.Shed != s.Shed || got.Trimmed != s.Trimmed || got.Notice != s.Notice {
				t.Errorf("total %d: section %+v, want %+v", o.Total, got, s)
			}
		}
	}
	for _, f := range "kse" {
		if !seen[f] {
			t.Errorf("nothing was ever %q", f)
		}
	}
}

// slide is where the slider stands: the steps up to there, put together as the page does.
type slide struct {
	fates string
	cuts  map[int][3]int
}

func (s *slide) step(o page.Outcome) {
	fates := []byte(s.fates)
	for _, place := range o.Flips {
		fates[place] = map[byte]byte{'k': 's', 's': 'k'}[fates[place]]
	}
	for _, place := range o.Whole {
		delete(s.cuts, place)
	}
	for _, c := range o.Cuts {
		s.cuts[c[0]] = [3]int{c[1], c[2], c[3]}
	}
	s.fates = string(fates)
}

func (s *slide) letters() string {
	fates := []byte(s.fates)
	for place := range s.cuts {
		if fates[place] == 'k' {
			fates[place] = 't'
		}
	}
	return string(fates)
}
