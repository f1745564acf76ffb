package slice_test

import (
	"context"
	"errors"
	"iter"
	"strings"
	"sync"
	"testing"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/belief"
	"github.com/grantgen/grantgen/runtime/chronicle"
	"github.com/grantgen/grantgen/runtime/prompt"
	"github.com/grantgen/grantgen/runtime/slice"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/tool"
	"github.com/grantgen/grantgen/runtime/wire"
	"github.com/grantgen/grantgen/runtime/world"
)

type anyone struct{}

var (
	binding   = &assembly.Slot{Name: "binding", Register: assembly.Binding}
	told      = &assembly.Slot{Name: "told", Register: assembly.Generated}
	freely    = &assembly.Slot{Name: "freely", Register: assembly.Craft, Uncited: true}
	fixedText = &slice.Fixed{Name: "house", File: "house.md", Text: "Be brief.\nBe kind.", SHA256: "00"}
	said      = &slice.Log{Name: "room", Clauses: []timeline.Clause{{Key: timeline.Key{Namespace: "t", Type: "Said"}}}}
	public    = &slice.Chronicle{Name: "public", Pattern: "chronicle:public"}
	private   = &slice.Chronicle{Name: "private", Pattern: "chronicle:private"}
	asked     = &slice.Given{Name: "ask"}
	held      = &slice.Beliefs{Name: "own", Namespace: "t", Predicates: []string{"position"}, Scopes: []slice.Scope{{Name: "held", Pattern: "party:norway:held"}}}
)

func roleOf(specs ...slice.Spec) slice.Call {
	return slice.Call{Role: &slice.Role{Name: "anyone", Slices: specs, Slots: []*assembly.Slot{binding, told, freely}}}
}

// threeSaid is a world of three events.
func threeSaid(t *testing.T) *world.Store {
	t.Helper()
	store, err := world.OpenStore(context.Background(), timeline.Memory(), []timeline.Type{{Key: said.Clauses[0].Key, Version: 1}})
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		commit(t, store, timeline.Pending{Key: said.Clauses[0].Key, Version: 1, Payload: []byte(`{"text":"hello"}`)}, nil)
	}
	return store
}

func commit(t *testing.T, store *world.Store, p timeline.Pending, err error) {
	t.Helper()
	if err == nil {
		_, err = store.Commit(context.Background(), p)
	}
	if err != nil {
		t.Fatal(err)
	}
}

type proseView struct {
	assembly.Prose[anyone]
	text string
}

func readProse(src assembly.Prose[anyone], text string) proseView { return proseView{src, text} }

// Sections over one range in two chronicles are two sections: both are recorded, and each must be cited.
func TestSectionsOfTwoChroniclesOverOneRange(t *testing.T) {
	store := threeSaid(t)
	for _, c := range []*slice.Chronicle{public, private} {
		p, err := chronicle.Section{From: 1, To: 3, Scope: c.Pattern, Prose: "prose of " + c.Name, Writer: "w", Clauses: said.Clauses}.Pending()
		commit(t, store, p, err)
	}
	assemble := func(citesBoth bool) (*assembly.Context, error) {
		return slice.Assemble(context.Background(), store, roleOf(public, private), func(s *slice.Session) {
			for v := range slice.Sections(s, public, readProse) {
				slice.AddProse[anyone](s, told, "changed "+v.text, v.Prose) // a section goes in whole
			}
			for v := range slice.Sections(s, private, readProse) {
				if citesBoth {
					slice.AddProse[anyone](s, told, v.text, v.Prose)
				} else {
					slice.AddUncited[anyone](s, freely, v.text, nil)
				}
			}
		})
	}
	built, err := assemble(true)
	if err != nil || len(built.Read) != 2 || len(built.Parts) != 2 {
		t.Errorf("%v %+v", err, built)
	}
	for i, want := range []string{"prose of public", "prose of private"} {
		if built.Parts[i].Content != want {
			t.Errorf("got %q, want %q", built.Parts[i].Content, want)
		}
	}
	if _, err := assemble(false); !errors.Is(err, assembly.ErrMislabelled) {
		t.Errorf("a section that no generated part cites: %v", err)
	}
}

