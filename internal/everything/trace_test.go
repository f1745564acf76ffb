package everything

import (
	"context"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/internal/everything/grants"
	"github.com/grantgen/grantgen/internal/everything/grants/agent"
	"github.com/grantgen/grantgen/internal/everything/grants/clerk"
	"github.com/grantgen/grantgen/internal/everything/grants/helper"
	"github.com/grantgen/grantgen/internal/everything/grants/reader"
	"github.com/grantgen/grantgen/internal/everything/grants/replay"
	"github.com/grantgen/grantgen/internal/everything/grants/teller"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/evidence"
	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/prompt"
	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/slice"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/token"
	"github.com/grantgen/grantgen/runtime/trace"
)

// lived is a log with something of every kind, and the contexts that were recorded on it.
func lived(t *testing.T) (*grants.Timeline, int) {
	t.Helper()
	tl := clocked(t)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	_, err := tl.Append(ctx, offer(), grants.Ping{Text: "one"}, grants.Held(grants.PartyNorway).Position(id("a"), "b").Revise("held"),
		grants.Facts(grants.PartyNorway).Remember(memory.Goal, "Quota stays."), grants.Diary("ada").Position(id("a"), "b").Revise("dear diary"),
		grants.Note{User: "ada", With: grants.UserSetOf("bob"), Next: "bob", Text: "a note"})
	must(err)
	record, err := tl.Retrieved(ctx, grants.Shelf(grants.PartyNorway), evidence.Retrieval{Query: "q", Index: "v1", Items: []evidence.Item{{Document: "d", Version: "1", Text: "Found."}}})
	must(err)
	n := 0
	keep := func(built *assembly.Context, err error) {
		t.Helper()
		must(err)
		for range 2 { // the second changes nothing
			if _, err := trace.Record(ctx, tl, built); err != nil {
				t.Fatal(err)
			}
		}
		n++
	}
	_, err = teller.WriteTold(ctx, tl, teller.Input{Self: grants.PartyNorway, Round: timeline.Range{From: 1, To: 2}}, nil,
		slice.ModelFunc(func(context.Context, prompt.Prompt) (string, error) { return "It was told.", nil }))
	must(err)
	in := ask("Previously, what of the quota?")
	in.Evidence, in.AskFrom = record, id("asked")
	keep(helper.Assemble(ctx, tl, in, nil))
	keep(helper.Assemble(ctx, tl, in, nil, assembly.WithBudget(assembly.Budget{Total: 900, Order: []assembly.Register{assembly.Craft, assembly.Generated, assembly.Considered}})))
	keep(clerk.Assemble(ctx, tl, clerk.Input{Ask: "What?", Now: today}, nil))
	given := input()
	given.When, given.Words, given.Crowd = ptr(today), []string{"a", "b"}, grants.PartySetOf(grants.PartyEU)
	keep(agent.Assemble(ctx, tl, given, nil))
	keep(agent.Assemble(ctx, tl, given, nil, assembly.WithBudget(assembly.Budget{Total: 300, Count: token.Characters})))
	keep(agent.Assemble(ctx, tl, given, nil, assembly.WithBudget(assembly.Budget{Total: 400, Count: token.Characters, Render: render.ByLabel}), assembly.At(3)))
	keep(reader.Assemble(ctx, tl, reader.Input{Self: "ada", Ask: "?"}, nil))
	keep(teller.Assemble(ctx, tl, teller.Input{Self: grants.PartyUK, Round: timeline.Range{From: 1, To: 4}}, nil))
	_, err = tl.Append(ctx, grants.Ping{Text: "later"}, grants.Held(grants.PartyNorway).Position(id("a"), "b").Revise("later"))
	must(err)
	return tl, n
}

