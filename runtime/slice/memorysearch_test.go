package slice_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/slice"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/world"
)

const aboutTea = "previously: a secret about tea"

// newestFirst is a search of an application's own.
func newestFirst(_ context.Context, _, _ string, facts []memory.Doc, top int) ([]string, error) {
	var ids []string
	for _, d := range slices.Backward(facts) {
		ids = append(ids, d.Fact.ID)
	}
	return ids[:min(top, len(ids))], nil
}

// counted says how often a searcher was called.
type counted struct {
	memory.Searcher
	mu    sync.Mutex
	calls int
}

func (c *counted) Search(ctx context.Context, scope, query string, facts []memory.Doc, top int) ([]string, error) {
	c.mu.Lock()
	c.calls++
	c.mu.Unlock()
	return c.Searcher.Search(ctx, scope, query, facts, top)
}

// teaWorld is a world of two facts about tea, one about sailing, and two that may not be found.
func teaWorld(t testing.TB, opts ...world.Option) *world.Store {
	t.Helper()
	store := emptyWorld(t, opts...)
	remember(t, store, adasFacts, memory.Preference, "Ada likes tea.")
	remember(t, store, adasFacts, memory.Goal, "Ada wants tea plants.")
	remember(t, store, adasFacts, memory.Identity, "Ada is hidden.")
	remember(t, store, "user:bob:facts", memory.Goal, "Bob is hidden.")
	remember(t, store, adasFacts, memory.Goal, "Ada sails.")
	return store
}

func lastOf(t testing.TB, store *world.Store) int64 {
	t.Helper()
	at, err := store.Last(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// records are the payloads of what searches recorded. None of them, nor an attribute, holds a word of a query or a fact.
func records(t testing.TB, store *world.Store) []string {
	t.Helper()
	all, err := slice.ReadAll(context.Background(), store.Log(), timeline.Query{})
	if err != nil {
		t.Fatal(err)
	}
	out := []string{}
	for _, e := range all {
		if e.Type != memory.Searched {
			continue
		}
		out = append(out, string(e.Payload))
		for _, secret := range []string{"secret", "tea", "Ada", "sails"} {
			if strings.Contains(string(e.Payload)+string(e.Attributes.JSON()), secret) {
				t.Errorf("a record holds %q: %s %s", secret, e.Attributes.JSON(), e.Payload)
			}
		}
	}
	return out
}

// What an application's search finds stands on the log at or before the position, and a rebuild asks nobody.
func TestASearcher(t *testing.T) {
	s := &counted{Searcher: memory.SearcherFunc(func(ctx context.Context, scope, query string, facts []memory.Doc, top int) ([]string, error) {
		var texts []string
		for _, d := range facts {
			texts = append(texts, d.Text)
		}
		differs(t, "it is given", []string{scope, query, fmt.Sprint(top), "Ada likes tea.", "Ada wants tea plants.", "Ada sails."}, slices.Concat([]string{scope, query, fmt.Sprint(top)}, texts))
		return newestFirst(ctx, scope, query, facts, 2)
	})}
	store := teaWorld(t, world.WithSearcher(s))
	want := []string{"Ada sails.", "Ada wants tea plants."}
	built := recallBy(t, store, aboutTea, recalled)
	differs(t, "found", want, saidBy(built.Parts))
	if built.UptoSeq != 6 || lastOf(t, store) != 6 || s.calls != 1 {
		t.Errorf("at %d of %d, %d calls", built.UptoSeq, lastOf(t, store), s.calls)
	}
	differs(t, "recorded", []string{fmt.Sprintf(`{"found":["%s","%s"]}`, timeline.DeriveID("memory test", "5"), timeline.DeriveID("memory test", "2"))}, records(t, store))

	rebuilt := recallBy(t, store, aboutTea, recalled, assembly.At(6))
	differs(t, "rebuilt", built.Describe().String(), rebuilt.Describe().String())
	unasked := recallBy(t, store, aboutTea, recalled, assembly.At(5))
	differs(t, "before the record", []string{}, saidBy(unasked.Parts))
	differs(t, "before the record", []string{"failed search: memory slice 'facts': no result is recorded at this position"}, notes(unasked))
	other := recallBy(t, store, "previously: sailing", recalled, assembly.At(6))
	differs(t, "another query", []string{"failed search: memory slice 'facts': no result is recorded at this position"}, notes(other))
	if s.calls != 1 || lastOf(t, store) != 6 {
		t.Errorf("%d calls, the log ends at %d", s.calls, lastOf(t, store))
	}
	differs(t, "not needed", []string{}, saidBy(recallBy(t, store, "tea", recalled).Parts))
	if s.calls != 1 || lastOf(t, store) != 6 {
		t.Error("a search that nobody needs")
	}
	// It goes on; what was built stays.
	remember(t, store, adasFacts, memory.Goal, "Ada wants to dive.")
	s.Searcher = memory.SearcherFunc(newestFirst)
	differs(t, "later", []string{"Ada wants to dive.", "Ada sails.", "Ada wants tea plants."}, saidBy(recallBy(t, store, aboutTea, recalled).Parts))
	differs(t, "rebuilt later", built.Describe().String(), recallBy(t, store, aboutTea, recalled, assembly.At(6)).Describe().String())
}

// A role that may find fewer facts than it did finds the best of those that were recorded.
func TestFewerFactsThanWereRecorded(t *testing.T) {
	store := teaWorld(t, world.WithSearcher(memory.SearcherFunc(newestFirst)))
	if built := recallBy(t, store, aboutTea, recalled); len(built.Parts) != 3 {
		t.Fatal(saidBy(built.Parts))
	}
	fewer := *recalled
	fewer.Top = 1
	differs(t, "found", []string{"Ada sails."}, saidBy(recallBy(t, store, aboutTea, &fewer, assembly.At(6)).Parts))
}

// However often and from however many goroutines a slice is read, there is one search, and each reader sees the same.
func TestOneSearchACall(t *testing.T) {
	s := &counted{Searcher: memory.SearcherFunc(newestFirst)}
	store := teaWorld(t, world.WithSearcher(s))
	built, err := slice.Assemble(context.Background(), store, assistant(aboutTea, recalled), func(s *slice.Session) {
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() { recallAll(recalled)(s) })
		}
		wg.Wait()
	})
	if err != nil || len(built.Parts) != 24 || len(built.Read) != 3 || s.calls != 1 {
		t.Errorf("%v, %d parts, %d calls", err, len(built.Parts), s.calls)
	}
}