// An assembler may read and add from several goroutines, as long as they end before it does.
func TestAnAssemblerOfManyGoroutines(t *testing.T) {
	store := threeSaid(t)
	built, err := slice.Assemble(context.Background(), store, roleOf(said, public, fixedText, asked), func(s *slice.Session) {
		var wg sync.WaitGroup
		for range 16 {
			wg.Go(func() {
				text, src := slice.FixedText[anyone](s, fixedText)
				slice.Add(s, binding, text, assembly.Citation[anyone](src), nil)
				for src := range slice.Of(s, said, "Said", func(src assembly.Source[anyone], _ *wire.Reader) assembly.Source[anyone] { return src }) {
					slice.Add(s, binding, "said", assembly.Citation[anyone](src), nil)
				}
			})
		}
		wg.Wait()
	})
	if err != nil || len(built.Read) != 4 || len(built.Parts) != 64 {
		t.Errorf("%v %+v", err, built)
	}
}

// What another call read is named only as far as this grant may read it: not where a value came from there, and no belief of a
// predicate that this grant has not.
func TestForeignSourcesAreNamedOnlyIfGranted(t *testing.T) {
	store := threeSaid(t)
	for _, predicate := range []string{"position", "limit"} {
		p, err := belief.Key{Namespace: "t", Predicate: predicate, Scope: "party:norway:held"}.Revise(nil, []byte(`"x"`))
		commit(t, store, p, err)
	}
	wide := *held
	wide.Predicates = []string{"position", "limit"}
	var foreign []assembly.Source[anyone]
	_, err := slice.Assemble(context.Background(), store, roleOf(asked, &wide), func(s *slice.Session) {
		src := slice.GivenSource[anyone](s, asked, timeline.DeriveID("hidden"))
		foreign = append(foreign, src)
		for src := range slice.Held(s, &wide, "held", "", func(src assembly.Source[anyone], _ *slice.Belief) assembly.Source[anyone] { return src }) {
			foreign = append(foreign, src)
		}
	})
	if err != nil || len(foreign) != 3 {
		t.Fatal(err, len(foreign))
	}
	for i, want := range []string{"GivenRef(not granted)", "StateRef(state=v1:t:position()", "StateRef(not granted)"} {
		_, err := slice.Assemble(context.Background(), store, roleOf(asked, held), func(s *slice.Session) {
			slice.Add(s, binding, "x", assembly.Citation[anyone](foreign[i]), nil)
		})
		if !errors.Is(err, assembly.ErrUncitedSource) || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// A section in which nothing can be seen would take its range out of what its readers see, and put nothing in its place.
func TestAnAnswerOfNothingVisibleIsNoSection(t *testing.T) {
	store := threeSaid(t)
	round := &slice.Events{Name: "round", Clauses: said.Clauses}
	call := roleOf(round)
	call.Range = timeline.Range{From: 1, To: 3}
	for _, answer := range []string{"", " \n", "\u200b", "\ufeff\u2060 \u00a0"} {
		_, err := slice.WriteSection(context.Background(), store, call, "chronicle:public", func(timeline.Range) (*assembly.Context, error) {
			return slice.Assemble(context.Background(), store, call, func(*slice.Session) {})
		}, slice.ModelFunc(func(context.Context, prompt.Prompt) (string, error) { return answer, nil }))
		if err == nil || !strings.Contains(err.Error(), "the model's answer is empty") {
			t.Errorf("%q: %v", answer, err)
		}
	}
	if last, err := store.Last(context.Background()); err != nil || last != 3 {
		t.Errorf("%d events, %v", last, err)
	}
}

// Every kind of slice that is not the role's own is refused by every door with one error, whatever stands in it; nothing of it is read.
func TestForeignSlicesAreRefusedAlike(t *testing.T) {
	store := threeSaid(t)
	p, err := belief.Key{Namespace: "t", Predicate: "position", Scope: "party:norway:held"}.Revise(nil, []byte(`"secret"`))
	commit(t, store, p, err)
	p, err = chronicle.Section{From: 1, To: 3, Scope: public.Pattern, Prose: "secret", Writer: "w", Clauses: said.Clauses}.Pending()
	commit(t, store, p, err)
	round := &slice.Events{Name: "round", Clauses: said.Clauses}
	any := func(src assembly.Source[anyone], _ *wire.Reader) bool { t.Error("it is read"); return true }
	of := func(assembly.Source[anyone], *slice.Belief) bool { t.Error("it is read"); return true }
	own := *said // equal, but not the role's
	for scope, read := range map[string]func(*slice.Session){
		"room.Said":         func(s *slice.Session) { drain(slice.Of(s, &own, "Said", any)) },
		"room":              func(s *slice.Session) { drain(slice.Of(s, &own, "", any)) },
		"round":             func(s *slice.Session) { drain(slice.Of(s, round, "", any)) },
		"held":              func(s *slice.Session) { drain(slice.Held(s, held, "held", "position", of)) },
		"party:norway:held": func(s *slice.Session) { drain(slice.Held(s, held, "party:norway:held", "", of)) },
		"chronicle:public": func(s *slice.Session) {
			drain(slice.Sections(s, public, func(assembly.Prose[anyone], string) bool { t.Error("it is read"); return true }))
		},
		"user:ada:facts": func(s *slice.Session) {
			drain(slice.Facts(s, &slice.Memory{Name: "facts", Pattern: "user:ada:facts", Query: asked}, func(assembly.Source[anyone], *slice.Fact) bool { t.Error("it is read"); return true }))
		},
		"user:ada:notes": func(s *slice.Session) {
			drain(slice.Summaries(s, &slice.Memory{Name: "notes", Pattern: "user:ada:notes", Query: asked}, func(assembly.Prose[anyone], *slice.Fact) bool { t.Error("it is read"); return true }))
		},
		"desk:uk": func(s *slice.Session) {
			drain(slice.Evidence(s, &slice.Retrieved{Name: "desk", Pattern: "desk:uk"}, timeline.DeriveID("a record"), func(assembly.Source[anyone], *slice.Item) bool { t.Error("it is read"); return true }))
		},
		"lookups": func(s *slice.Session) {
			drain(slice.Offered(s, &slice.Tools{Name: "lookups", Tools: []tool.Tool{{Name: "lookup"}}}, func(assembly.Source[anyone], *tool.Tool) bool { t.Error("it is read"); return true }))
		},
		"ask":   func(s *slice.Session) { slice.GivenSource[anyone](s, asked, timeline.ID{}) },
		"house": func(s *slice.Session) { slice.FixedText[anyone](s, fixedText) },
	} {
		_, err := slice.Assemble(context.Background(), store, roleOf(said), read)
		if !errors.Is(err, assembly.ErrNotGranted) || err.Error() != "anyone: scope '"+scope+"' is not in this grant" {
			t.Errorf("%s: %v", scope, err)
		}
	}
	// A granted slice, and a scope or predicate of it that is none.
	for scope, read := range map[string]func(*slice.Session){
		"party:uk:held":           func(s *slice.Session) { drain(slice.Held(s, held, "party:uk:held", "", of)) },
		"party:norway":            func(s *slice.Session) { drain(slice.Held(s, held, "party:norway", "", of)) },
		"party:norway:held.limit": func(s *slice.Session) { drain(slice.Held(s, held, "held", "limit", of)) },
	} {
		_, err := slice.Assemble(context.Background(), store, roleOf(held), read)
		if !errors.Is(err, assembly.ErrNotGranted) || err.Error() != "anyone: scope '"+scope+"' is not in this grant" {
			t.Errorf("%s: %v", scope, err)
		}
	}
}

func drain[V any](seq iter.Seq[V]) {
	for range seq {
	}
}
