package worlds

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
)

// pair is two worlds of which the grant lets the same through.
type pair struct {
	t    *trial
	c    *call
	name string
	a, b *laid
}

// differ assembles over both; ok is false where they are no pair, or give the same.
func (p pair) differ(ctx context.Context) (a, b outcome, ok bool) {
	one := see(p.t.v, p.t.grant, p.a, p.t.in.records)
	two := see(p.t.v, p.t.grant, p.b, p.t.in.records)
	if !one.same(two) {
		return a, b, false
	}
	a, err := p.c.of(ctx, p.a, p.a)
	if err != nil {
		return a, b, false
	}
	b, err = p.c.of(ctx, p.b, p.a)
	return a, b, err == nil && !a.equal(b)
}

// most is how many pairs are tried to make one smaller.
const most = 400

// shrinking makes a pair smaller as long as it differs.
type shrinking struct {
	pair
	ctx   context.Context
	tried int
}

// shrink leaves entries out of both worlds, then hidden ones out of either, many at once at first; takes changed ones back; and then what
// is left of a change, field by field.
func (p pair) shrink(ctx context.Context) pair {
	s := &shrinking{pair: p, ctx: ctx}
	for size := 16; size > 1; size /= 2 {
		for chunk := range slices.Chunk(s.numbers(), size) {
			s.leaveOut(chunk)
		}
	}
	for again := true; again && s.tried <= most; {
		again = false
		for _, n := range s.numbers() {
			again = s.leaveOut([]int{n}) || s.takeBack(n) || again
		}
	}
	for _, n := range s.numbers() {
		s.lessen(n)
	}
	return s.pair
}

// try says whether two worlds are a pair that differs, and goes on with them.
func (s *shrinking) try(a, b history) bool {
	if s.tried++; s.tried > most {
		return false
	}
	next := s.pair
	next.a, next.b = a.lay(), b.lay()
	if _, _, ok := next.differ(s.ctx); !ok {
		return false
	}
	s.pair = next
	return true
}

func (s *shrinking) leaveOut(numbers []int) bool {
	a, b := s.a.history, s.b.history
	lessA, lessB := a.drop(numbers), b.drop(numbers)
	fewerA, fewerB := len(lessA.entries) < len(a.entries), len(lessB.entries) < len(b.entries)
	return (fewerA || fewerB) && s.try(lessA, lessB) || fewerA && fewerB && (s.try(a, lessB) || s.try(lessA, b))
}

// numbers are the entries of either world, the last first.
func (s *shrinking) numbers() []int {
	var out []int
	known := map[int]bool{}
	for _, e := range slices.Concat(s.b.history.entries, s.a.history.entries) {
		if !known[e.n] {
			known[e.n] = true
			out = append(out, e.n)
		}
	}
	slices.Reverse(out)
	return out
}

func (w history) at(n int) int {
	return slices.IndexFunc(w.entries, func(e *entry) bool { return e.n == n })
}

// drop leaves entries out, but those that the range of the Input needs.
func (w history) drop(numbers []int) history {
	return w.with(slices.DeleteFunc(slices.Clone(w.entries), func(e *entry) bool {
		return e.n != w.from && e.n != w.to && slices.Contains(numbers, e.n)
	}))
}

// changed is where an entry stands in both worlds, in the one as another than in the other.
func (s *shrinking) changed(n int) (i, j int, ok bool) {
	i, j = s.a.history.at(n), s.b.history.at(n)
	return i, j, i >= 0 && j >= 0 && s.a.history.entries[i] != s.b.history.entries[j]
}

// takeBack puts a's entry into b.
func (s *shrinking) takeBack(n int) bool {
	i, j, ok := s.changed(n)
	return ok && s.try(s.a.history, s.b.history.put(j, s.a.history.entries[i]))
}

func (w history) put(at int, e *entry) history {
	out := slices.Clone(w.entries)
	out[at] = e
	return w.with(out)
}

// lessen takes back what it can of one changed entry: its time, its version, attributes, fields of its payload.
func (s *shrinking) lessen(n int) {
	i, j, ok := s.changed(n)
	if !ok {
		return
	}
	was := s.a.history.entries[i]
	if is := s.b.history.entries[j]; is.section != nil || was.section != nil || is.pending.Key != was.pending.Key {
		return
	}
	one := func(change func(e *entry)) {
		e := *s.b.history.entries[j]
		change(&e)
		s.try(s.a.history, s.b.history.put(j, &e))
	}
	one(func(e *entry) { e.pending.At = was.pending.At })
	one(func(e *entry) { e.pending.Version = was.pending.Version })
	for _, name := range attributeNames(s.a.events[i], s.b.events[j]) {
		one(func(e *entry) { *e = *withAttribute(e, name, was.pending.Attributes.Get(name)) })
	}
	for _, f := range fieldNames(was.pending.Payload, s.b.history.entries[j].pending.Payload) {
		one(func(e *entry) { e.pending.Payload = withField(e.pending.Payload, was.pending.Payload, f) })
	}
}

// fieldNames are the fields of two payloads, where both are objects.
func fieldNames(a, b []byte) []string {
	var x, y map[string]json.RawMessage
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return nil
	}
	var out []string
	for _, fields := range []map[string]json.RawMessage{x, y} {
		for f := range fields {
			out = append(out, f)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// withField is a payload with one field as another payload has it.
func withField(payload, from []byte, name string) []byte {
	var x, y map[string]json.RawMessage
	if json.Unmarshal(payload, &x) != nil || json.Unmarshal(from, &y) != nil {
		return payload
	}
	raw, there := y[name]
	if x[name] = raw; !there {
		delete(x, name)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(x) != nil {
		return payload
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
