package slice

import (
	"iter"
	"slices"
	"time"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/memory"
)

// Memory reads the facts of one scope that a query finds, when it needs any.
type Memory struct {
	Name    string
	Pattern string   // may hold {self.<roster>} as whole segments
	Kinds   []string // that may be found, sorted
	Query   *Given   // whose value asks
	Top     int      // facts at most; 0: memory.Top
	Lines   int      // of a fact at most; 0: memory.Lines
	// Triggers are the signs in a query that memory is needed; nil: memory.Triggers. A world's own need function decides in their place.
	Triggers   []string
	Summarised bool // its items are prose
}

func (s *Memory) sliceName() string { return s.Name }

func (s *Memory) top() int {
	if s.Top < 1 {
		return memory.Top
	}
	return s.Top
}

func (s *Memory) lines() int {
	if s.Lines < 1 {
		return memory.Lines
	}
	return s.Lines
}

// Query is what a call asks one of its memory slices.
type Query struct {
	Slice *Memory
	Text  string
}

// query is what the call asks spec. Without one it is no call of this role.
func (c *Call) query(spec *Memory) (string, error) {
	for _, q := range c.Queries {
		if q.Slice == spec {
			return q.Text, nil
		}
	}
	return "", &InputError{Input: spec.Name, Why: "is asked nothing"}
}

// Fact is what a view of a remembered fact is made from.
type Fact struct {
	Kind   string
	Text   string    // at most so many lines
	Learnt time.Time // UTC; confirming a fact does not change it
}

// Facts yields what the slice's query finds, best first; nothing when it needs no memory, or when the search fails, and then a note
// of the context says so. The search is done once a call.
//
//go:noinline
func Facts[R, V any](s *Session, spec *Memory, read func(assembly.Source[R], *Fact) V) iter.Seq[V] {
	return func(yield func(V) bool) {
		s.eachFact(spec, spec.Summarised, func(h assembly.Handle, f *Fact) bool { return yield(read(assembly.SourceOf[R](h), f)) })
	}
}

// Summaries is [Facts] of a slice whose items are prose.
//
//go:noinline
func Summaries[R, V any](s *Session, spec *Memory, read func(assembly.Prose[R], *Fact) V) iter.Seq[V] {
	return func(yield func(V) bool) {
		s.eachFact(spec, true, func(h assembly.Handle, f *Fact) bool { return yield(read(assembly.ProseOf[R](h), f)) })
	}
}

// eachFact hands out what was found. Prose goes in whole, as a section does.
func (c *Session) eachFact(spec *Memory, prose bool, see func(assembly.Handle, *Fact) bool) {
	scope := c.call.bind(spec.Pattern)
	at, ok := c.enter(spec, scope)
	if !ok {
		return
	}
	r := c.recalls[spec]
	r.once.Do(func() { r.err = c.recall(r, spec, scope, at) })
	if r.err != nil {
		c.log.Fail(r.err)
		return
	}
	if !r.ours { // then there are no facts either, and the log had no say
		return
	}
	pass := c.log.Pass(spec.Name, scope)
	for _, f := range r.facts {
		c.log.Alive()
		ref := assembly.MemoryRef{Memory: f.ID, Scope: scope, Event: f.Event.ID.String()}
		handle := pass.HandOut(ref, prose, envelope(f.Event))
		c.stamp(handle, assembly.Meta{Source: scope, At: f.Confirmed})
		fact := &Fact{Kind: string(f.Kind), Text: f.text, Learnt: time.UnixMicro(f.Event.At).UTC()}
		if prose { // it goes in as it stands, so the date it was learnt on stands there too
			fact.Text += " (" + fact.Learnt.Format(time.DateOnly) + ")"
			c.mu.Lock()
			c.prose[handle] = fact.Text
			c.mu.Unlock()
		}
		if !see(handle, fact) {
			return
		}
	}
	pass.End()
}

// remembers says whether this grant may read a fact that another session handed out: it is held in the slice's scope, as one of its
// kinds.
func (c *Session) remembers(spec *Memory, ref assembly.Ref) bool {
	other, ok := ref.(assembly.MemoryRef)
	scope := c.call.bind(spec.Pattern)
	if !ok || other.Scope != scope {
		return false
	}
	at := c.at(spec.Name)
	if err := c.fresh(c.store.Memories(), at); err != nil {
		return false
	}
	facts, err := c.store.Memories().Facts(c.ctx, scope, at)
	return err == nil && slices.ContainsFunc(facts, func(f memory.Fact) bool {
		return f.ID == other.Memory && f.Event.ID.String() == other.Event && spec.finds(f)
	})
}

// finds says whether a fact of the slice's scope is of its kinds.
func (s *Memory) finds(f memory.Fact) bool { return slices.Contains(s.Kinds, string(f.Kind)) }

// noteMemory writes down what became of the searches, slice by slice in the schema's order.
func (c *Session) noteMemory() {
	for _, s := range c.call.Role.Slices {
		if spec, ok := s.(*Memory); ok {
			for _, n := range c.recalls[spec].notes {
				c.log.Note(n)
			}
		}
	}
}
