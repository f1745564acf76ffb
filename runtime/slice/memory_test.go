package slice_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/slice"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/token"
	"github.com/grantgen/grantgen/runtime/world"
)

const adasFacts = "user:ada:facts"

var (
	recalled = &slice.Memory{Name: "facts", Pattern: "user:{self.user}:facts", Kinds: []string{"goal", "preference"}, Query: asked}
	summed   = &slice.Memory{Name: "sums", Pattern: "user:{self.user}:facts", Kinds: []string{"goal", "preference"}, Query: asked, Summarised: true}
	advice   = &assembly.Slot{Name: "fact", Register: assembly.Considered, Section: "facts"}
	retold   = &assembly.Slot{Name: "retold", Register: assembly.Generated, Section: "facts"}
)

// assistant is a call of Ada's assistant.
func assistant(query string, spec *slice.Memory) slice.Call {
	return slice.Call{
		Role:    &slice.Role{Name: "assistant", Slices: []slice.Spec{asked, spec}, Slots: []*assembly.Slot{advice, retold, binding}},
		Self:    []slice.Self{{Roster: "user", Value: selfName("ada")}},
		Queries: []slice.Query{{Slice: spec, Text: query}},
	}
}

type factView struct {
	assembly.Source[anyone]
	slice.Fact
}

type proseFact struct {
	assembly.Prose[anyone]
	slice.Fact
}

func readFact(src assembly.Source[anyone], f *slice.Fact) factView { return factView{src, *f} }

func readSum(src assembly.Prose[anyone], f *slice.Fact) proseFact { return proseFact{src, *f} }

// recallAll makes a part of every fact.
func recallAll(spec *slice.Memory) func(*slice.Session) {
	return func(s *slice.Session) {
		if spec.Summarised {
			for f := range slice.Summaries(s, spec, readSum) {
				slice.AddProse[anyone](s, retold, f.Text+" and what the view made of it", f.Prose)
			}
			return
		}
		for f := range slice.Facts(s, spec, readFact) {
			slice.Add[anyone](s, advice, f.Text, f, nil)
		}
	}
}

func recallBy(t *testing.T, store *world.Store, query string, spec *slice.Memory, opts ...assembly.Option) *assembly.Context {
	t.Helper()
	built, err := slice.Assemble(context.Background(), store, assistant(query, spec), recallAll(spec), opts...)
	if err != nil {
		t.Fatal(err)
	}
	return built
}

