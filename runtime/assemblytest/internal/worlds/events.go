package worlds

import (
	"strings"

	"github.com/grantgen/grantgen/runtime/slice"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// maker draws the events of one trial, near what a grant says.
type maker struct {
	*draw
	grant   *slice.Grant
	clauses []timeline.Clause // of its log and events slices
	n       int               // the last entry's number
	subject map[string][]subjects
	facts   []fact
	records []record
	list    []making // what a world is drawn by
	strange bool     // only what no clause admits is wanted
}

func newMaker(d *draw, g *slice.Grant) *maker {
	m := &maker{draw: d, grant: g, subject: map[string][]subjects{}}
	for _, sl := range g.Slices {
		m.clauses = append(m.clauses, sl.Clauses...)
	}
	m.list = m.makers()
	return m
}

// entry gives an event its number, id and time.
func (m *maker) entry(p timeline.Pending) *entry {
	m.n++
	if p.ID.IsZero() {
		p.ID = m.id()
	}
	if p.At == 0 {
		p.At = m.time().UnixMicro()
	}
	return &entry{n: m.n, pending: p}
}

// How near an event of the schema is to a clause.
type nearness int

const (
	meeting nearness = iota
	missing
	anyhow
)

// event draws an event of the schema.
func (m *maker) event(how nearness) (timeline.Pending, bool) {
	if len(m.v.Events) == 0 {
		return timeline.Pending{}, false
	}
	var c timeline.Clause
	if how != anyhow && len(m.clauses) > 0 {
		c = pick(m.draw, m.clauses)
	} else {
		c = timeline.Clause{Key: timeline.Key{Namespace: m.v.Namespace, Type: pick(m.draw, m.v.Events).Name}}
	}
	typ, ok := m.v.event(c.Type)
	if !ok {
		return timeline.Pending{}, false
	}
	return m.eventOf(typ, c, how)
}

func (m *maker) eventOf(typ Event, c timeline.Clause, how nearness) (timeline.Pending, bool) {
	p := timeline.Pending{Key: c.Key, Version: typ.Version, Attributes: m.attributes(typ, c, how)}
	if len(typ.Was) > 0 && m.chance(10) {
		p.Type = pick(m.draw, typ.Was)
	}
	if m.strange && admits(m.clauses, timeline.Event{Pending: p}) {
		return p, false
	}
	var ok bool
	p.Payload, ok = m.payload(typ)
	return p, ok
}

func (m *maker) payload(typ Event) (raw []byte, ok bool) {
	if typ.Go != nil {
		return m.foreign(typ.Go)
	}
	return m.object(typ.Payload)
}

// attributes meet a clause, or all of it but one constraint.
func (m *maker) attributes(typ Event, c timeline.Clause, how nearness) timeline.Attributes {
	missed := ""
	if how == missing && len(c.Where) > 0 {
		missed = pick(m.draw, c.Where).Attribute
	}
	var out []timeline.Attribute
	for _, a := range typ.Attributes {
		t := m.v.typeOf(a.Type)
		v := m.loose(a, t)
		for _, w := range c.Where {
			switch {
			case w.Attribute != a.Name:
			case a.Name == missed:
				v = m.miss(w, t)
			default:
				v = m.meet(w, t)
			}
		}
		out = append(out, timeline.Attribute{Name: a.Name, Value: v})
	}
	return timeline.NewAttributes(out...)
}

// loose is a value that no clause asks for: any, or one near what another clause says of the attribute.
func (m *maker) loose(a Field, t fieldType) timeline.Value {
	if t.optional && m.chance(30) {
		return timeline.Value{}
	}
	if len(m.clauses) > 0 && m.chance(30) {
		for _, w := range pick(m.draw, m.clauses).Where {
			if w.Attribute == a.Name && m.chance(50) {
				if v := m.meet(w, t); v.Kind() == t.attributeKind() {
					return v
				}
			}
		}
	}
	return m.attribute(t)
}

// foreignEvent looks like an event of the schema and is none: of another namespace or name.
func (m *maker) foreignEvent() timeline.Pending {
	p, ok := m.event(meeting)
	if !ok {
		p = timeline.Pending{Key: timeline.Key{Type: "Other"}, Version: 1, Payload: []byte("{}")}
	}
	switch m.IntN(3) {
	case 0:
		p.Namespace, p.Type = m.v.Namespace, clipName(p.Type+"ed")
	case 1:
		p.Namespace = clipName(m.v.Namespace + "x")
	default:
		p.Namespace = "elsewhere"
	}
	return p
}

func clipName(s string) string {
	const most = 40
	if len(s) > most {
		s = "x" + strings.TrimLeft(s[len(s)-most+1:], "-_0123456789")
	}
	return s
}
