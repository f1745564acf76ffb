package trace_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/examples/fisheries/grants"
	"github.com/grantgen/grantgen/examples/fisheries/grants/negotiator"
	"github.com/grantgen/grantgen/examples/fisheries/grants/norway"
	"github.com/grantgen/grantgen/examples/fisheries/grants/replay"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/assemblytest"
	"github.com/grantgen/grantgen/runtime/chronicle"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/token"
	"github.com/grantgen/grantgen/runtime/trace"
)

// The assemblers of these tests go through their slices in every way: to the end, a little way, twice, or depending on what they found.

func firstOffer(g *norway.Grant, p *norway.Parts) {
	p.Ask(g.Ask())
	for o := range g.Room().OfferMade() {
		p.Offer(o.Text, o)
		return
	}
}

func twoOffers(g *norway.Grant, p *norway.Parts) {
	n := 0
	for o := range g.Room().OfferMade() {
		p.Offer(o.Text, o)
		if n++; n == 2 {
			break
		}
	}
	p.Ask(g.Ask())
}

func untilTheUK(g *norway.Grant, p *norway.Parts) {
	p.Ask(g.Ask())
	for o := range g.Room().OfferMade() {
		if o.Party == grants.PartyUK {
			p.Offer(o.Text, o)
			break
		}
	}
	for b := range g.OwnBeliefs().Held().Position() {
		p.Belief(b.Value, b)
	}
	for o := range g.Room().OfferMade() {
		if strings.Contains(o.Text, "1") {
			p.Offer("again: "+o.Text, o)
		}
	}
}

func latestOnly(g *norway.Grant, p *norway.Parts) {
	var last *norway.RoomOfferMade
	for o := range g.Room().OfferMade() {
		last = &o
	}
	if last == nil {
		for b := range g.OwnBeliefs().Held().Position() {
			p.Belief(b.Value, b)
		}
	} else {
		p.Offer(last.Text, *last)
	}
	p.Ask(g.Ask())
}

var norways = []norway.Assembler{norway.Default, firstOffer, twoOffers, untilTheUK, latestOnly}

func withoutThePast(g *negotiator.Grant, p *negotiator.Parts) {
	p.Ask(g.Ask())
	for s := range g.Side().SideTalk() {
		p.Side(s.Text, s)
		break
	}
	for o := range g.Room().OfferMade() {
		p.Offer(o.Text, o)
	}
}

var negotiating = []negotiator.Assembler{negotiator.Default, withoutThePast}

func theirs() *trace.Roles {
	roles := replay.Roles()
	for _, w := range norways {
		if err := trace.Register(roles, "norway", w); err != nil {
			panic(err)
		}
	}
	for _, w := range negotiating {
		if err := trace.Register(roles, "negotiator", w); err != nil {
			panic(err)
		}
	}
	return roles
}

// happening is anything that may come onto the log; id tells it from others.
func happening(t *rapid.T, id int) timeline.Pending {
	party := rapid.SampledFrom([]grants.Party{grants.PartyNorway, grants.PartyUK, grants.PartyEU})
	stock := assemblytest.ID(100 + rapid.IntRange(1, 2).Draw(t, "stock"))
	var e interface {
		Pending() (timeline.Pending, error)
	}
	text := fmt.Sprintf("text %d of %d", rapid.IntRange(0, 20).Draw(t, "text"), id)
	switch rapid.SampledFrom([]string{"offer", "offer", "talk", "revise", "contract", "section"}).Draw(t, "what") {
	case "offer":
		e = grants.OfferMade{Party: party.Draw(t, "party"), Text: text}
	case "talk":
		e = grants.SideTalk{Party: party.Draw(t, "party"), Audience: grants.PartySetOf(party.Draw(t, "audience")), Text: text}
	case "revise":
		e = grants.Held(party.Draw(t, "party")).Position(uk, stock).Revise(text)
	case "contract":
		e = grants.Held(party.Draw(t, "party")).Position(uk, stock).Contract()
	default:
		from := rapid.Int64Range(1, 6).Draw(t, "from")
		e = chronicle.Section{From: from, To: from + rapid.Int64Range(0, 3).Draw(t, "more"), Scope: "chronicle:public", Prose: text, Writer: "chronicler",
			Clauses: []timeline.Clause{{Key: timeline.Key{Namespace: "fisheries", Type: "OfferMade"}}}}
	}
	p, err := e.Pending()
	if err != nil {
		t.Fatal(err)
	}
	p.ID = timeline.DeriveID("cause test", fmt.Sprint(id))
	return p
}