func emptyWorld(t testing.TB, opts ...world.Option) *world.Store {
	t.Helper()
	store, err := world.OpenStore(context.Background(), timeline.Memory(), nil, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return store
}

// remember appends a fact and returns its id; the n-th event is a day after the one before.
func remember(t testing.TB, store *world.Store, scope string, kind memory.Kind, text string) timeline.ID {
	t.Helper()
	p, err := memory.Scope{Name: scope}.Remember(kind, text)
	return put(t, store, p, err)
}

func put(t testing.TB, store *world.Store, p timeline.Pending, err error) timeline.ID {
	t.Helper()
	last, lastErr := store.Last(context.Background())
	if err := errors.Join(err, lastErr); err != nil {
		t.Fatal(err)
	}
	if p.ID.IsZero() {
		p.ID = timeline.DeriveID("memory test", fmt.Sprint(last+1))
	}
	p.At = time.Date(2026, 1, int(last+1), 12, 0, 0, 0, time.UTC).UnixMicro()
	if _, err := store.Commit(context.Background(), p); err != nil {
		t.Fatal(err)
	}
	return p.ID
}

func forget(t testing.TB, store *world.Store, scope string, fact timeline.ID) {
	t.Helper()
	p, err := memory.Scope{Name: scope}.Forget(fact)
	put(t, store, p, err)
}

func reconfirm(t testing.TB, store *world.Store, scope string, fact timeline.ID) {
	t.Helper()
	p, err := memory.Scope{Name: scope}.Reconfirm(fact)
	put(t, store, p, err)
}

func saidBy(parts []assembly.Part) []string {
	out := []string{}
	for _, p := range parts {
		out = append(out, p.Content)
	}
	return out
}

func notes(c *assembly.Context) []string {
	out := []string{}
	for _, n := range c.Notes {
		out = append(out, n.Kind+": "+n.Text)
	}
	return out
}

func differs[T any](t *testing.T, what string, want, got T) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func TestFactsAreTheBestOfWhatIsGranted(t *testing.T) {
	store := emptyWorld(t)
	tea := remember(t, store, adasFacts, memory.Preference, "Ada takes her tea strong.")
	remember(t, store, adasFacts, memory.Identity, "Ada grows tea.") // of no granted kind
	remember(t, store, "user:bob:facts", memory.Preference, "Bob takes no tea.")
	gone := remember(t, store, adasFacts, memory.Goal, "Ada wants to sell tea.")
	long := remember(t, store, adasFacts, memory.Preference, "Tea:\nblack\ngreen\nwhite\nmint")
	remember(t, store, adasFacts, memory.Goal, "Ada wants to learn to sail.")
	remember(t, store, adasFacts, memory.Goal, "Ada wants tea plants, tea pots and tea books.")
	remember(t, store, adasFacts, memory.Goal, "Ada wants less tea.")
	forget(t, store, "user:bob:facts", tea) // of another scope: nothing
	forget(t, store, adasFacts, gone)

	built := recallBy(t, store, "Previously, what about tea?", recalled)
	differs(t, "facts", []string{"Ada wants tea plants, tea pots and tea books.", "Ada wants less tea.", "Tea:\nblack\ngreen (2 more lines)"}, saidBy(built.Parts))
	differs(t, "notes", []string{}, notes(built))
	ref := assembly.MemoryRef{Memory: long.String(), Scope: adasFacts, Event: long.String()}
	if built.Read[2] != assembly.Ref(ref) || len(built.Read) != 3 || built.Describe().More == nil {
		t.Errorf("read: %v", built.Read)
	}
	if !strings.Contains(built.Describe().String(), `{"memory":"`+long.String()+`","scope":"user:ada:facts","event":"`+long.String()+`"}`) {
		t.Error(built.Describe())
	}

	one := *recalled
	one.Top, one.Lines = 1, 1
	one.Kinds = []string{"preference"}
	differs(t, "one", []string{"Tea: (4 more lines)"}, saidBy(recallBy(t, store, "Previously: tea, black or green?", &one).Parts))
	differs(t, "earlier", []string{"Ada wants to sell tea.", "Ada takes her tea strong."}, saidBy(recallBy(t, store, "previously, tea", recalled, assembly.At(4)).Parts))
	differs(t, "at 0", []string{}, saidBy(recallBy(t, store, "previously, tea", recalled, assembly.At(0)).Parts))
}

// The date is that of learning, in UTC, also after a confirmation.
func TestLearnt(t *testing.T) {
	store := emptyWorld(t)
	tea := remember(t, store, adasFacts, memory.Preference, "Ada likes tea.")
	reconfirm(t, store, adasFacts, tea)
	_, err := slice.Assemble(context.Background(), store, assistant("last time: tea", recalled), func(s *slice.Session) {
		for f := range slice.Facts(s, recalled, readFact) {
			if want := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC); f.Learnt != want || f.Kind != "preference" {
				t.Errorf("%v, %s", f.Learnt, f.Kind)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Memory is looked for only where the query asks for it; where not, nothing is read, and Describe says so.
func TestTheNeedDecision(t *testing.T) {
	store := emptyWorld(t)
	remember(t, store, adasFacts, memory.Preference, "Ada likes tea.")
	for _, trigger := range memory.Triggers {
		for _, query := range []string{trigger + " tea", "Tea: " + strings.ToUpper(trigger) + "!", strings.ToLower(trigger) + "tea tea"} {
			differs(t, query, []string{"Ada likes tea."}, saidBy(recallBy(t, store, query, recalled).Parts))
		}
	}
	for _, query := range []string{"", "tea", "What tea do I like?", "previous tea"} {
		built := recallBy(t, store, query, recalled)
		differs(t, query, []string{"not needed: memory slice 'facts': its query asks for none"}, notes(built))
		if len(built.Read) != 0 || len(built.Parts) != 0 {
			t.Errorf("%q: %+v", query, built)
		}
	}
	own := *recalled
	own.Triggers = []string{"wie damals"}
	differs(t, "an own list", []string{"Ada likes tea."}, saidBy(recallBy(t, store, "WIE DAMALS: tea", &own).Parts))
	differs(t, "an own list, not met", []string{}, saidBy(recallBy(t, store, "previously: tea", &own).Parts))
	own.Triggers = []string{}
	differs(t, "an empty list", []string{}, saidBy(recallBy(t, store, "previously: tea", &own).Parts))
}

// An application's need function sees the query and nothing else, once a call, before the session opens.
func TestTheNeedSeesTheQueryAlone(t *testing.T) {
	var seen []string
	store := emptyWorld(t, world.WithNeed(func(input string) bool { seen = append(seen, input); return strings.HasSuffix(input, "?") }))
	remember(t, store, adasFacts, memory.Preference, "Ada likes tea.")
	differs(t, "no", []string{"not needed: memory slice 'facts': its query asks for none"}, notes(recallBy(t, store, "previously tea", recalled)))
	built := recallBy(t, store, "tea?", recalled)
	differs(t, "yes", []string{"Ada likes tea."}, saidBy(built.Parts))
	differs(t, "queries", []string{"previously tea", "tea?"}, seen)
	again := recallBy(t, store, "tea?", recalled, assembly.At(built.UptoSeq))
	differs(t, "rebuilt", built.Describe().String(), again.Describe().String())
}

// A call that asks its memory slice nothing is refused before anything is read.
func TestACallWithoutAQuery(t *testing.T) {
	call := assistant("", recalled)
	call.Queries = nil
	_, err := slice.Assemble(context.Background(), emptyWorld(t), call, recallAll(recalled))
	if !errors.Is(err, slice.ErrInput) || err.Error() != "assistant@ada: input 'facts' is asked nothing" {
		t.Error(err)
	}
}

// A layout with a memory section of so many characters.
func withLayout(call slice.Call, allowed, budget int, fresh assembly.Fresh) slice.Call {
	role := *call.Role
	role.Layout = &assembly.Layout{Name: "chat", Allowed: allowed, Counter: token.Characters, Sections: []assembly.Section{
		{Name: "facts", Budget: budget, Memory: true, Fresh: fresh},
		{Name: "goal", Budget: 100, Keep: true},
	}}
	goal := *binding
	goal.Section = "goal"
	role.Slots = []*assembly.Slot{advice, retold, &goal}
	call.Role = &role
	return call
}

// The valve: all of memory goes in, or none and a notice stands in its place.
func TestTheValve(t *testing.T) {
	const long = "Ada wants tea plants, and a house in the hills to keep them all in, with a view of the sea."
	store := emptyWorld(t)
	remember(t, store, adasFacts, memory.Preference, "Ada likes tea.")
	remember(t, store, adasFacts, memory.Goal, long)
	assemble := func(allowed, budget int) *assembly.Context {
		call := withLayout(assistant("previously: tea", recalled), allowed, budget, assembly.Fresh{})
		built, err := slice.Assemble(context.Background(), store, call, func(s *slice.Session) {
			src := slice.GivenSource[anyone](s, asked, timeline.ID{})
			slice.Add(s, call.Role.Slots[2], "previously: tea", assembly.Citation[anyone](src), nil)
			recallAll(recalled)(s)
		})
		if err != nil {
			t.Fatal(err)
		}
		return built
	}
	open := assemble(1000, 500)
	differs(t, "open", []string{"previously: tea", "Ada likes tea.", long}, saidBy(open.Parts))
	for name, shut := range map[string]*assembly.Context{"its section is full": assemble(1000, 120), "the total is": assemble(open.Used-1, 500)} {
		differs(t, name, []string{"previously: tea"}, saidBy(shut.Parts))
		differs(t, name, []string{"Ada likes tea.", long}, saidBy(shut.Shed))
		if len(shut.Notes) != 1 || shut.Notes[0].Kind != "notice" || !shut.Sections[0].Notice {
			t.Errorf("%s: %v", name, shut.Notes)
		}
	}
}

// Age is counted from the last confirmation, and the section's rule decides.
func TestFreshness(t *testing.T) {
	store := emptyWorld(t)
	old := remember(t, store, adasFacts, memory.Preference, "Ada likes tea.")
	remember(t, store, adasFacts, memory.Goal, "Ada wants tea plants.")
	on := func(month time.Month, day int, stale string) (*assembly.Context, error) {
		call := withLayout(assistant("previously: tea", recalled), 1000, 500, assembly.Fresh{Kind: "days", Days: 30, Stale: stale})
		call.Now = time.Date(2026, month, day, 12, 0, 0, 0, time.UTC)
		return slice.Assemble(context.Background(), store, call, recallAll(recalled))
	}
	// 31 days after the first was learnt, 30 after the second.
	late := func(stale string) (*assembly.Context, error) { return on(time.February, 1, stale) }
	both := []string{"Ada likes tea.", "Ada wants tea plants."}
	young, err := on(time.January, 31, "refuse")
	if err != nil {
		t.Fatal(err)
	}
	differs(t, "young enough", both, saidBy(young.Parts))
	differs(t, "young enough", []string{}, notes(young))
	flagged, err := late("")
	if err != nil {
		t.Fatal(err)
	}
	differs(t, "flagged", both, saidBy(flagged.Parts))
	differs(t, "flagged", []string{"stale: 31 days old, 30 allowed"}, notes(flagged))
	if _, err := late("refuse"); !errors.Is(err, assembly.ErrStaleItem) {
		t.Errorf("refused: %v", err)
	}
	dropped, err := late("drop")
	if err != nil {
		t.Fatal(err)
	}
	differs(t, "dropped", both[1:], saidBy(dropped.Parts))
	differs(t, "dropped", both[:1], saidBy(dropped.Shed))

	reconfirm(t, store, adasFacts, old)
	fresh, err := late("refuse")
	if err != nil {
		t.Fatal(err)
	}
	differs(t, "confirmed", both, saidBy(fresh.Parts))
}

// Summaries are prose: only a generated part may cite one, and it goes in as it was handed out.
func TestSummaries(t *testing.T) {
	calls := 0
	store := emptyWorld(t, world.WithSummary(func(f memory.Fact, text string, lines int) string {
		calls++
		return fmt.Sprintf("%s of %d lines: %s\n2\n3\n4", f.Kind, lines, strings.ToUpper(text))
	}))
	remember(t, store, adasFacts, memory.Preference, "Ada likes tea.")
	built := recallBy(t, store, "previously: tea", summed)
	differs(t, "summaries", []string{"preference of 3 lines: ADA LIKES TEA.\n2\n3 (1 more line) (2026-01-01)"}, saidBy(built.Parts))
	_, err := slice.Assemble(context.Background(), store, assistant("previously: tea", summed), func(s *slice.Session) {
		for f := range slice.Facts(s, summed, readFact) { // by hand; generated code has no such door
			slice.Add[anyone](s, advice, f.Text, f, nil)
		}
	})
	if !errors.Is(err, assembly.ErrMislabelled) {
		t.Errorf("prose as considered: %v", err)
	}
	calls = 0
	differs(t, "facts", []string{"Ada likes tea."}, saidBy(recallBy(t, store, "previously: tea", recalled).Parts))
	if calls != 0 {
		t.Error("what is not summarised was summarised")
	}
	differs(t, "without a function", []string{"Ada likes tea. (2026-01-01)"}, saidBy(recallBy(t, func() *world.Store {
		plain := emptyWorld(t)
		remember(t, plain, adasFacts, memory.Preference, "Ada likes tea.")
		return plain
	}(), "previously: tea", summed).Parts))
}

func TestMemoryIsRefusedLikeAnyOther(t *testing.T) {
	store := emptyWorld(t)
	remember(t, store, adasFacts, memory.Preference, "Ada likes tea.")
	other := *recalled
	call := assistant("previously: tea", &other)
	_, err := slice.Assemble(context.Background(), store, call, recallAll(recalled))
	if !errors.Is(err, assembly.ErrNotGranted) || err.Error() != "assistant@ada: scope 'user:ada:facts' is not in this grant" {
		t.Error(err)
	}
	// A fact that another call read is named only if this grant may read it.
	var foreign factView
	if _, err := slice.Assemble(context.Background(), store, call, func(s *slice.Session) {
		for f := range slice.Facts(s, &other, readFact) {
			foreign = f
		}
	}); err != nil {
		t.Fatal(err)
	}
	goals, elsewhere := *recalled, *recalled
	goals.Kinds = []string{"goal"}
	elsewhere.Pattern = "user:{self.user}:notes"
	for want, spec := range map[string]*slice.Memory{"MemoryRef(memory=": recalled, "MemoryRef(not granted)": &goals, "MemoryRef(not granted),": &elsewhere} {
		_, err := slice.Assemble(context.Background(), store, assistant("", spec), func(s *slice.Session) {
			slice.Add[anyone](s, advice, "x", foreign, nil)
		})
		if !errors.Is(err, assembly.ErrUncitedSource) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	forget(t, store, adasFacts, timeline.DeriveID("memory test", "1"))
	_, err = slice.Assemble(context.Background(), store, assistant("", recalled), func(s *slice.Session) {
		slice.Add[anyone](s, advice, "x", foreign, nil)
	})
	if !errors.Is(err, assembly.ErrUncitedSource) || !strings.Contains(err.Error(), "MemoryRef(not granted)") {
		t.Errorf("a forgotten one: %v", err)
	}
}

// Without catching up, a memory that the fold has not seen is a stale read; where none is needed nothing is read.
func TestAMemoryFoldThatIsBehind(t *testing.T) {
	for name, store := range map[string]*world.Store{
		"own search": emptyWorld(t),
		"searcher":   emptyWorld(t, world.WithSearcher(memory.SearcherFunc(func(context.Context, string, string, []memory.Doc, int) ([]string, error) { return nil, nil }))),
	} {
		remember(t, store, adasFacts, memory.Preference, "Ada likes tea.")
		_, err := slice.Assemble(context.Background(), store, assistant("previously: tea", recalled), recallAll(recalled), assembly.NoCatchUp())
		if !errors.Is(err, assembly.ErrStaleRead) || err.Error() != "assistant@ada: the memory fold is at 0 and this slice reads at 1" {
			t.Errorf("%s: %v", name, err)
		}
		recallBy(t, store, "tea", recalled, assembly.NoCatchUp())
		if err := store.CatchUp(context.Background(), 1); err != nil {
			t.Fatal(err)
		}
		for range 2 { // what a search records does not make the fold stale
			recallBy(t, store, "previously: tea", recalled, assembly.NoCatchUp())
		}
	}
}

// An unreadable fact is found by nobody, and the record says that there is one.
func TestAnUnreadableFact(t *testing.T) {
	store := emptyWorld(t)
	remember(t, store, adasFacts, memory.Preference, "Ada likes tea.")
	p, err := memory.Scope{Name: adasFacts}.Remember(memory.Preference, "tea")
	if err != nil {
		t.Fatal(err)
	}
	p.ID, p.At = timeline.DeriveID("odd"), 1
	p.Payload = []byte(`{"text":7}`)
	if _, err := store.Log().Append(context.Background(), p); err != nil {
		t.Fatal(err)
	}
	p.ID, p.Version, p.Payload = timeline.DeriveID("newer"), memory.Version+1, []byte(`{"text":"tea","cites":[]}`)
	if _, err := store.Log().Append(context.Background(), p); err != nil {
		t.Fatal(err)
	}
	built := recallBy(t, store, "previously: tea", recalled)
	differs(t, "facts", []string{"Ada likes tea."}, saidBy(built.Parts))
	differs(t, "notes", []string{"unreadable: memory slice 'facts': facts that cannot be read: 2"}, notes(built))
}
