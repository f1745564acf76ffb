package worlds

import (
	"fmt"
	"slices"

	"github.com/grantgen/grantgen/runtime/belief"
	"github.com/grantgen/grantgen/runtime/evidence"
	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/slice"
	"github.com/grantgen/grantgen/runtime/timeline"
)

func (s *seen) beliefs(sl slice.Granted) {
	for _, sc := range sl.Scopes {
		for _, p := range sl.Predicates {
			type state struct {
				entry *entry
				event timeline.Event
			}
			held := map[string]state{}
			s.each(func(en *entry, e timeline.Event) {
				key, id, ok := belief.Mark(e)
				if !ok || key != (belief.Key{Namespace: sl.Namespace, Predicate: p, Scope: sc.Pattern}) {
					return
				}
				delete(held, id)
				if e.Type == belief.Revised {
					held[id] = state{en, e}
				}
			})
			var list []state
			for _, st := range held {
				list = append(list, st)
			}
			slices.SortFunc(list, func(a, b state) int { return int(a.event.Seq - b.event.Seq) })
			for _, st := range list {
				s.show(sl, st.entry, wholly)
				s.line(st.entry, st.event.Version, st.event.At, string(st.event.Attributes.JSON()), string(st.event.Payload))
			}
		}
	}
}

func (s *seen) memory(sl slice.Granted) {
	type fact struct{ learnt, confirmed *entry }
	facts := map[string]*fact{}
	var order []string
	s.each(func(en *entry, e timeline.Event) {
		scope, id, kind, ok := memory.Mark(e)
		if !ok || e.Namespace != timeline.ReservedNamespace || scope != sl.Scopes[0].Pattern {
			return
		}
		f := facts[id]
		switch {
		case e.Type == memory.Remembered && f == nil && slices.Contains(sl.Kinds, string(kind)):
			facts[id] = &fact{learnt: en}
			order = append(order, id)
		case f == nil:
		case e.Type == memory.Forgotten:
			delete(facts, id)
		case e.Type == memory.Reconfirmed:
			f.confirmed = en
		}
	})
	for _, id := range order {
		f := facts[id]
		if f == nil {
			continue
		}
		for _, en := range []*entry{f.learnt, f.confirmed} {
			if en != nil {
				s.show(sl, en, wholly)
				s.line(en, en.pending.Version, en.pending.At, string(en.pending.Attributes.JSON()), string(en.pending.Payload))
			}
		}
	}
}

// retrieved is the record that Input names; of one of another scope, whose it is. Of later ones in the scope the newest index may be told.
func (s *seen) retrieved(sl slice.Granted) {
	id := s.record[sl.Name]
	var found, newest *entry
	s.each(func(en *entry, e timeline.Event) {
		switch {
		case found == nil && !id.IsZero() && evidence.Of(id).Match(e):
			found = en
		case found != nil && evidence.In(sl.Scopes[0].Pattern).Match(e):
			newest = en
		}
	})
	if found == nil {
		s.lines = append(s.lines, fmt.Sprint("none ", id))
		return
	}
	scope, _ := found.pending.Attributes.Get("scope").AsText()
	s.show(sl, found, wholly)
	s.line(found, found.pending.Version, found.pending.At, string(found.pending.Attributes.JSON()), string(found.pending.Payload))
	if newest != nil && scope == sl.Scopes[0].Pattern {
		s.show(sl, newest, "index", "scope", "record")
		s.line(newest, newest.pending.Attributes.Get("index"))
	}
}
