package slice_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/belief"
	"github.com/grantgen/grantgen/runtime/chronicle"
	"github.com/grantgen/grantgen/runtime/slice"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/token"
	"github.com/grantgen/grantgen/runtime/wire"
	"github.com/grantgen/grantgen/runtime/world"
)

const ns = "talks"

var (
	parties   = []string{"norway", "uk", "eu"}
	types     = []string{"Offer", "Aside", "Fact"}
	registers = []string{"binding", "considered", "craft", "generated"}
)

// A random schema, log and assembler: Describe equals what the plain rules say.
func TestDescribeEqualsThePlainRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sl := drawSlices(t)
		slots := drawSlots(t)
		steps := drawSteps(t, sl, slots)
		log := drawLog(t)
		self := rapid.SampledFrom(parties).Draw(t, "self")
		at := rapid.Int64Range(0, int64(len(log))).Draw(t, "at")
		total := rapid.IntRange(-1, 120).Draw(t, "total")
		order := rapid.Permutation([]string{"considered", "craft", "generated"}).Draw(t, "order")

		want := plainly(sl, slots, steps, log, at, self, total, order)
		got, err := really(t, sl, slots, steps, log, at, self, total, order)
		switch want.failed {
		case "mislabelled":
			if !errors.Is(err, assembly.ErrMislabelled) {
				t.Fatalf("err = %v, want a mislabelled part", err)
			}
			return
		case "budget":
			if !errors.Is(err, assembly.ErrBudgetExceeded) {
				t.Fatalf("err = %v, want the budget exceeded", err)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(describe(want, slots, "r@"+self, at), got); diff != "" {
			t.Fatalf("Describe differs from the plain rules (-plain +got):\n%s", diff)
		}
	})
}

// plainDescription is Describe with sources by their place in the log.
type plainDescription struct {
	Role  string
	Upto  int64
	Parts []plainDescribed
	Shed  []plainDescribed
	Read  []string
}

type plainDescribed struct {
	Slot, Register string
	Rank           int
	Content        string
	Sources        []string
}

func describe(r plainResult, slots []plainSlot, role string, at int64) plainDescription {
	list := func(ps []plainPart) []plainDescribed {
		out := []plainDescribed{}
		for _, p := range ps {
			s := slots[p.slot]
			out = append(out, plainDescribed{s.name, s.register, s.rank, p.content, []string{p.source}})
		}
		return out
	}
	read := r.read
	if read == nil {
		read = []string{}
	}
	return plainDescription{role, at, list(r.parts), list(r.shed), read}
}

func drawClause(t *rapid.T) plainClause {
	c := plainClause{typ: rapid.SampledFrom(types).Draw(t, "type")}
	if rapid.Bool().Draw(t, "party?") {
		w := plainWhere{attr: "party", op: "in", ownName: rapid.Bool().Draw(t, "own")}
		if !w.ownName {
			w.names = rapid.SliceOfNDistinct(rapid.SampledFrom(parties), 1, 2, rapid.ID[string]).Draw(t, "names")
		}
		c.where = append(c.where, w)
	}
	if rapid.Bool().Draw(t, "n?") {
		lo := rapid.Int64Range(-2, 2).Draw(t, "lo")
		c.where = append(c.where, plainWhere{attr: "n", op: "between", lo: lo, hi: lo + rapid.Int64Range(1, 3).Draw(t, "width")})
	}
	if rapid.Bool().Draw(t, "audience?") {
		w := plainWhere{attr: "audience", op: rapid.SampledFrom([]string{"has", "lacks", "present", "absent"}).Draw(t, "op"), ownName: rapid.Bool().Draw(t, "own")}
		if !w.ownName {
			w.names = []string{rapid.SampledFrom(parties).Draw(t, "name")}
		}
		c.where = append(c.where, w)
	}
	return c
}

func drawClauses(t *rapid.T) []plainClause {
	n := rapid.IntRange(1, 3).Draw(t, "clauses")
	out := make([]plainClause, n)
	for i := range out {
		out[i] = drawClause(t)
	}
	return out
}

func drawSlices(t *rapid.T) []plainSlice {
	out := []plainSlice{{name: "past", kind: "chronicle"}}
	for i := range rapid.IntRange(1, 3).Draw(t, "logs") {
		out = append(out, plainSlice{name: fmt.Sprintf("log%d", i), kind: "log", clauses: drawClauses(t),
			last: rapid.IntRange(0, 4).Draw(t, "last"), since: rapid.Bool().Draw(t, "since")})
	}
	out = append(out, plainSlice{name: "own", kind: "beliefs", scopes: rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"s:norway", "s:uk", "s:eu"}), 1, 3, rapid.ID[string]).Draw(t, "scopes")},
		plainSlice{name: "ask", kind: "given"})
	return rapid.Permutation(out).Draw(t, "slices")
}

