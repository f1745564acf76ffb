package slice

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"sync"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/chronicle"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/wire"
)

// admitted is what one slice admits at its position, read once a call: oldest first.
type admitted struct {
	once   sync.Once
	events []timeline.Event
	err    error
}

// Of yields the events of one type that a log or events slice admits, oldest first; an empty type stands for all that it admits, in the
// order of the log. read makes the view.
//
// It and its like are as thin as can be, and not inlined: they are compiled anew for every view of every role.
//
//go:noinline
func Of[R, V any](s *Session, spec Spec, eventType string, read func(assembly.Source[R], *wire.Reader) V) iter.Seq[V] {
	return func(yield func(V) bool) {
		s.each(spec, eventType, func(h assembly.Handle, r *wire.Reader) bool {
			v := read(assembly.SourceOf[R](h), r)
			return r.Err() == nil && yield(v)
		})
	}
}

// each hands out what the slice admits, of one type or of all, oldest first.
func (c *Session) each(spec Spec, eventType string, see func(assembly.Handle, *wire.Reader) bool) {
	what := spec.sliceName()
	if eventType != "" {
		what += "." + eventType
	}
	at, ok := c.enter(spec, what)
	if !ok {
		return
	}
	pass := c.log.Pass(spec.sliceName(), eventType)
	a := c.load(spec, at)
	if a.err != nil {
		c.log.Fail(a.err)
		return
	}
	for _, e := range a.events {
		key, known := c.store.Registry().Canonical(e.Key)
		if known && eventType != "" && key.Type != eventType {
			continue
		}
		c.log.Alive()
		handle := pass.HandOut(assembly.EventRef{Event: e.ID.String(), Seq: e.Seq}, false, envelope(e))
		current, err := c.store.Registry().Current(e)
		if err != nil {
			c.log.Fail(err)
			return
		}
		c.stamp(handle, assembly.Meta{Source: e.Namespace + "." + e.Type, Version: strconv.Itoa(e.Version), At: e.At})
		r := wire.Read(current)
		more := see(handle, r)
		if err := r.Err(); err != nil {
			c.log.Fail(&timeline.Undecodable{Seq: e.Seq, Key: e.Key, Version: e.Version, Why: err.Error()})
			return
		}
		if !more {
			return
		}
	}
	pass.End()
}

// envelope is what another session may ask of e: all but its payload.
func envelope(e timeline.Event) timeline.Event {
	e.Payload = nil
	return e
}

func (c *Session) load(spec Spec, at timeline.Position) *admitted {
	c.mu.Lock()
	a := c.admitted[spec]
	if a == nil {
		a = &admitted{}
		c.admitted[spec] = a
	}
	c.mu.Unlock()
	a.once.Do(func() {
		switch spec := spec.(type) {
		case *Log:
			a.events, a.err = c.loadLog(spec, at)
		case *Events:
			a.events, a.err = c.loadRange(spec, at)
		default:
			a.err = &assembly.NotGranted{Scope: spec.sliceName()}
		}
	})
	return a
}

func (c *Session) loadRange(spec *Events, at timeline.Position) ([]timeline.Event, error) {
	clauses, err := c.call.bindAll(spec.Clauses)
	if err != nil {
		return nil, err
	}
	return ReadAll(c.ctx, c.store.Log(), timeline.Query{After: c.call.Range.From - 1, UpTo: at, Clauses: clauses})
}

func (c *Session) loadLog(spec *Log, at timeline.Position) ([]timeline.Event, error) {
	clauses, err := c.call.bindAll(spec.Clauses)
	if err != nil {
		return nil, err
	}
	if at == 0 {
		return nil, nil // UpTo 0 would mean the end
	}
	told, err := c.sections(spec.Since, at)
	if err != nil {
		return nil, err
	}
	q := timeline.Query{UpTo: at, Clauses: clauses, Newest: spec.Last > 0}
	if spec.Since == nil {
		q.Limit = spec.Last
	}
	var out []timeline.Event
	err = Pages(c.ctx, c.store.Log(), q, func(e timeline.Event) bool {
		if covered(told, e) {
			c.leftOut(spec)
		} else {
			out = append(out, e)
		}
		return spec.Last == 0 || len(out) < spec.Last
	})
	if spec.Last > 0 {
		slices.Reverse(out)
	}
	return out, err
}

// sections looks at a chronicle to know what it tells of. Looking is not reading: no section becomes "read" by it.
func (c *Session) sections(since *Chronicle, at timeline.Position) ([]chronicle.Section, error) {
	if since == nil {
		return nil, nil
	}
	if err := c.fresh(c.store.Chronicle(), at); err != nil {
		return nil, err
	}
	return c.store.Chronicle().Sections(c.ctx, c.call.bind(since.Pattern), at)
}

// leftOut remembers that a section stands for an event of the slice, so that it can be said when nobody read the sections.
func (c *Session) leftOut(spec *Log) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.told == nil {
		c.told = map[*Log]bool{}
	}
	c.told[spec] = true
}

// noteUntold says which slices left events out for sections that the assembler did not read: nobody then tells of them.
func (c *Session) noteUntold() {
	read := map[string]bool{}
	for _, r := range c.log.Slices() {
		read[r] = true
	}
	for _, s := range c.call.Role.Slices {
		if spec, ok := s.(*Log); ok && c.told[spec] && !read[spec.Since.Name] {
			c.log.Note(assembly.Note{Kind: "untold", Text: fmt.Sprintf("events of slice '%s' stand in sections of '%s', which was not read", spec.Name, spec.Since.Name)})
		}
	}
}

func covered(told []chronicle.Section, e timeline.Event) bool {
	for _, s := range told {
		if s.Covers(e) {
			return true
		}
	}
	return false
}
