package slice_test

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/foldstore"
	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/slice"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/world"
)

// deed is something that happens to memories: plain data, of which logs are made.
type deed struct {
	do         string // remember, forget, reconfirm
	fact       int    // its number
	scope      string
	kind, text string
	odd        bool // its payload does not decode
	at         int64
}

var words = []string{"tea", "pump", "hall", "leak", "sail", "Tea"}

func drawText(t *rapid.T) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 6).Draw(t, "words"), " ")
}

// drawDeeds are deeds with the facts of one scope and kinds; number counts facts over several draws.
func drawDeeds(t *rapid.T, most int, scope string, kinds []string, number *int) []deed {
	var out []deed
	var own []int
	for range rapid.IntRange(0, most).Draw(t, "deeds") {
		d := deed{do: "remember", scope: scope, at: rapid.Int64Range(1, 1e15).Draw(t, "at")}
		if len(own) > 0 {
			d.do = rapid.SampledFrom([]string{"remember", "remember", "remember", "forget", "reconfirm"}).Draw(t, "do")
		}
		if d.do == "remember" {
			d.fact, d.kind, d.text = *number, rapid.SampledFrom(kinds).Draw(t, "kind"), drawText(t)
			own = append(own, *number)
			*number++
		} else {
			d.fact = rapid.SampledFrom(own).Draw(t, "fact")
		}
		out = append(out, d)
	}
	return out
}

// drawHidden are deeds that a slice of Ada's goals and preferences must not see.
func drawHidden(t *rapid.T, number *int) []deed {
	out := drawDeeds(t, 6, "user:bob:facts", []string{"goal", "preference"}, number)
	out = append(out, drawDeeds(t, 6, adasFacts, []string{"identity", "rule"}, number)...)
	for range rapid.IntRange(0, 3).Draw(t, "forgotten") {
		out = append(out, deed{do: "remember", fact: *number, scope: adasFacts, kind: "goal", text: drawText(t), at: 1}, deed{do: "forget", fact: *number, scope: adasFacts, at: 1})
		*number++
	}
	for range rapid.IntRange(0, 3).Draw(t, "odd") {
		out = append(out, deed{do: "remember", fact: *number, scope: adasFacts, kind: "goal", text: drawText(t), odd: true, at: 1})
		*number++
	}
	return out
}

// mix puts hidden deeds among the visible, each in its own order.
func mix(t *rapid.T, visible, hidden []deed) []deed {
	var out []deed
	for len(visible)+len(hidden) > 0 {
		if len(hidden) == 0 || len(visible) > 0 && rapid.Bool().Draw(t, "visible") {
			out, visible = append(out, visible[0]), visible[1:]
		} else {
			out, hidden = append(out, hidden[0]), hidden[1:]
		}
	}
	return out
}

func factID(n int) timeline.ID { return timeline.DeriveID("fact", fmt.Sprint(n)) }

func append1(t *rapid.T, log timeline.Log, d deed) {
	var p timeline.Pending
	var err error
	switch s := (memory.Scope{Name: d.scope}); d.do {
	case "remember":
		if p, err = s.Remember(memory.Kind(d.kind), d.text, timeline.DeriveID("confirms")); d.odd {
			p.Payload = []byte(`{"text":"tea pump","cites":7}`)
		}
		p.ID = factID(d.fact)
	case "forget":
		p, err = s.Forget(factID(d.fact))
	default:
		p, err = s.Reconfirm(factID(d.fact))
	}
	if err != nil {
		t.Fatal(err)
	}
	if p.At = d.at; p.ID.IsZero() {
		p.ID = timeline.NewID()
	}
	if _, err := log.Append(context.Background(), p); err != nil {
		t.Fatal(err)
	}
}

// seen is what a view shows of a fact.
type seen struct {
	Fact slice.Fact
	ID   string
}

// plainFacts are the rules written a second time: the best of the facts that stand, by BM25 over them alone, of equal ones the later.
func plainFacts(deeds []deed, query string, top int) []string {
	type doc struct {
		fact  int
		words []string
		score float64
	}
	var docs []doc
	for i, d := range deeds {
		gone := slices.ContainsFunc(deeds[i:], func(e deed) bool { return e.do == "forget" && e.fact == d.fact })
		if d.do == "remember" && !gone {
			docs = append(docs, doc{fact: d.fact, words: strings.Fields(strings.ToLower(d.text))})
		}
	}
	length := 0.0
	for _, d := range docs {
		length += float64(len(d.words)) / float64(len(docs))
	}
	asked := strings.Fields(strings.ToLower(query))
	slices.Sort(asked)
	for _, w := range slices.Compact(asked) {
		with := 0.0
		for _, d := range docs {
			if slices.Contains(d.words, w) {
				with++
			}
		}
		for i := range docs {
			n := 0.0
			for _, own := range docs[i].words {
				if own == w {
					n++
				}
			}
			rare := math.Log(1 + (float64(len(docs))-with+0.5)/(with+0.5))
			docs[i].score += rare * n * 2.2 / (n + 1.2*(0.25+0.75*float64(len(docs[i].words))/max(1, length)))
		}
	}
	for i := range docs {
		docs[i].score = math.Round(docs[i].score*1e6) / 1e6
	}
	slices.Reverse(docs)
	slices.SortStableFunc(docs, func(a, b doc) int { return cmp.Compare(b.score, a.score) })
	out := []string{}
	for _, d := range docs {
		if d.score > 0 && len(out) < top {
			out = append(out, factID(d.fact).String())
		}
	}
	return out
}