func drawSlots(t *rapid.T) []plainSlot {
	out := []plainSlot{{name: "told", register: "generated", rank: rapid.IntRange(-1, 1).Draw(t, "rank"), latest: rapid.Bool().Draw(t, "latest")}}
	for i := range rapid.IntRange(1, 4).Draw(t, "slots") {
		out = append(out, plainSlot{fmt.Sprintf("slot%d", i), rapid.SampledFrom(registers).Draw(t, "register"), rapid.IntRange(-1, 2).Draw(t, "rank"), rapid.Bool().Draw(t, "latest")})
	}
	return out
}

func drawSteps(t *rapid.T, sl []plainSlice, slots []plainSlot) []step {
	n := rapid.IntRange(0, 5).Draw(t, "steps")
	out := make([]step, n)
	for i := range out {
		st := step{slice: rapid.IntRange(0, len(sl)-1).Draw(t, "slice"), most: rapid.IntRange(0, 5).Draw(t, "most"), skip: rapid.IntRange(0, 3).Draw(t, "skip")}
		s := sl[st.slice]
		switch s.kind {
		case "beliefs":
			st.scope = rapid.IntRange(0, len(s.scopes)-1).Draw(t, "scope")
		case "log":
			if rapid.Bool().Draw(t, "one type") {
				st.typ = rapid.SampledFrom(types).Draw(t, "type")
			}
		case "chronicle":
			out[i] = st // slot 0 is the generated one
			continue
		}
		st.slot = rapid.IntRange(1, len(slots)-1).Draw(t, "slot")
		out[i] = st
	}
	return out
}

func drawLog(t *rapid.T) []plainEvent {
	n := rapid.IntRange(0, 14).Draw(t, "events")
	out := make([]plainEvent, n)
	for i := range out {
		text := rapid.StringOfN(rapid.RuneFrom([]rune("aé日🙂 ")), 1, 20, -1).Draw(t, "text")
		switch rapid.IntRange(0, 6).Draw(t, "kind") {
		case 0:
			out[i] = plainEvent{kind: "contract"}
		case 1, 2:
			out[i] = plainEvent{kind: "revise", value: text}
		case 3:
			if i > 0 {
				from := rapid.Int64Range(1, int64(i)).Draw(t, "from")
				out[i] = plainEvent{kind: "section", text: text, from: from, to: rapid.Int64Range(from, int64(i)).Draw(t, "to"), clauses: drawOpenClauses(t)}
				// One section for each range: the same range again is the same event.
				if !slices.ContainsFunc(out[:i], func(e plainEvent) bool { return e.kind == "section" && e.from == out[i].from && e.to == out[i].to }) {
					continue
				}
			}
			fallthrough
		default:
			out[i] = plainEvent{kind: "event", text: text}
		}
		e := &out[i]
		if e.kind == "event" {
			e.typ, e.party, e.n = rapid.SampledFrom(types).Draw(t, "type"), rapid.SampledFrom(parties).Draw(t, "party"), rapid.Int64Range(-2, 2).Draw(t, "n")
			if rapid.Bool().Draw(t, "with audience") {
				e.audience = rapid.SliceOfDistinct(rapid.SampledFrom(parties), rapid.ID[string]).Draw(t, "audience")
				if e.audience == nil {
					e.audience = []string{}
				}
			}
			continue
		}
		e.scope = "s:" + rapid.SampledFrom(parties).Draw(t, "scope")
		e.predicate, e.subject = rapid.SampledFrom([]string{"position", "mood"}).Draw(t, "predicate"), rapid.SampledFrom([]string{"x", "y"}).Draw(t, "subject")
	}
	return out
}

// drawOpenClauses are a writer's clauses, which are bound: none asks for the member's own.
func drawOpenClauses(t *rapid.T) []plainClause {
	cs := drawClauses(t)
	for i := range cs {
		for j := range cs[i].where {
			if w := &cs[i].where[j]; w.ownName {
				w.ownName, w.names = false, []string{"uk"}
			}
		}
	}
	return cs
}

