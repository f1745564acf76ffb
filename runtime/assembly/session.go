package assembly

import (
	"fmt"
	"io"
	"iter"
	"slices"
	"sync"

	"github.com/grantgen/grantgen/runtime/token"
)

// Setup is what a session is opened with.
type Setup struct {
	Role   string   // as Context shows it: norway, negotiator@norway
	Upto   int64    // the position
	Slices []string // in the schema's order
	Slots  []*Slot  // in the schema's order
	// MayRead says whether this grant may read what another session handed out; mark is what that session passed to HandOut.
	// It decides how much an UncitedSource error may say. Nil: nothing may be read.
	MayRead func(slice string, ref Ref, mark any) bool
	Layout  *Layout // nil: none
	Now     int64   // the time that the application gave, in µs UTC, for sections that are kept fresh by days; 0: none
	// Full: the grant has memory, evidence or tools, so that Describe is the longer form. With a layout it always is.
	Full bool
}

// Session is one call: it remembers all that was handed out and added. It is safe for use by several goroutines until it is
// closed; after that every method but Reads panics with an [AssemblyError] ("this grant is used after its call").
//
// What it remembers stands behind a function: a view leads to its session, and printers that follow pointers through
// unexported fields (fmt in a struct's field, spew, a debugger's dump in a log) would otherwise show the text of parts.
type Session struct {
	inside func() *inside
}

// inside is the state. Calls of 100,000 parts are to be cheap, so that what grows with them holds few pointers for the collector to
// follow: numbers stand for handles and slices.
type inside struct {
	setup Setup

	mu      sync.Mutex
	closed  bool
	failed  error // the first read that failed
	handed  []handed
	events  seqs          // the number of the first EventRef with a seq
	others  map[any]int32 // other refs → number
	slices  []sliceRead   // in the schema's order, then those that it does not know
	places  map[string]int32
	items   map[itemKey]*item
	added   []added
	cites   []int32  // of all added parts, one after the other: the number of a handle of ours, 0 for an empty one, -i for foreign[i-1]
	foreign []Handle // of other sessions
	stamps  map[int32]Meta
	notes   []Note
	more    map[int32]more // by the part's index
	counter token.Counter  // of Refit
}

// handed is one thing that was handed out; its number is its index + 1.
type handed struct {
	ref   Ref
	mark  any
	slice int32
	prose bool
}

type sliceRead struct {
	name    string
	numbers []int32
	seen    map[int32]bool // of numbers that another slice had handed out first
}

type added struct {
	slot     *Slot
	text     string
	from, to int32 // in cites
	// Few parts have more than a text.
	structured, verbatim, grouped, hasFallback bool
}

// more is what few parts have.
type more struct{ group, fallback string }

// Open starts a session.
func Open(s Setup) *Session {
	in := &inside{setup: s, others: map[any]int32{}, places: map[string]int32{}}
	for _, name := range s.Slices {
		in.place(name)
	}
	return &Session{inside: func() *inside { return in }}
}

// enter locks an open session, and panics at a closed one.
func (s *Session) enter() *inside {
	in := s.inside()
	in.mu.Lock()
	if in.closed {
		in.mu.Unlock()
		panic(&AssemblyError{Reason: UsedAfterCall})
	}
	return in
}

func (in *inside) place(slice string) int32 {
	place, ok := in.places[slice]
	if !ok {
		place = int32(len(in.slices))
		in.places[slice] = place
		in.slices = append(in.slices, sliceRead{name: slice})
	}
	return place
}

// number finds a ref that was handed out before, and else gives it the next number.
func (in *inside) number(r Ref, mark any) (n int32, again bool) {
	next := int32(len(in.handed) + 1)
	if e, ok := r.(EventRef); ok {
		switch n = in.events.put(e.Seq, next); {
		case n == 0:
			return next, false
		case in.handed[n-1].ref == r:
			return n, true
		} // two events at one seq: made by hand
	}
	key := keyOf(r, mark)
	if n, again = in.others[key]; !again {
		in.others[key] = next
		return next, false
	}
	return n, true
}

// room doubles a full list. append alone grows a long one by a quarter, and would copy a large call's lists many times over.
func room[T any](list []T) []T {
	if len(list) < cap(list) {
		return list
	}
	return slices.Grow(list, max(len(list), 16))
}

// HandOut records that a slice yielded ref, and returns its handle; the same ref from any slice again returns the first handle.
// Prose marks a chronicle section (or summarised text). The mark of a section is its scope: two chronicles may have sections over
// one range.
func (s *Session) HandOut(slice string, ref Ref, prose bool, mark any) Handle {
	in := s.enter()
	defer in.mu.Unlock()
	return Handle{s, in.handOut(in.place(slice), ref, prose, mark)}
}