// recallSeen assembles and lists what was handed out.
func recallSeen(t *rapid.T, store *world.Store, query string, spec *slice.Memory, at int64) []seen {
	out := []seen{}
	built, err := slice.Assemble(context.Background(), store, assistant(query, spec), func(s *slice.Session) {
		for f := range slice.Facts(s, spec, readFact) {
			out = append(out, seen{Fact: f.Fact})
			slice.Add[anyone](s, advice, f.Text, f, nil)
		}
	}, assembly.At(at))
	if err != nil {
		t.Fatal(err)
	}
	for i := range out {
		out[i].ID = built.Read[i].(assembly.MemoryRef).Memory
	}
	return out
}

// Whatever is hidden, of other scopes and kinds, forgotten, unreadable, or later, neither the facts nor their order move; and they are
// what the plain rules say, by the fold in memory and by the one in a file.
func TestHiddenFactsMoveNothing(t *testing.T) {
	dir := t.TempDir()
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		number := 0
		visible := drawDeeds(t, 12, adasFacts, []string{"goal", "preference"}, &number)
		hidden := drawHidden(t, &number)
		later := append(drawDeeds(t, 4, adasFacts, []string{"goal"}, &number), drawHidden(t, &number)...)
		query := drawText(t)
		spec := *recalled
		spec.Triggers, spec.Top = []string{""}, rapid.IntRange(1, 4).Draw(t, "top")

		alone, among := timeline.Memory(), timeline.Memory()
		for _, d := range visible {
			append1(t, alone, d)
		}
		mixed := mix(t, visible, hidden)
		for _, d := range slices.Concat(mixed, later) {
			append1(t, among, d)
		}
		n++
		folds, err := foldstore.Open(context.Background(), filepath.Join(dir, fmt.Sprint(n, ".db")), among)
		if err != nil {
			t.Fatal(err)
		}
		defer folds.Close()
		want := recallSeen(t, openWorld(t, alone), query, &spec, int64(len(visible)))
		for name, store := range map[string]*world.Store{"in memory": openWorld(t, among), "in a file": openWorld(t, among, world.WithFolds(folds))} {
			if err := store.CatchUp(context.Background(), int64(rapid.IntRange(0, len(mixed)+len(later)).Draw(t, "the fold stands at"))); err != nil {
				t.Fatal(err)
			}
			got := recallSeen(t, store, query, &spec, int64(len(mixed)))
			if fmt.Sprint(want) != fmt.Sprint(got) {
				t.Fatalf("%s:\n%v\nand with hidden facts\n%v", name, want, got)
			}
		}
		ids := []string{}
		for _, s := range want {
			ids = append(ids, s.ID)
			i := slices.IndexFunc(visible, func(d deed) bool { return d.do == "remember" && factID(d.fact).String() == s.ID })
			if d := visible[i]; s.Fact != (slice.Fact{Kind: d.kind, Text: d.text, Learnt: time.UnixMicro(d.at).UTC()}) {
				t.Fatalf("%+v of %+v", s.Fact, d)
			}
		}
		if plain := plainFacts(visible, query, spec.Top); !slices.Equal(plain, ids) {
			t.Fatalf("%q finds\n%v, and plainly\n%v", query, ids, plain)
		}
	})
}

func openWorld(t *rapid.T, log timeline.Log, opts ...world.Option) *world.Store {
	store, err := world.OpenStore(context.Background(), log, nil, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return store
}

// An application's search is shown what may be found and nothing else, at whichever position its result is recorded; and however the
// log goes on, each context is rebuilt as it was.
func TestEverySearchIsRebuilt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := 0
		visible := drawDeeds(t, 10, adasFacts, []string{"goal", "preference"}, &number)
		mixed := mix(t, visible, drawHidden(t, &number))
		outcome := rapid.SampledFrom([]string{"best", "last", "fails", "none"})
		var shown []memory.Doc
		searcher := memory.SearcherFunc(func(_ context.Context, _, query string, facts []memory.Doc, top int) ([]string, error) {
			shown = slices.Clone(facts)
			var ids []string
			switch outcome.Draw(t, "outcome") {
			case "best":
				for _, h := range memory.Search(query, facts, top) {
					ids = append(ids, h.Fact.ID)
				}
			case "last":
				ids = []string{facts[len(facts)-1].Fact.ID, factID(number - 1).String()}
			case "fails":
				return nil, fmt.Errorf("not today")
			}
			return ids, nil
		})
		log := timeline.Memory()
		store := openWorld(t, log, world.WithSearcher(searcher))
		spec := *recalled
		spec.Triggers = []string{"tea"}
		type was struct {
			query string
			built *assembly.Context
		}
		var all []was
		for _, d := range mixed {
			append1(t, log, d)
			if !rapid.Bool().Draw(t, "assemble") {
				continue
			}
			query := drawText(t)
			shown = nil
			built, err := slice.Assemble(context.Background(), store, assistant(query, &spec), recallAll(&spec))
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, was{query, built})
			if slices.ContainsFunc(shown, func(d memory.Doc) bool {
				return d.Fact.Scope != adasFacts || !slices.Contains(spec.Kinds, string(d.Fact.Kind))
			}) {
				t.Fatalf("the search was shown %v", shown)
			}
		}
		last, err := store.Last(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range all {
			again, err := slice.Assemble(context.Background(), store, assistant(w.query, &spec), recallAll(&spec), assembly.At(w.built.UptoSeq))
			if err != nil {
				t.Fatal(err)
			}
			if a, b := w.built.Describe().String(), again.Describe().String(); a != b {
				t.Fatalf("%q was\n%s\nand is\n%s", w.query, a, b)
			}
		}
		if now, err := store.Last(context.Background()); err != nil || now != last {
			t.Fatalf("rebuilding appended: %d, %d, %v", last, now, err)
		}
	})
}