func realClauses(cs []plainClause) []timeline.Clause {
	var out []timeline.Clause
	for _, c := range cs {
		rc := timeline.Clause{Key: timeline.Key{Namespace: ns, Type: c.typ}}
		for _, w := range c.where {
			vals := []timeline.Value{timeline.Self("party")}
			if !w.ownName {
				vals = nil
				for _, n := range w.names {
					vals = append(vals, timeline.Text(n))
				}
			}
			switch w.op {
			case "in":
				rc.Where = append(rc.Where, timeline.In(w.attr, vals...))
			case "between":
				rc.Where = append(rc.Where, timeline.Between(w.attr, timeline.AtLeast(timeline.Int(w.lo)), timeline.Below(timeline.Int(w.hi))))
			case "has":
				rc.Where = append(rc.Where, timeline.Has(w.attr, vals[0]))
			case "lacks":
				rc.Where = append(rc.Where, timeline.Lacks(w.attr, vals[0]))
			default:
				rc.Where = append(rc.Where, timeline.Present(w.attr, w.op == "present"))
			}
		}
		out = append(out, rc)
	}
	return out
}

func realLog(t *rapid.T, log []plainEvent) *world.Store {
	ctx := context.Background()
	var types_ []timeline.Type
	for _, n := range types {
		types_ = append(types_, timeline.Type{Key: timeline.Key{Namespace: ns, Type: n}, Version: 1})
	}
	st, err := world.OpenStore(ctx, timeline.Memory(), types_)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range log {
		p, err := pendingOf(e)
		if err == nil {
			_, err = st.Commit(ctx, p)
		}
		if err != nil {
			t.Fatalf("event %d: %v", i+1, err)
		}
	}
	return st
}

func pendingOf(e plainEvent) (timeline.Pending, error) {
	about := []belief.Subject{{Name: "who", Value: e.subject}}
	key := belief.Key{Namespace: ns, Predicate: e.predicate, Scope: e.scope}
	switch e.kind {
	case "revise":
		raw, err := json.Marshal(e.value)
		if err != nil {
			return timeline.Pending{}, err
		}
		return key.Revise(about, raw)
	case "contract":
		return key.Contract(about)
	case "section":
		return chronicle.Section{ID: fmt.Sprintf("%d-%d", e.from, e.to), From: e.from, To: e.to, Scope: "chronicle:public", Prose: e.text, Writer: "w", Clauses: realClauses(e.clauses)}.Pending()
	}
	w := wire.Event(timeline.Key{Namespace: ns, Type: e.typ}, 1)
	w.Attr("party", e.party)
	w.Attr("n", e.n)
	if e.audience != nil {
		w.Attr("audience", names(e.audience))
	}
	w.Field("text", e.text)
	return w.Pending()
}

type names []string

func (n names) Names() []string { return n }

type role struct{}

type selfName string

func (s selfName) Name() string { return string(s) }
func (s selfName) IsZero() bool { return s == "" }

// really assembles through package slice, and returns Describe with refs by their place in the log.
func really(t *rapid.T, sl []plainSlice, slots []plainSlot, steps []step, log []plainEvent, at int64, self string, total int, order []string) (plainDescription, error) {
	st := realLog(t, log)
	r := &slice.Role{Name: "r"}
	past := &slice.Chronicle{Name: "past", Pattern: "chronicle:public"}
	for _, s := range sl {
		switch s.kind {
		case "given":
			r.Slices = append(r.Slices, &slice.Given{Name: s.name})
		case "chronicle":
			r.Slices = append(r.Slices, past)
		case "beliefs":
			b := &slice.Beliefs{Name: s.name, Namespace: ns, Predicates: []string{"position", "mood"}}
			for _, sc := range s.scopes {
				b.Scopes = append(b.Scopes, slice.Scope{Name: sc[2:], Pattern: sc})
			}
			r.Slices = append(r.Slices, b)
		case "log":
			l := &slice.Log{Name: s.name, Clauses: realClauses(s.clauses), Last: s.last}
			if s.since {
				l.Since = past
			}
			r.Slices = append(r.Slices, l)
		}
	}
	for _, s := range slots {
		r.Slots = append(r.Slots, &assembly.Slot{Name: s.name, Register: assembly.Register(slices.Index(registers, s.register) + 1), Rank: s.rank, Latest: s.latest})
	}
	call := slice.Call{Role: r, Self: []slice.Self{{Roster: "party", Value: selfName(self)}}}
	opts := []assembly.Option{assembly.At(at)}
	if total >= 0 {
		b := assembly.Budget{Total: total, Count: token.Characters}
		for _, o := range order {
			b.Order = append(b.Order, assembly.Register(slices.Index(registers, o)+1))
		}
		opts = append(opts, assembly.WithBudget(b))
	}
	built, err := slice.Assemble(context.Background(), st, call, func(s *slice.Session) { walk(s, r, steps) }, opts...)
	if err != nil {
		return plainDescription{}, err
	}
	return plainly2(t, built.Describe(), st)
}