func (in *inside) handOut(place int32, ref Ref, prose bool, mark any) int32 {
	r := &in.slices[place]
	n, again := in.number(ref, mark)
	if !again {
		in.handed = append(room(in.handed), handed{ref: ref, mark: mark, slice: place, prose: prose})
		r.numbers = append(room(r.numbers), n)
		return n
	}
	first := &in.handed[n-1]
	first.prose = first.prose || prose
	if first.slice != place && !r.seen[n] {
		if r.seen == nil {
			r.seen = map[int32]bool{}
		}
		r.seen[n] = true
		r.numbers = append(r.numbers, n)
	}
	return n
}

// Alive panics with "this grant is used after its call" once the session is closed.
func (s *Session) Alive() { s.enter().mu.Unlock() }

// Add adds a part. Faults (no source, foreign source) are found by Finish.
func (s *Session) Add(slot *Slot, content Content, from ...Handle) {
	in := s.enter()
	defer in.mu.Unlock()
	start := len(in.cites)
	for _, h := range from {
		switch h.session {
		case s, nil:
			in.cites = append(room(in.cites), h.n)
		default:
			in.foreign = append(in.foreign, h)
			in.cites = append(in.cites, -int32(len(in.foreign)))
		}
	}
	if content.Group != "" || content.Fallback != "" {
		if in.more == nil {
			in.more = map[int32]more{}
		}
		in.more[int32(len(in.added))] = more{content.Group, content.Fallback}
	}
	in.added = append(room(in.added), added{
		slot: slot, text: content.Text, from: int32(start), to: int32(len(in.cites)), structured: content.Structured, verbatim: content.Verbatim,
		grouped: content.Group != "", hasFallback: content.Fallback != "",
	})
}

// Fail remembers the first error of a read; Finish returns it.
func (s *Session) Fail(err error) {
	in := s.enter()
	defer in.mu.Unlock()
	if in.failed == nil {
		in.failed = err
	}
}

// Reads is what was handed out so far, slice by slice in the schema's order, once each.
func (s *Session) Reads() []Ref {
	in := s.inside()
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.reads()
}

// Slices names the slices of which something was handed out, in the schema's order.
func (s *Session) Slices() []string {
	in := s.inside()
	in.mu.Lock()
	defer in.mu.Unlock()
	var out []string
	for i := range in.slices {
		if len(in.slices[i].numbers) > 0 {
			out = append(out, in.slices[i].name)
		}
	}
	return out
}

func (in *inside) reads() []Ref {
	refs := make([]Ref, 0, len(in.handed))
	in.eachRead(func(h *handed) { refs = append(refs, h.ref) })
	return refs
}

// eachRead goes through what was handed out, slice by slice in the schema's order, once each.
func (in *inside) eachRead(see func(*handed)) {
	for _, n := range in.readOrder() {
		see(&in.handed[n-1])
	}
}

// readOrder is the numbers of what was handed out, slice by slice in the schema's order, once each.
func (in *inside) readOrder() iter.Seq2[int, int32] {
	return func(yield func(int, int32) bool) {
		listed := make([]bool, len(in.handed))
		place := 0
		for i := range in.slices {
			for _, n := range in.slices[i].numbers {
				if listed[n-1] {
					continue
				}
				listed[n-1] = true
				if !yield(place, n) {
					return
				}
				place++
			}
		}
	}
}

// Finish closes the session, checks every part and applies the budget. The error is, first of all, the first read that failed;
// then what the checks find, in this order: a wrong budget or slot, a source that was not handed out or a part that cites nothing,
// prose under another register or a section read and not cited, text that is not valid, and the budget's own.
func (s *Session) Finish(o Options) (*Context, error) {
	in := s.enter()
	in.closed = true
	in.mu.Unlock() // nothing writes to a closed session
	if in.failed != nil {
		return nil, in.failed
	}
	budget := in.budget(&o)
	if budget != nil {
		if err := budget.Check(); err != nil {
			return nil, err
		}
	}
	if err := in.checkCuts(o.Uncut); err != nil {
		return nil, err
	}
	if err := in.check(); err != nil {
		return nil, err
	}
	c, err := in.context(budget)
	if err != nil {
		return nil, err
	}
	if err := c.refuseCuts(o.Uncut); err != nil {
		return nil, err
	}
	return c, nil
}

// Abandon closes the session after a panic with that value and returns [Failed] with what had been read; a remembered read
// error wins, and so does an [AssemblyError] that was the panic's value. A nil value stands for an assembler that ended its
// goroutine (runtime.Goexit).
func (s *Session) Abandon(value any) error {
	in := s.enter()
	in.closed = true
	in.mu.Unlock()
	if in.failed != nil {
		return in.failed
	}
	if e, ok := value.(*AssemblyError); ok {
		return e
	}
	return &Failed{Value: value, Read: in.reads()}
}

// Format prints "session" under every verb.
func (s *Session) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, "session") }