// An id that may not be found is dropped before anything is recorded, and one that was forgotten since before it is read.
func TestWhatASearcherMayNotName(t *testing.T) {
	hidden := timeline.DeriveID("memory test", "4").String()
	store := teaWorld(t)
	log := store.Log()
	forgetting := memory.SearcherFunc(func(ctx context.Context, _, _ string, facts []memory.Doc, _ int) ([]string, error) {
		forget(t, store, adasFacts, timeline.DeriveID("memory test", "1")) // while it is searched
		return []string{hidden, "Ada likes tea.", facts[0].Fact.ID, facts[1].Fact.ID, facts[1].Fact.ID}, nil
	})
	searching, err := world.OpenStore(context.Background(), log, nil, world.WithSearcher(forgetting))
	if err != nil {
		t.Fatal(err)
	}
	built := recallBy(t, searching, aboutTea, recalled)
	differs(t, "found", []string{"Ada wants tea plants."}, saidBy(built.Parts))
	differs(t, "notes", []string{"unadmitted: memory slice 'facts': facts that the search named and that may not be found: 3"}, notes(built))
	for _, r := range records(t, searching) {
		if strings.Contains(r, hidden) {
			t.Errorf("recorded: %s", r)
		}
	}
	differs(t, "rebuilt", built.Describe().String(), recallBy(t, searching, aboutTea, recalled, assembly.At(built.UptoSeq)).Describe().String())
}

