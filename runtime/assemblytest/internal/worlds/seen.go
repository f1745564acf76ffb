package worlds

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/grantgen/grantgen/runtime/chronicle"
	"github.com/grantgen/grantgen/runtime/slice"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// seen is what a grant lets through of a world: two worlds of which it lets the same through must give one prompt.
type seen struct {
	v      *Vocabulary
	grant  *slice.Grant
	laid   *laid
	record map[string]timeline.ID // that Input names, by slice

	lines  []string                // slice by slice, all that may be read; entries by number
	shown  map[int]map[string]bool // by entry: the fields that may be read
	by     map[string][]int        // by slice: its entries
	at     map[int]bool            // entries whose time may be read
	stands map[string][]standing   // sections by scope
}

// What shown says beside the names of fields.
const (
	wholly     = "*"  // all of the event may be read
	anyPayload = "{}" // all of its payload
)

type standing struct {
	timeline.Range
	entry *entry
	event timeline.Event
}

// see goes through a world with the grant of a call and the records that its Input names.
func see(v *Vocabulary, g *slice.Grant, l *laid, records map[string]timeline.ID) *seen {
	s := &seen{v: v, grant: g, laid: l, record: records, shown: map[int]map[string]bool{}, by: map[string][]int{}, at: map[int]bool{}, stands: map[string][]standing{}}
	s.sections()
	for _, sl := range g.Slices {
		s.lines = append(s.lines, "= "+sl.Name)
		switch sl.Kind {
		case "log", "events":
			s.log(sl)
		case "beliefs":
			s.beliefs(sl)
		case "chronicle":
			for _, st := range s.stands[sl.Scopes[0].Pattern] {
				s.show(sl, st.entry, wholly)
				s.line(st.entry, st.event.Version, st.event.At, st.entry.section.Prose, string(st.entry.section.spoiled))
			}
		case "memory":
			s.memory(sl)
		case "retrieved":
			s.retrieved(sl)
		}
	}
	return s
}

// same says that the grant lets the same through of both.
func (s *seen) same(o *seen) bool { return slices.Equal(s.lines, o.lines) }

func (s *seen) line(e *entry, more ...any) {
	s.lines = append(s.lines, fmt.Sprint(append([]any{e.n, " "}, more...)...))
}

func (s *seen) show(sl slice.Granted, e *entry, fields ...string) {
	if s.shown[e.n] == nil {
		s.shown[e.n] = map[string]bool{}
	}
	for _, f := range fields {
		s.shown[e.n][f] = true
	}
	if len(fields) == 1 && fields[0] == wholly {
		s.at[e.n] = true
	}
	s.by[sl.Name] = append(s.by[sl.Name], e.n)
}

// each visits the events up to the position.
func (s *seen) each(visit func(*entry, timeline.Event)) {
	for i, e := range s.laid.events {
		if e.Seq <= s.laid.last {
			visit(s.laid.history.entries[i], e)
		}
	}
}

// sections finds the sections that stand: of two that overlap in a scope the first.
func (s *seen) sections() {
	s.each(func(en *entry, e timeline.Event) {
		scope, r, ok := chronicle.Mark(e)
		if !ok || en.section == nil {
			return
		}
		for _, other := range s.stands[scope] {
			if r.From <= other.To && other.From <= r.To {
				return
			}
		}
		s.stands[scope] = append(s.stands[scope], standing{r, en, e})
	})
	for _, list := range s.stands {
		slices.SortFunc(list, func(a, b standing) int { return int(a.From - b.From) })
	}
}

func admits(clauses []timeline.Clause, e timeline.Event) bool {
	return slices.ContainsFunc(clauses, func(c timeline.Clause) bool { return c.Match(e) })
}

func (s *seen) log(sl slice.Granted) {
	type admitted struct {
		entry *entry
		event timeline.Event
	}
	var all []admitted
	told := s.stands[sl.Since]
	for _, st := range told {
		s.show(sl, st.entry, wholly)
		s.line(st.entry, st.event.Version, string(st.entry.section.spoiled))
	}
	s.each(func(en *entry, e timeline.Event) {
		switch {
		case !admits(sl.Clauses, e), sl.Kind == "events" && e.Seq < s.laid.given.From:
		case sl.Since != "" && slices.ContainsFunc(told, func(st standing) bool {
			return e.Seq >= st.From && e.Seq <= st.To && admits(st.entry.section.Clauses, e)
		}):
		default:
			all = append(all, admitted{en, e})
		}
	})
	if sl.Last > 0 && len(all) > sl.Last {
		all = all[len(all)-sl.Last:]
	}
	for _, a := range all {
		s.event(sl, a.entry, a.event)
	}
}

// event is what a slice shows of one event.
func (s *seen) event(sl slice.Granted, en *entry, e timeline.Event) {
	typ, known := s.v.event(e.Type)
	i := slices.IndexFunc(sl.Items, func(it slice.Shown) bool { return it.Type == typ.Name })
	if !known || i < 0 || e.Version != typ.Version {
		s.show(sl, en, wholly) // what reads it may say why it cannot
		s.line(en, e.Type, e.Version, e.At, string(e.Attributes.JSON()), string(e.Payload))
		return
	}
	it := sl.Items[i]
	s.show(sl, en, it.Fields...)
	said := []any{e.Type, e.Version}
	if it.At {
		s.at[en.n] = true
		said = append(said, e.At)
	}
	for _, f := range typ.Attributes {
		if slices.Contains(it.Fields, f.Name) {
			said = append(said, " ", f.Name, "=", e.Attributes.Get(f.Name))
		}
	}
	hidden := slices.ContainsFunc(typ.Payload, func(f Field) bool { return !slices.Contains(it.Fields, f.Name) })
	some := slices.ContainsFunc(typ.Payload, func(f Field) bool { return slices.Contains(it.Fields, f.Name) })
	var payload map[string]json.RawMessage
	// The names in an application's own type may be others.
	if some && (!hidden || typ.Go != nil || json.Unmarshal(e.Payload, &payload) != nil || payload == nil) {
		said = append(said, " ", string(e.Payload))
		s.shown[en.n][anyPayload] = true
	} else if some {
		for _, f := range typ.Payload {
			if slices.Contains(it.Fields, f.Name) {
				said = append(said, " ", f.Name, "=", string(payload[f.Name]))
			}
		}
	}
	s.line(en, said...)
}