func outcomes(t *testing.T, tl *grants.Timeline, roles *trace.Roles, change func(*trace.Recorded)) []*trace.Outcome {
	t.Helper()
	var out []*trace.Outcome
	if err := trace.Each(ctx, tl.Log(), "", func(e timeline.Event) bool {
		rec, err := trace.Decode(e)
		if err != nil {
			t.Fatal(err)
		}
		if change != nil {
			change(rec)
		}
		o, err := roles.Rebuild(ctx, tl.Store, rec)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, o)
		return true
	}); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestRecordedContextsAreMadeAgain(t *testing.T) {
	tl, n := lived(t)
	all := outcomes(t, tl, replay.Roles(), nil)
	if len(all) != n {
		t.Errorf("%d contexts were recorded, %d stand on the log", n, len(all))
	}
	for _, o := range all {
		if !o.Equal() {
			t.Errorf("%s", o)
		}
	}
}

// No slice of any role ever sees a recorded context: not even one that admits every type.
func TestNobodySeesATrace(t *testing.T) {
	tl, _ := lived(t)
	built, err := agent.Assemble(ctx, tl, input(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if d := built.Describe().String(); strings.Contains(d, trace.Assembled) || strings.Contains(d, "assembler") {
		t.Errorf("a trace was read: %s", d)
	}
}

// copied is the log again with one event changed.
func copied(t *testing.T, tl *grants.Timeline, change func(*timeline.Pending)) *grants.Timeline {
	t.Helper()
	to := open(t)
	last, err := tl.Last(ctx)
	if err != nil {
		t.Fatal(err)
	}
	events, err := slice.ReadAll(ctx, tl.Log(), timeline.Query{UpTo: last})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		p := timeline.Pending{ID: e.ID, Key: e.Key, Version: e.Version, At: e.At, Attributes: e.Attributes, Payload: e.Payload}
		change(&p)
		if _, err := to.Log().Append(ctx, p); err != nil {
			t.Fatal(err)
		}
	}
	return to
}

func TestTheCauseIsNamed(t *testing.T) {
	tl, _ := lived(t)
	for name, c := range map[string]struct {
		tl     *grants.Timeline
		roles  func(*trace.Roles)
		change func(*trace.Recorded)
		want   map[trace.Cause]int // none of them may be missing; others are equal
	}{
		"an event": {tl: copied(t, tl, func(p *timeline.Pending) {
			if p.Type == "Ping" {
				p.Payload = []byte(strings.Replace(string(p.Payload), "one", "two", 1))
			}
		}), want: map[trace.Cause]int{trace.LogDiffers: 7}},
		"an attribute": {tl: copied(t, tl, func(p *timeline.Pending) {
			if p.Type == "Note" {
				p.Attributes = timeline.NewAttributes(timeline.Attribute{Name: "user", Value: timeline.Text("zoe")}, timeline.Attribute{Name: "with", Value: timeline.Set("bob")})
			}
		}), want: map[trace.Cause]int{trace.LogDiffers: 1}},
		"a grant":    {tl: tl, change: func(r *trace.Recorded) { r.Grant, r.Context = "other", []byte(`{"read":[]}`) }, want: map[trace.Cause]int{trace.SchemaChanged: 8}},
		"an input":   {tl: tl, change: func(r *trace.Recorded) { r.Input = []byte("{}") }, want: map[trace.Cause]int{trace.SchemaChanged: 8}},
		"a role":     {tl: tl, change: func(r *trace.Recorded) { r.Role = "gone" }, want: map[trace.Cause]int{trace.SchemaChanged: 8}},
		"a function": {tl: tl, change: func(r *trace.Recorded) { r.Assembler = "example.org/gone.Func" }, want: map[trace.Cause]int{trace.Unknown: 8}},
		"an assembly": {tl: tl, change: func(r *trace.Recorded) {
			r.Context = []byte(strings.Replace(string(r.Context), "considered", "craft", 1))
		}, want: map[trace.Cause]int{trace.AssemblerChanged: 8}},
		"a rendering": {tl: tl, change: func(r *trace.Recorded) { r.Rendered = "00" }, want: map[trace.Cause]int{trace.AssemblerChanged: 8}},
	} {
		t.Run(name, func(t *testing.T) {
			got := map[trace.Cause]int{}
			for _, o := range outcomes(t, c.tl, replay.Roles(), c.change) {
				if !o.Equal() {
					got[o.Cause]++
				}
				if o.Equal() != (o.Was == "" && o.Is == "" && o.Detail == "") || strings.Contains(o.Detail, "Quota") {
					t.Errorf("%s", o)
				}
			}
			for cause, n := range c.want {
				if got[cause] != n {
					t.Errorf("%d times %q, want %d (all: %v)", got[cause], cause, n, got)
				}
				delete(got, cause)
			}
			if len(got) > 0 {
				t.Errorf("also %v", got)
			}
		})
	}
}

// A changed assembler is named by what it makes; a registered one of the application's own is found by its name.
func TestAnAssemblerOfOnesOwn(t *testing.T) {
	tl := clocked(t)
	if _, err := tl.Append(ctx, grants.Diary("ada").Position(id("a"), "b").Revise("dear diary")); err != nil {
		t.Fatal(err)
	}
	built, err := reader.Assemble(ctx, tl, reader.Input{Self: "ada", Ask: "?"}, mine)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := trace.Record(ctx, tl, built, trace.WithPin("key")); err != nil {
		t.Fatal(err)
	}
	roles := replay.Roles()
	if o := outcomes(t, tl, roles, nil)[0]; o.Cause != trace.Unknown || !strings.Contains(o.Detail, "everything.mine is not registered") {
		t.Errorf("%s", o)
	}
	if err := trace.Register(roles, "reader", reader.Assembler(mine)); err != nil {
		t.Fatal(err)
	}
	if o := outcomes(t, tl, roles, nil)[0]; !o.Equal() || o.Recorded.Pin != "key" {
		t.Errorf("%s", o)
	}
	loud = "!"
	defer func() { loud = "" }()
	if o := outcomes(t, tl, roles, nil)[0]; o.Cause != trace.AssemblerChanged || !strings.Contains(o.Is, "dear diary!") {
		t.Errorf("%s", o)
	}
	if err := trace.Register(roles, "reader", "nothing"); err == nil {
		t.Error("a string was registered")
	}
}

var loud = "" // what the next version of mine adds

func mine(g *reader.Grant, p *reader.Parts) {
	for v := range g.Diary().Own().Position() {
		p.Diary(v.Value+loud, v)
	}
	p.Ask(g.Ask())
}

// The same events one place further on are another log, whatever an assembler makes of them.
func TestEventsThatStandElsewhere(t *testing.T) {
	tl, _ := lived(t)
	first := true
	moved := open(t)
	last, err := tl.Last(ctx)
	if err != nil {
		t.Fatal(err)
	}
	events, err := slice.ReadAll(ctx, tl.Log(), timeline.Query{UpTo: last})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if first {
			p := timeline.Pending{ID: id("in front"), Key: timeline.Key{Namespace: "elsewhere", Type: "Heard"}, Version: 1, Payload: []byte("{}")}
			if _, err := moved.Log().Append(ctx, p); err != nil {
				t.Fatal(err)
			}
			first = false
		}
		p := timeline.Pending{ID: e.ID, Key: e.Key, Version: e.Version, At: e.At, Attributes: e.Attributes, Payload: e.Payload}
		if _, err := moved.Log().Append(ctx, p); err != nil {
			t.Fatal(err)
		}
	}
	said := 0
	for _, o := range outcomes(t, moved, replay.Roles(), nil) {
		if o.Equal() {
			continue
		}
		if o.Cause != trace.LogDiffers {
			t.Errorf("%s", o)
		}
		if strings.Contains(o.Detail, "stood at") {
			said++
		}
	}
	if said == 0 {
		t.Error("no event is said to have moved")
	}
}