// No search, need function or summary, however it fails, fails the prompt; Describe says what happened, on a rebuild too, and nothing
// else does.
func TestFunctionsThatFail(t *testing.T) {
	never := make(chan struct{})
	defer close(never)
	soon := world.WithSearchDeadline(time.Millisecond)
	searcher := func(f memory.SearcherFunc) world.Option { return world.WithSearcher(f) }
	summary := func(say func() string) world.Option {
		return world.WithSummary(func(memory.Fact, string, int) string { return say() })
	}
	for name, c := range map[string]struct {
		spec   *slice.Memory
		opts   []world.Option
		says   string
		record string
	}{
		"a search that fails": {recalled, []world.Option{searcher(func(context.Context, string, string, []memory.Doc, int) ([]string, error) {
			return nil, errors.New(aboutTea)
		})}, "the search failed", `{"failure":"failed"}`},
		"a search that panics": {recalled, []world.Option{searcher(func(context.Context, string, string, []memory.Doc, int) ([]string, error) {
			panic(aboutTea)
		})}, "the search panicked", `{"failure":"panicked"}`},
		"a search that ends its goroutine": {recalled, []world.Option{searcher(func(context.Context, string, string, []memory.Doc, int) ([]string, error) {
			runtime.Goexit()
			return nil, nil
		})}, "the search panicked", `{"failure":"panicked"}`},
		"a search that heeds its deadline": {recalled, []world.Option{soon, searcher(func(ctx context.Context, _, _ string, _ []memory.Doc, _ int) ([]string, error) {
			<-ctx.Done()
			return nil, fmt.Errorf("search: %w", ctx.Err())
		})}, "the search was late", `{"failure":"late"}`},
		"a search that does not": {recalled, []world.Option{soon, searcher(func(context.Context, string, string, []memory.Doc, int) ([]string, error) {
			<-never
			return nil, nil
		})}, "the search was late", `{"failure":"late"}`},
		"a need function that panics":  {recalled, []world.Option{world.WithNeed(func(input string) bool { panic(input) })}, "the need function panicked", `{"failure":"need panicked"}`},
		"a need function that is late": {recalled, []world.Option{soon, world.WithNeed(func(string) bool { <-never; return true })}, "the need function was late", `{"failure":"need late"}`},
		"a summary that panics":        {summed, []world.Option{summary(func() string { panic(aboutTea) })}, "a summary failed", ""},
		"a summary that is late":       {summed, []world.Option{soon, summary(func() string { <-never; return "" })}, "the summaries were late", ""},
		"a summary of nothing":         {summed, []world.Option{summary(func() string { return " \n\u200b" })}, "a summary failed", ""},
		"a summary that is no text":    {summed, []world.Option{summary(func() string { return "\xff" })}, "a summary failed", ""},
	} {
		t.Run(name, func(t *testing.T) {
			store := teaWorld(t, c.opts...)
			built := recallBy(t, store, aboutTea, c.spec)
			if len(built.Parts) != 0 || len(built.Read) != 0 {
				t.Errorf("%+v", built)
			}
			differs(t, "notes", []string{"failed search: memory slice '" + c.spec.Name + "': " + c.says}, notes(built))
			want := []string{}
			if c.record != "" {
				want = append(want, c.record)
			}
			differs(t, "recorded", want, records(t, store))
			differs(t, "rebuilt", built.Describe().String(), recallBy(t, store, aboutTea, c.spec, assembly.At(built.UptoSeq)).Describe().String())
			if strings.Contains(built.Describe().String(), "secret") {
				t.Error(built.Describe())
			}
		})
	}
}

// A failure of the past is not one of today: what a need function's next call finds is recorded too.
func TestAFailureIsOvercome(t *testing.T) {
	fails := true
	store := teaWorld(t, world.WithNeed(func(string) bool {
		if fails {
			panic("not today")
		}
		return true
	}))
	failed := recallBy(t, store, aboutTea, recalled)
	fails = false
	fine := recallBy(t, store, aboutTea, recalled)
	differs(t, "fine", []string{"Ada likes tea.", "Ada wants tea plants."}, saidBy(fine.Parts))
	for _, built := range []*assembly.Context{failed, fine} {
		differs(t, "rebuilt", built.Describe().String(), recallBy(t, store, aboutTea, recalled, assembly.At(built.UptoSeq)).Describe().String())
	}
}

// A caller who leaves gets its own error, whoever was being waited for.
func TestTheCallerLeaves(t *testing.T) {
	never := make(chan struct{})
	defer close(never)
	for name, with := range map[string]func(leave func()) (*slice.Memory, world.Option){
		"in a search": func(leave func()) (*slice.Memory, world.Option) {
			return recalled, world.WithSearcher(memory.SearcherFunc(func(context.Context, string, string, []memory.Doc, int) ([]string, error) {
				leave()
				<-never
				return nil, nil
			}))
		},
		"in a need function": func(leave func()) (*slice.Memory, world.Option) {
			return recalled, world.WithNeed(func(string) bool { leave(); <-never; return true })
		},
		"in a summary": func(leave func()) (*slice.Memory, world.Option) {
			return summed, world.WithSummary(func(memory.Fact, string, int) string { leave(); <-never; return "" })
		},
	} {
		ctx, cancel := context.WithCancel(context.Background())
		spec, opt := with(cancel)
		store := teaWorld(t, opt, world.WithSearchDeadline(0))
		_, err := slice.Assemble(ctx, store, assistant(aboutTea, spec), recallAll(spec))
		if !errors.Is(err, context.Canceled) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", name, err)
		}
		if len(records(t, store)) != 0 {
			t.Errorf("%s: something was recorded", name)
		}
		cancel()
	}
}

