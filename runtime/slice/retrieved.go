package slice

import (
	"fmt"
	"iter"
	"time"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/evidence"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// Retrieved reads the evidence that the application recorded for this step, and no other.
type Retrieved struct {
	Name    string
	Pattern string
}

func (s *Retrieved) sliceName() string { return s.Name }

// Item is what a view of a piece of evidence is made from.
type Item struct {
	Text     string
	Document string
	Version  string
	Source   string
	Index    string
	At       time.Time // when that version was made; zero: not known
}

// Evidence yields the items of the record that Input names, best first; a zero record is a step that retrieved nothing. A record of
// another scope is NotGranted.
//
//go:noinline
func Evidence[R, V any](s *Session, spec *Retrieved, record timeline.ID, read func(assembly.Source[R], *Item) V) iter.Seq[V] {
	return func(yield func(V) bool) {
		s.eachItem(spec, record, func(h assembly.Handle, it *Item) bool { return yield(read(assembly.SourceOf[R](h), it)) })
	}
}

func (c *Session) eachItem(spec *Retrieved, id timeline.ID, see func(assembly.Handle, *Item) bool) {
	scope := c.call.bind(spec.Pattern)
	at, ok := c.enter(spec, scope)
	if !ok || id.IsZero() {
		return
	}
	rec, err := c.record(spec, scope, id, at)
	if err != nil {
		c.log.Fail(err)
		return
	}
	pass := c.log.Pass(spec.Name, id.String())
	for _, it := range rec.Items {
		c.log.Alive()
		text, err := it.Read(c.ctx, c.store.Texts())
		if err != nil {
			c.log.Fail(fmt.Errorf("slice %s: %w", spec.Name, err))
			return
		}
		ref := assembly.RetrievedRef{Retrieved: it.Document, Version: it.Version, Index: rec.Index, Event: rec.ID.String(), Seq: rec.Seq}
		handle := pass.HandOut(ref, false, scopeMark{rec.Scope, rec.ID.String(), rec.Sealed, rec.Mark})
		meta := assembly.Meta{Source: it.Document, Version: it.Version, At: rec.At}
		if it.Source != "" {
			meta.Source = it.Source + ":" + it.Document
		}
		if !it.At.IsZero() {
			meta.At = it.At.UnixMicro()
		}
		c.stamp(handle, meta)
		if !see(handle, &Item{Text: text, Document: it.Document, Version: it.Version, Source: it.Source, Index: rec.Index, At: it.At}) {
			return
		}
	}
	pass.End()
}

// record finds the record, and notes once a call when its index is no longer the one that the scope was last asked with.
func (c *Session) record(spec *Retrieved, scope string, id timeline.ID, at timeline.Position) (evidence.Record, error) {
	key := recordKey{spec, id}
	c.mu.Lock()
	known, ok := c.records[key]
	c.mu.Unlock()
	if ok {
		return known, nil
	}
	none := &InputError{Input: spec.Name, Why: fmt.Sprintf("names no record of evidence on the log at or before %d", at)}
	if at == 0 {
		return evidence.Record{}, none // UpTo 0 would mean the end
	}
	page, err := c.store.Log().Read(c.ctx, timeline.Query{UpTo: at, Clauses: []timeline.Clause{evidence.Of(id)}, Limit: 1})
	if err != nil {
		return evidence.Record{}, err
	}
	if len(page.Events) == 0 {
		return evidence.Record{}, none
	}
	e := page.Events[0]
	if found, _, _ := evidence.Mark(e); found != scope { // before anything of it is decoded
		return evidence.Record{}, &assembly.NotGranted{Record: id.String(), Scope: spec.Pattern} // whose it is, is not told
	}
	rec, err := evidence.Decode(e)
	if err != nil {
		return evidence.Record{}, err
	}
	if err := c.noteIndex(spec, rec, at); err != nil {
		return evidence.Record{}, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.records == nil {
		c.records = map[recordKey]evidence.Record{}
	}
	c.records[key] = rec
	return rec, nil
}

type recordKey struct {
	spec *Retrieved
	id   timeline.ID
}

// noteIndex says in Describe that the scope was asked with another index since.
func (c *Session) noteIndex(spec *Retrieved, rec evidence.Record, at timeline.Position) error {
	page, err := c.store.Log().Read(c.ctx, timeline.Query{After: rec.Seq, UpTo: at, Clauses: []timeline.Clause{evidence.In(rec.Scope)}, Limit: 1, Newest: true})
	if err != nil || len(page.Events) == 0 {
		return err
	}
	if _, index, ok := evidence.Mark(page.Events[0]); ok && index != rec.Index {
		c.log.Note(assembly.Note{Kind: "stale", Text: fmt.Sprintf("slice %s reads evidence of index %q, and its scope was asked with index %q since", spec.Name, rec.Index, index)})
	}
	return nil
}