type item struct {
	src  assembly.Source[role]
	text string
}

func walk(s *slice.Session, r *slice.Role, steps []step) {
	for _, st := range steps {
		slot := r.Slots[st.slot]
		n := 0
		keep := func() bool { n++; return st.skip == 0 || n%st.skip != 0 }
		if past, ok := r.Slices[st.slice].(*slice.Chronicle); ok {
			if st.most == 0 {
				continue
			}
			for sec := range slice.Sections(s, past, func(src assembly.Prose[role], text string) section { return section{src, text} }) {
				if keep() {
					slice.AddProse(s, slot, sec.text, sec.src)
				}
				if n == st.most {
					break
				}
			}
			continue
		}
		if st.most == 0 {
			continue
		}
		for it := range itemsOf(s, r.Slices[st.slice], st) {
			if keep() {
				slice.Add[role](s, slot, it.text, it.src, nil)
			}
			if n == st.most {
				break
			}
		}
	}
}

type section struct {
	src  assembly.Prose[role]
	text string
}

func itemsOf(s *slice.Session, spec slice.Spec, st step) iter.Seq[item] {
	event := func(src assembly.Source[role], r *wire.Reader) item { return item{src, wire.Field[string](r, "text")} }
	switch spec := spec.(type) {
	case *slice.Log:
		return slice.Of(s, spec, st.typ, event)
	case *slice.Beliefs:
		return slice.Held(s, spec, spec.Scopes[st.scope].Name, "", func(src assembly.Source[role], b *slice.Belief) item { return item{src, slice.ValueOf[string](b)} })
	case *slice.Given:
		return func(yield func(item) bool) {
			yield(item{slice.GivenSource[role](s, spec, timeline.ID{}), "the ask"})
		}
	}
	return nil
}

// plainly2 reads Describe's JSON back and writes refs by their place in the log.
func plainly2(t *rapid.T, d assembly.Description, st *world.Store) (plainDescription, error) {
	var raw struct {
		Role  string `json:"role"`
		Upto  int64  `json:"upto_seq"`
		Parts []struct {
			Slot, Register, Content string
			Rank                    int
			Sources                 []map[string]any
		}
		Shed []struct {
			Slot, Register, Content string
			Rank                    int
			Sources                 []map[string]any
		}
		Read []map[string]any
	}
	if err := json.Unmarshal(d.JSON(), &raw); err != nil {
		return plainDescription{}, err
	}
	seqs := map[string]int64{}
	page, err := st.Log().Read(context.Background(), timeline.Query{})
	if err != nil {
		return plainDescription{}, err
	}
	for _, e := range page.Events {
		seqs[e.ID.String()] = e.Seq
	}
	ref := func(m map[string]any) string {
		switch {
		case m["given"] != nil:
			return fmt.Sprintf("given %s", m["given"])
		case m["section"] != nil:
			return fmt.Sprintf("section %s", m["section"])
		case m["state"] != nil:
			return fmt.Sprintf("state %d", seqs[m["event"].(string)])
		}
		if seqs[m["event"].(string)] != int64(m["seq"].(float64)) {
			t.Fatalf("an EventRef names seq %v for the event at %d", m["seq"], seqs[m["event"].(string)])
		}
		return fmt.Sprintf("event %v", m["seq"])
	}
	refs := func(ms []map[string]any) []string {
		out := []string{}
		for _, m := range ms {
			out = append(out, ref(m))
		}
		return out
	}
	out := plainDescription{Role: raw.Role, Upto: raw.Upto, Parts: []plainDescribed{}, Shed: []plainDescribed{}, Read: refs(raw.Read)}
	for _, p := range raw.Parts {
		out.Parts = append(out.Parts, plainDescribed{p.Slot, p.Register, p.Rank, p.Content, refs(p.Sources)})
	}
	for _, p := range raw.Shed {
		out.Shed = append(out.Shed, plainDescribed{p.Slot, p.Register, p.Rank, p.Content, refs(p.Sources)})
	}
	return out, nil
}