// unwritable is a log that takes nothing.
type unwritable struct{ timeline.Log }

func (unwritable) Append(context.Context, ...timeline.Pending) (timeline.Range, error) {
	return timeline.Range{}, timeline.ErrReadOnly
}

// Where nothing can be recorded there is no memory by an application's search, and the prompt goes without.
func TestASearchThatCannotBeRecorded(t *testing.T) {
	store, err := world.OpenStore(context.Background(), unwritable{teaWorld(t).Log()}, nil, world.WithSearcher(memory.SearcherFunc(newestFirst)))
	if err != nil {
		t.Fatal(err)
	}
	built := recallBy(t, store, aboutTea, recalled)
	differs(t, "facts", []string{}, saidBy(built.Parts))
	differs(t, "notes", []string{"failed search: memory slice 'facts': its result could not be recorded"}, notes(built))
}

// What one role's search records moves no other role's prompt, nor another member's: not even that of a slice of the same name.
func TestARecordIsItsOwnRolesAlone(t *testing.T) {
	store := teaWorld(t, world.WithSearcher(memory.SearcherFunc(newestFirst)))
	other := assistant(aboutTea, recalled)
	role := *other.Role
	role.Name, role.Slices = "tutor", []slice.Spec{asked, recalled, &slice.Log{Name: "all", Clauses: said.Clauses}}
	other.Role = &role
	before, err := slice.Assemble(context.Background(), store, other, recallAll(recalled))
	if err != nil {
		t.Fatal(err)
	}
	remembered := lastOf(t, store)
	for range 3 {
		recallBy(t, store, aboutTea, recalled)
	}
	after, err := slice.Assemble(context.Background(), store, other, recallAll(recalled), assembly.At(lastOf(t, store)))
	if err != nil {
		t.Fatal(err)
	}
	after.UptoSeq = before.UptoSeq
	differs(t, "the tutor's", before.Describe().String(), after.Describe().String())
	if lastOf(t, store) != remembered+3 {
		t.Error("the assistant's searches were not recorded")
	}
}

// A role whose position is that of a fixed range asks nobody, as a rebuild does not.
func TestAFixedRangeAsksNobody(t *testing.T) {
	s := &counted{Searcher: memory.SearcherFunc(newestFirst)}
	store := teaWorld(t, world.WithSearcher(s))
	call := assistant(aboutTea, recalled)
	call.Role.Slices = append(call.Role.Slices, &slice.Events{Name: "round", Clauses: said.Clauses})
	call.Range = timeline.Range{From: 1, To: 3}
	built, err := slice.Assemble(context.Background(), store, call, recallAll(recalled))
	if err != nil || s.calls != 0 {
		t.Fatalf("%v, %d calls", err, s.calls)
	}
	differs(t, "notes", []string{"failed search: memory slice 'facts': no result is recorded at this position"}, notes(built))
	own := teaWorld(t)
	built, err = slice.Assemble(context.Background(), own, call, recallAll(recalled))
	if err != nil {
		t.Fatal(err)
	}
	differs(t, "own search", []string{"Ada likes tea.", "Ada wants tea plants."}, saidBy(built.Parts))
}

// The notes of several memory slices stand in the schema's order, whoever reads them first.
func TestNotesInTheSchemasOrder(t *testing.T) {
	second := *recalled
	second.Name = "more"
	call := assistant("tea", recalled)
	call.Role.Slices = append(call.Role.Slices, &second)
	call.Queries = append(call.Queries, slice.Query{Slice: &second, Text: "tea"})
	built, err := slice.Assemble(context.Background(), teaWorld(t), call, func(s *slice.Session) {
		recallAll(&second)(s)
		recallAll(recalled)(s)
	})
	if err != nil {
		t.Fatal(err)
	}
	differs(t, "notes", []string{"not needed: memory slice 'facts': its query asks for none", "not needed: memory slice 'more': its query asks for none"}, notes(built))
}