// history is a random log with contexts on it, recorded by random assemblers at random positions.
func history(t *rapid.T) (events []timeline.Pending, recs []*trace.Recorded) {
	log := timeline.Memory()
	tl, err := grants.Open(ctx, log, assemblytest.FixedIDs())
	if err != nil {
		t.Fatal(err)
	}
	for i := range rapid.IntRange(1, 9).Draw(t, "events") {
		p := happening(t, i)
		if p.Type == "OfferMade" && rapid.IntRange(0, 9).Draw(t, "does not decode") == 0 {
			p.Payload = []byte(`{"text":5}`)
		}
		if _, err := log.Append(ctx, p); err != nil {
			t.Fatal(err)
		}
	}
	last, err := log.Last(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for range rapid.IntRange(1, 3).Draw(t, "contexts") {
		opts := []assembly.Option{assembly.At(rapid.Int64Range(1, last).Draw(t, "position"))}
		if rapid.Bool().Draw(t, "budget") {
			opts = append(opts, assembly.WithBudget(assembly.Budget{Total: rapid.IntRange(5, 90).Draw(t, "total"), Count: token.Characters}))
		}
		var built *assembly.Context
		if rapid.Bool().Draw(t, "norway") {
			built, err = norway.Assemble(ctx, tl, norway.Input{Ask: "Now?"}, rapid.SampledFrom(norways).Draw(t, "assembler"), opts...)
		} else {
			built, err = negotiator.Assemble(ctx, tl, negotiator.Input{Self: grants.PartyUK, Ask: "Now?"}, rapid.SampledFrom(negotiating).Draw(t, "assembler"), opts...)
		}
		if errors.As(err, new(*timeline.Undecodable)) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		recs = append(recs, recordOf(t, built, last+1))
	}
	page, err := log.Read(ctx, timeline.Query{})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range page.Events {
		events = append(events, e.Pending)
	}
	return events, recs
}

// edit does to a log what a hand does: it puts one event in, takes one out, swaps one for another or two of them, or changes one.
func edit(t *rapid.T, events []timeline.Pending) []timeline.Pending {
	out := slices.Clone(events)
	at := rapid.IntRange(0, len(out)-1).Draw(t, "at")
	other := func() timeline.Pending {
		p := happening(t, 99)
		if rapid.IntRange(0, 4).Draw(t, "does not decode") == 0 {
			p.Payload = []byte(`{"text":5}`)
		}
		return p
	}
	switch rapid.SampledFrom([]string{"insert", "append", "remove", "replace", "swap", "payload", "attribute", "time", "version"}).Draw(t, "edit") {
	case "insert":
		out = slices.Insert(out, at, other())
	case "append":
		out = append(out, other())
	case "remove":
		out = append(slices.Delete(out, at, at+1), happening(t, 98)) // so that the log does not end before the position
	case "replace":
		out[at] = other()
	case "swap":
		with := rapid.IntRange(0, len(out)-1).Draw(t, "with")
		out[at], out[with] = out[with], out[at]
	case "time":
		out[at].At += 3_600_000_000
	case "version":
		out[at].Version++
	case "payload":
		out[at].Payload = happening(t, 97).Payload
	case "attribute":
		changed := slices.Clone(out[at].Attributes)
		for i, a := range changed {
			with := happening(t, 96).Attributes
			if j := slices.IndexFunc(with, func(o timeline.Attribute) bool { return o.Name == a.Name }); j >= 0 {
				changed[i] = with[j]
			}
		}
		out[at].Attributes = changed
	}
	return out
}

// Whatever one edit does to a copy of a log, a context that is not made again as it was is told to be the log's.
func TestAnEditedLogIsNamed(t *testing.T) {
	told := map[trace.Cause]int{}
	rapid.Check(t, func(t *rapid.T) {
		events, recs := history(t)
		edited := timeline.Memory()
		if _, err := edited.Append(ctx, edit(t, events)...); err != nil {
			t.Skip(err) // what no log takes
		}
		tl, err := grants.Open(ctx, edited)
		if err != nil {
			t.Fatal(err)
		}
		for _, rec := range recs {
			o, err := theirs().Rebuild(ctx, tl.Store, rec)
			if err != nil {
				t.Fatal(err)
			}
			if told[o.Cause]++; o.Cause != trace.None && o.Cause != trace.LogDiffers {
				t.Fatalf("%s\nerror: %v\nrecorded: %s\nitems: %+v", o, o.Err, rec.Context, rec.Items)
			}
		}
	})
	if !testing.Short() && (told[trace.None] == 0 || told[trace.LogDiffers] == 0) {
		t.Errorf("the edits are too easy: %v", told)
	}
}

// On the same log another assembler is told to be one, and under another grant it is the schema.
func TestAnotherAssemblerIsNamed(t *testing.T) {
	told := map[trace.Cause]int{}
	rapid.Check(t, func(t *rapid.T) {
		events, recs := history(t)
		log := timeline.Memory()
		if _, err := log.Append(ctx, events...); err != nil {
			t.Fatal(err)
		}
		tl, err := grants.Open(ctx, log)
		if err != nil {
			t.Fatal(err)
		}
		for _, rec := range recs {
			roles := theirs()
			if rec.Role == "norway" {
				err = trace.RegisterAs(roles, rec.Role, rec.Assembler, rapid.SampledFrom(norways).Draw(t, "now"))
			} else {
				err = trace.RegisterAs(roles, rec.Role, rec.Assembler, rapid.SampledFrom(negotiating).Draw(t, "now"))
			}
			if err != nil {
				t.Fatal(err)
			}
			want := trace.AssemblerChanged
			if rapid.IntRange(0, 3).Draw(t, "grant") == 0 {
				other := *rec
				other.Grant = strings.Repeat("0", 64)
				rec, want = &other, trace.SchemaChanged
			}
			o, err := roles.Rebuild(ctx, tl.Store, rec)
			if err != nil {
				t.Fatal(err)
			}
			if told[o.Cause]++; o.Cause != trace.None && o.Cause != want {
				t.Fatalf("%s\nwant %s\nerror: %v\nrecorded: %s\nitems: %+v", o, want, o.Err, rec.Context, rec.Items)
			}
		}
	})
	if !testing.Short() && (told[trace.None] == 0 || told[trace.AssemblerChanged] == 0 || told[trace.SchemaChanged] == 0) {
		t.Errorf("the changes are too easy: %v", told)
	}
}
