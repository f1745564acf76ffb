package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/examples/fisheries/grants"
	"github.com/grantgen/grantgen/examples/fisheries/grants/chronicler"
	"github.com/grantgen/grantgen/examples/fisheries/grants/negotiator"
	"github.com/grantgen/grantgen/examples/fisheries/grants/norway"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/belief"
	chron "github.com/grantgen/grantgen/runtime/chronicle"
	"github.com/grantgen/grantgen/runtime/prompt"
	"github.com/grantgen/grantgen/runtime/slice"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/token"
)

// want checks an error's text (after the role's name), its sentinel and its type.
func want[E error](t *testing.T, err error, text string, sentinel error) E {
	t.Helper()
	var typed E
	if err == nil {
		t.Fatalf("no error, want %q", text)
	}
	if !strings.HasSuffix(err.Error(), text) {
		t.Errorf("the error says\n  %s\nwant\n  %s", err, text)
	}
	if sentinel != nil && !errors.Is(err, sentinel) {
		t.Errorf("errors.Is(%v, %v) is false", err, sentinel)
	}
	if !errors.As(err, &typed) {
		t.Errorf("errors.As(%v, %T) is false", err, typed)
	}
	return typed
}

func TestStaleRead(t *testing.T) {
	ctx := context.Background()
	tl := opening(t, timeline.Memory())
	_, err := norway.Assemble(ctx, tl, norway.Input{Ask: ask}, nil, assembly.At(5))
	want[*assembly.StaleRead](t, err, "the log ends before 5", assembly.ErrStaleRead)

	if err := tl.CatchUp(ctx, 3); err != nil {
		t.Fatal(err)
	}
	// An event that the fold does not claim makes nothing stale.
	if _, err := tl.Append(ctx, grants.OfferMade{Party: grants.PartyEU, Text: "No."}); err != nil {
		t.Fatal(err)
	}
	if _, err := norway.Assemble(ctx, tl, norway.Input{Ask: ask}, nil, assembly.NoCatchUp()); err != nil {
		t.Errorf("a foreign event made the fold stale: %v", err)
	}
	if _, err := tl.Append(ctx, grants.Held(grants.PartyEU).Position(id("uk"), id("mackerel")).Revise("hold")); err != nil {
		t.Fatal(err)
	}
	_, err = norway.Assemble(ctx, tl, norway.Input{Ask: ask}, nil, assembly.NoCatchUp())
	stale := want[*assembly.StaleRead](t, err, fmt.Sprintf("the belief fold is at %d and this slice reads at 5", foldAt(t, tl)), assembly.ErrStaleRead)
	if stale != nil && stale.ReadAt != 5 {
		t.Errorf("ReadAt is %d", stale.ReadAt)
	}
	if _, err := norway.Assemble(ctx, tl, norway.Input{Ask: ask}, nil); err != nil {
		t.Errorf("plain Assemble does not bring the fold up: %v", err)
	}
	if _, err := norway.Assemble(ctx, tl, norway.Input{Ask: ask}, nil, assembly.At(3), assembly.NoCatchUp()); err != nil {
		t.Errorf("a fold that is ahead is read as of the position: %v", err)
	}
}

func foldAt(t *testing.T, tl *grants.Timeline) int64 {
	t.Helper()
	at, err := tl.Beliefs().Position(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func TestNotGranted(t *testing.T) {
	ctx := context.Background()
	tl := opening(t, timeline.Memory())
	_, err := negotiator.Assemble(ctx, tl, negotiator.Input{Self: grants.Party(9), Ask: ask}, nil)
	want[*assembly.NotGranted](t, err, "self '9' is not in the roster 'party'", assembly.ErrNotGranted)
	_, err = negotiator.Assemble(ctx, tl, negotiator.Input{Ask: ask}, nil)
	want[*slice.InputError](t, err, "input 'self.party' is empty (Input.Self)", slice.ErrInput)
	_, err = norway.Assemble(ctx, tl, norway.Input{}, nil)
	want[*slice.InputError](t, err, "input 'ask' is empty", slice.ErrInput)
}

func TestUncitedSource(t *testing.T) {
	ctx := context.Background()
	tl := opening(t, timeline.Memory())
	var kept norway.RoomOfferMade
	if _, err := norway.Assemble(ctx, tl, norway.Input{Ask: ask}, func(g *norway.Grant, p *norway.Parts) {
		for o := range g.Room().OfferMade() {
			kept = o
		}
	}); err != nil {
		t.Fatal(err)
	}
	// What another call read, though this grant may read it too.
	_, err := norway.Assemble(ctx, tl, norway.Input{Ask: ask}, func(g *norway.Grant, p *norway.Parts) { p.Offer("again", kept) })
	uncited := want[*assembly.UncitedSource](t, err, "which this grant never handed out", assembly.ErrUncitedSource)
	if uncited != nil && !strings.Contains(err.Error(), "part 'offer' cites EventRef(seq=3, event=") {
		t.Errorf("the error says %s", err)
	}
	// A zero view.
	_, err = norway.Assemble(ctx, tl, norway.Input{Ask: ask}, func(g *norway.Grant, p *norway.Parts) { p.Offer("zero", norway.RoomOfferMade{}) })
	want[*assembly.UncitedSource](t, err, "which this grant never handed out", assembly.ErrUncitedSource)
	// What another member of the family read: the compiler cannot tell them apart, and the error tells no more than the kind.
	var theirs negotiator.OwnHeldPosition
	if _, err := negotiator.Assemble(ctx, tl, negotiator.Input{Self: grants.PartyUK, Ask: ask}, func(g *negotiator.Grant, p *negotiator.Parts) {
		for b := range g.Own().Held().Position() {
			theirs = b
		}
	}); err != nil {
		t.Fatal(err)
	}
	_, err = negotiator.Assemble(ctx, tl, negotiator.Input{Self: grants.PartyNorway, Ask: ask}, func(g *negotiator.Grant, p *negotiator.Parts) {
		p.Belief(theirs.Value, theirs)
	})
	want[*assembly.UncitedSource](t, err, "part 'belief' cites StateRef(not granted), which this grant never handed out", assembly.ErrUncitedSource)
}

func TestMislabelledPart(t *testing.T) {
	ctx := context.Background()
	tl, _ := closedRound(t)
	_, err := negotiator.Assemble(ctx, tl, negotiator.Input{Self: grants.PartyNorway, Ask: ask}, func(g *negotiator.Grant, p *negotiator.Parts) {
		for range g.Past() {
		}
	})
	want[*assembly.MislabelledPart](t, err, "section '1-3' was read, but no generated part cites it", assembly.ErrMislabelled)
	// Looking for `since:` is not reading.
	if _, err := negotiator.Assemble(ctx, tl, negotiator.Input{Self: grants.PartyNorway, Ask: ask}, func(g *negotiator.Grant, p *negotiator.Parts) {
		for o := range g.Room().OfferMade() {
			p.Offer(o.Text, o)
		}
	}); err != nil {
		t.Error(err)
	}
	// Through the public runtime, prose in another register.
	type role struct{}
	spec := &slice.Chronicle{Name: "past", Pattern: "chronicle:public"}
	past := &assembly.Slot{Name: "past", Register: assembly.Considered}
	call := slice.Call{Role: &slice.Role{Name: "byhand", Slices: []slice.Spec{spec}, Slots: []*assembly.Slot{past}}}
	_, err = slice.Assemble(ctx, tl.Store, call, func(s *slice.Session) {
		for src := range slice.Sections(s, spec, func(src assembly.Prose[role], _ string) assembly.Prose[role] { return src }) {
			slice.AddProse(s, past, "They all agreed.", src)
		}
	})
	want[*assembly.MislabelledPart](t, err, "part 'past' cites chronicle prose as considered", assembly.ErrMislabelled)
}

func TestBudgetExceeded(t *testing.T) {
	tl := opening(t, timeline.Memory())
	_, err := norway.Assemble(context.Background(), tl, norway.Input{Ask: ask}, nil, assembly.WithBudget(assembly.Budget{Total: 10, Count: token.Characters}))
	over := want[*assembly.BudgetExceeded](t, err, "the binding parts alone come to 44 against a total of 10", assembly.ErrBudgetExceeded)
	if over != nil && len(over.Parts) != 1 {
		t.Errorf("the error lists %v", over.Parts)
	}
}

func TestAssemblyErrors(t *testing.T) {
	ctx := context.Background()
	tl := opening(t, timeline.Memory())
	// A grant used after its call panics with the error.
	var kept *norway.Grant
	if _, err := norway.Assemble(ctx, tl, norway.Input{Ask: ask}, func(g *norway.Grant, p *norway.Parts) { kept = g }); err != nil {
		t.Fatal(err)
	}
	func() {
		defer func() {
			err, _ := recover().(error)
			want[*assembly.AssemblyError](t, err, "this grant is used after its call", assembly.ErrAssembly)
		}()
		for range kept.Room().OfferMade() {
		}
	}()
	// A source that is nil.
	_, err := norway.Assemble(ctx, tl, norway.Input{Ask: ask}, func(g *norway.Grant, p *norway.Parts) { p.Offer("from nowhere", nil) })
	want[*assembly.AssemblyError](t, err, "part 'offer' cites nothing", assembly.ErrAssembly)

	// Grants made by hand.
	type role struct{}
	room := &slice.Log{Name: "room", Clauses: []timeline.Clause{{Key: timeline.Key{Namespace: "fisheries", Type: "OfferMade"}}}}
	own := &slice.Beliefs{Name: "own_beliefs", Namespace: "fisheries", Predicates: []string{"position"}, Scopes: []slice.Scope{{Name: "held", Pattern: "party:norway:held"}}}
	call := slice.Call{Role: &slice.Role{Name: "byhand", Slices: []slice.Spec{room, own}}}
	read := func(s *slice.Session) {
		for range slice.Held(s, own, "held", "position", func(assembly.Source[role], *slice.Belief) int { return 0 }) {
		}
	}
	if err := tl.CatchUp(ctx, 3); err != nil {
		t.Fatal(err)
	}
	s, err := slice.Open(ctx, tl.Store, call)
	if err != nil {
		t.Fatal(err)
	}
	read(s)
	_, err = slice.AssembleWith(s, read)
	want[*assembly.AssemblyError](t, err, "this grant was already read from", assembly.ErrAssembly)

	if _, err := tl.Append(ctx, grants.OfferMade{Party: grants.PartyEU, Text: "No."}, grants.OfferMade{Party: grants.PartyEU, Text: "No!"}); err != nil {
		t.Fatal(err)
	}
	if s, err = slice.Open(ctx, tl.Store, call); err != nil {
		t.Fatal(err)
	}
	s.Move("room", 3)
	_, err = slice.AssembleWith(s, read)
	want[*assembly.AssemblyError](t, err, "the slices of this grant read at different positions: room at 3, own_beliefs at 5", assembly.ErrAssembly)

	// By name, a scope that is not in the grant.
	_, err = slice.Assemble(ctx, tl.Store, call, func(s *slice.Session) {
		for range slice.Held(s, own, "party:uk:held", "position", func(assembly.Source[role], *slice.Belief) int { return 0 }) {
		}
	})
	want[*assembly.NotGranted](t, err, "scope 'party:uk:held' is not in this grant", assembly.ErrNotGranted)

	// A slice opened by hand, whose fold is behind.
	if _, err := tl.Append(ctx, grants.Held(grants.PartyEU).Position(id("uk"), id("mackerel")).Revise("hold")); err != nil {
		t.Fatal(err)
	}
	if s, err = slice.Open(ctx, tl.Store, call); err != nil {
		t.Fatal(err)
	}
	_, err = slice.AssembleWith(s, read)
	want[*assembly.StaleRead](t, err, fmt.Sprintf("the belief fold is at %d and this slice reads at 6", foldAt(t, tl)), assembly.ErrStaleRead)
}

func TestAPanicComesBackWithWhatWasRead(t *testing.T) {
	tl := opening(t, timeline.Memory())
	_, err := norway.Assemble(context.Background(), tl, norway.Input{Ask: ask}, func(g *norway.Grant, p *norway.Parts) {
		p.Ask(g.Ask())
		for range g.OwnBeliefs().Held().Position() {
		}
		for range g.Room().OfferMade() {
			panic("lost")
		}
	})
	failed := want[*assembly.Failed](t, err, "the assembler panicked: lost", assembly.ErrFailed)
	if failed != nil && len(failed.Read) != 3 {
		t.Errorf("what had been read is %v, want three refs", failed.Read)
	}
}

// An undecodable belief of the UK changes nothing for Norway, and no error text holds what was refused.
func TestAnUnreadableBeliefIsAnErrorOnlyWhereItsScopeIsRead(t *testing.T) {
	ctx := context.Background()
	tl := opening(t, timeline.Memory())
	before, err := norway.Assemble(ctx, tl, norway.Input{Ask: ask}, nil)
	if err != nil {
		t.Fatal(err)
	}
	bad, err := belief.Key{Namespace: "fisheries", Predicate: "position", Scope: "party:uk:held"}.Revise(
		[]belief.Subject{{Name: "party", Value: id("uk")}, {Name: "stock", Value: id("mackerel")}}, []byte(`{"the secret is":"5%"}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tl.Commit(ctx, bad); err != nil {
		t.Fatal(err)
	}
	after, err := norway.Assemble(ctx, tl, norway.Input{Ask: ask}, nil)
	if err != nil {
		t.Fatalf("a belief of the UK stops Norway: %v", err)
	}
	after.UptoSeq = before.UptoSeq
	if a, b := before.Describe().String(), after.Describe().String(); a != b {
		t.Errorf("a belief of the UK moves Norway's prompt:\n%s\n%s", a, b)
	}
	_, err = negotiator.Assemble(ctx, tl, negotiator.Input{Self: grants.PartyUK, Ask: ask}, nil)
	want[*timeline.Undecodable](t, err, `field "value" is not a string`, nil)
	if strings.Contains(err.Error(), "secret") || !strings.Contains(err.Error(), "event 4 (grantgen.BeliefRevised version 1)") {
		t.Errorf("the error says %s", err)
	}
}

// closedRound is the second story's log up to the section.
func closedRound(t *testing.T) (*grants.Timeline, timeline.Range) {
	t.Helper()
	ctx := context.Background()
	tl, err := grants.Open(ctx, timeline.Memory())
	if err != nil {
		t.Fatal(err)
	}
	round, err := tl.Append(ctx, grants.OfferMade{Party: grants.PartyUK, Text: "12%."}, grants.OfferMade{Party: grants.PartyNorway, Text: "5%."},
		grants.SideTalk{Party: grants.PartyUK, Audience: grants.PartySetOf(grants.PartyUK, grants.PartyEU), Text: "Hold."})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tl.Append(ctx, grants.OfferMade{Party: grants.PartyUK, Text: "10%."}); err != nil {
		t.Fatal(err)
	}
	if _, err := chronicler.WritePublic(ctx, tl, chronicler.Input{Round: round}, nil, says("The UK opened at 12%.")); err != nil {
		t.Fatal(err)
	}
	return tl, round
}

func says(text string) slice.Model {
	return slice.ModelFunc(func(context.Context, prompt.Prompt) (string, error) { return text, nil })
}

func TestSectionsDoNotOverlapAndStandOnce(t *testing.T) {
	ctx := context.Background()
	tl, round := closedRound(t)
	_, err := chronicler.WritePublic(ctx, tl, chronicler.Input{Round: timeline.Range{From: 2, To: 4}}, nil, says("Again."))
	want[*chron.Overlap](t, err, "events 2 to 4 overlap the section over 1 to 3 of chronicle:public", nil)

	nobody := slice.ModelFunc(func(context.Context, prompt.Prompt) (string, error) {
		t.Error("the model is asked again for a section that stands")
		return "Other words.", nil
	})
	last, _ := tl.Last(ctx)
	for _, in := range []chronicler.Input{{Round: round}, {Through: round.To}} {
		section, err := chronicler.WritePublic(ctx, tl, in, nil, nobody)
		if err != nil || section.Prose != "The UK opened at 12%." {
			t.Errorf("%+v: %q (%v)", in, section.Prose, err)
		}
	}
	if now, _ := tl.Last(ctx); now != last {
		t.Errorf("a section that stands was appended again: the log ends at %d, was %d", now, last)
	}
	// From right after the last section.
	section, err := chronicler.WritePublic(ctx, tl, chronicler.Input{Through: 4}, nil, says("The UK moved."))
	if err != nil || section.ID != "4-4" {
		t.Errorf("section %s (%v)", section.ID, err)
	}
	if _, err := chronicler.WritePublic(ctx, tl, chronicler.Input{Round: timeline.Range{From: 40, To: 41}}, nil, says("x")); !errors.Is(err, assembly.ErrStaleRead) {
		t.Errorf("a range past the end: %v", err)
	}
	if _, err := chronicler.WritePublic(ctx, tl, chronicler.Input{Through: 2}, nil, says("x")); !errors.Is(err, slice.ErrInput) {
		t.Errorf("Through before the last section: %v", err)
	}
}

// A context at an old position never changes, whatever is appended later.
func TestASectionIsVisibleFromItsEventOn(t *testing.T) {
	ctx := context.Background()
	tl, _ := closedRound(t)
	for at, sections := range map[int64]int{4: 0, 5: 1} {
		built, err := negotiator.Assemble(ctx, tl, negotiator.Input{Self: grants.PartyNorway, Ask: ask}, nil, assembly.At(at))
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		for _, r := range built.Read {
			if _, ok := r.(assembly.SectionRef); ok {
				got++
			}
		}
		if got != sections {
			t.Errorf("at %d: %d sections, want %d", at, got, sections)
		}
	}
}

// Sources and views print granted fields and nothing else, however they are printed.
func TestViewsPrintTheirFieldsOnly(t *testing.T) {
	tl := opening(t, timeline.Memory())
	if _, err := norway.Assemble(context.Background(), tl, norway.Input{Ask: ask}, func(g *norway.Grant, p *norway.Parts) {
		_, src := g.Ask()
		for o := range g.Room().OfferMade() {
			held := struct{ o norway.RoomOfferMade }{o}
			var logged strings.Builder
			slog.New(slog.NewTextHandler(&logged, nil)).Info("view", "src", src, "held", struct{ src norway.Source }{src})
			//lint:ignore SA9005 that nothing comes out is what is tested
			raw, err := json.Marshal(src)
			if err != nil {
				t.Error(err)
			}
			for _, text := range []string{fmt.Sprintf("%v %+v %#v %s %q", src, src, src, src, src), string(raw), logged.String()} {
				for _, stored := range []string{"12%", "settle", "cut 5%", "Respond"} {
					if strings.Contains(text, stored) {
						t.Errorf("a source prints stored text: %s", text)
					}
				}
			}
			if text := fmt.Sprintf("%+v", o); !strings.Contains(text, "UK") || strings.Contains(text, "0x") {
				t.Errorf("a view prints %s", text)
			}
			if text := fmt.Sprintf("%+v", held); strings.Contains(text, "cut 5%") || strings.Contains(text, "settle") {
				t.Errorf("a holder of a view prints %s", text)
			}
			view, err := json.Marshal(o)
			if err != nil || strings.Contains(string(view), "seq") {
				t.Errorf("a view in JSON is %s (%v)", view, err)
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
}
