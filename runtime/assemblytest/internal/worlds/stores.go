package worlds

import (
	"encoding/json"
	"strings"

	"github.com/grantgen/grantgen/runtime/belief"
	"github.com/grantgen/grantgen/runtime/chronicle"
	"github.com/grantgen/grantgen/runtime/evidence"
	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/slice"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/wire"
)

type subjects []belief.Subject

type fact struct {
	scope string
	id    timeline.ID
}

type record struct {
	scope string
	id    timeline.ID
}

// granted are the scopes of a kind that the grant reads.
func (m *maker) granted(kind string) []string {
	var out []string
	for _, sl := range m.grant.Slices {
		if sl.Kind == kind {
			for _, sc := range sl.Scopes {
				out = append(out, sc.Pattern)
			}
		}
		if kind == "chronicle" && sl.Since != "" {
			out = append(out, sl.Since)
		}
	}
	return out
}

// scope is a scope of a kind: one that the grant reads, or another, which may look much like it.
func (m *maker) scope(kind string, own bool) (string, bool) {
	granted := m.granted(kind)
	if own {
		if len(granted) == 0 {
			return "", false
		}
		return pick(m.draw, granted), true
	}
	var families []string
	for _, s := range m.v.Scopes {
		if s.Kind == kind {
			families = append(families, s.Pattern)
		}
	}
	if len(granted) > 0 && m.chance(30) {
		near := pick(m.draw, granted)
		return pick(m.draw, []string{near + ":x", strings.ToUpper(near), near + " ", strings.TrimSuffix(near, near[len(near)-1:]) + "_"}), true
	}
	if len(families) == 0 {
		return kind + ":other", true
	}
	var segments []string
	for _, seg := range strings.Split(pick(m.draw, families), ":") {
		if name, ok := strings.CutPrefix(seg, "{"); ok {
			seg = m.name(strings.TrimSuffix(name, "}"))
		}
		segments = append(segments, seg)
	}
	return wire.Scope(segments...), true
}

// belief draws a revision or a contraction of one of a few beliefs.
func (m *maker) belief(own bool) (timeline.Pending, bool) {
	scope, ok := m.scope("beliefs", own)
	if !ok || len(m.v.Predicates) == 0 {
		return timeline.Pending{}, false
	}
	p := pick(m.draw, m.v.Predicates)
	if own && m.chance(80) {
		p = m.readPredicate(p)
	}
	key := belief.Key{Namespace: m.v.Namespace, Predicate: p.Name, Scope: scope}
	if !own && m.chance(20) {
		key.Namespace = "elsewhere"
	}
	about := m.about(p)
	if m.chance(20) {
		made, err := key.Contract(about)
		return made, err == nil
	}
	value, ok := m.value(m.v.typeOf(p.Value))
	if !ok {
		return timeline.Pending{}, false
	}
	made, err := key.Revise(about, value)
	return made, err == nil
}

// readPredicate is one that the grant reads somewhere.
func (m *maker) readPredicate(otherwise Predicate) Predicate {
	var names []string
	for _, sl := range m.grant.Slices {
		names = append(names, sl.Predicates...)
	}
	if len(names) == 0 {
		return otherwise
	}
	if p, ok := find(m.v.Predicates, func(p Predicate) string { return p.Name }, pick(m.draw, names)); ok {
		return p
	}
	return otherwise
}

// about is one of three lists of subjects, so that beliefs are revised.
func (m *maker) about(p Predicate) subjects {
	list := m.subject[p.Name]
	if len(list) == 3 {
		return pick(m.draw, list)
	}
	out := subjects{}
	for _, f := range p.About {
		s := belief.Subject{Name: f.Name}
		v := m.attribute(m.v.typeOf(f.Type))
		if n, ok := v.AsInt(); ok {
			s.Value = n
		} else if b, ok := v.AsBool(); ok {
			s.Value = b
		} else {
			s.Value, _ = v.AsText()
		}
		out = append(out, s)
	}
	m.subject[p.Name] = append(list, out)
	return out
}

// remember draws a fact, or what becomes of one. Facts share the words of the queries.
func (m *maker) remember(own bool) (timeline.Pending, bool) {
	scope, ok := m.scope("memory", own)
	if !ok {
		return timeline.Pending{}, false
	}
	if len(m.facts) > 0 && m.chance(25) {
		f := pick(m.draw, m.facts)
		if m.chance(50) {
			made, err := memory.Scope{Name: f.scope}.Forget(f.id)
			return made, err == nil
		}
		made, err := memory.Scope{Name: f.scope}.Reconfirm(f.id)
		return made, err == nil
	}
	kind := pick(m.draw, memory.Kinds)
	if own && m.chance(70) {
		kind = m.readKind(kind)
	}
	made, err := memory.Scope{Name: scope}.Remember(kind, m.text(), m.id())
	made.ID = m.id()
	m.facts = append(m.facts, fact{scope, made.ID})
	return made, err == nil
}

func (m *maker) readKind(otherwise memory.Kind) memory.Kind {
	for _, sl := range m.grant.Slices {
		if len(sl.Kinds) > 0 {
			return memory.Kind(pick(m.draw, sl.Kinds))
		}
	}
	return otherwise
}

// evidence draws a record of what was retrieved.
func (m *maker) evidence(own bool) (timeline.Pending, bool) {
	scope, ok := m.scope("retrieved", own)
	if !ok {
		return timeline.Pending{}, false
	}
	r := evidence.Retrieval{Query: m.text(), Index: pick(m.draw, []string{"v1", "v2"})}
	for range 1 + m.IntN(3) {
		it := evidence.Item{Document: "doc-" + pick(m.draw, words), Source: pick(m.draw, []string{"", "wiki"}), Version: pick(m.draw, []string{"1", "2"}), Text: m.text()}
		if m.chance(50) {
			it.At = m.time()
		}
		r.Items = append(r.Items, it)
	}
	id := m.id()
	made, err := evidence.Scope{Name: scope}.Pending(id, r)
	m.records = append(m.records, record{scope, id})
	return made, err == nil
}

// section draws a section over entries of a world so far.
func (m *maker) section(own bool, entries []*entry) (*entry, bool) {
	scope, ok := m.scope("chronicle", own)
	if !ok || len(entries) == 0 {
		return nil, false
	}
	from := m.IntN(len(entries))
	to := min(len(entries)-1, from+m.IntN(6))
	s := &section{from: entries[from].n, to: entries[to].n, Section: chronicle.Section{Scope: scope, Prose: m.text(), Writer: "writer"}}
	for _, c := range m.clauses {
		if m.chance(60) {
			s.Clauses = append(s.Clauses, c)
		}
	}
	if len(s.Clauses) == 0 {
		s.Clauses = []timeline.Clause{{Key: timeline.Key{Namespace: m.v.Namespace, Type: "Nothing"}}}
	}
	e := m.entry(timeline.Pending{Version: chronicle.Version})
	e.section = s
	if _, err := s.over(1, 1); err != nil {
		return nil, false
	}
	return e, true
}

// noise draws an event of grantgen's own that no slice reads, or one that is odd: its attributes do not say whose it is.
func (m *maker) noise() timeline.Pending {
	scope := slice.Scope{Pattern: "nobody"}
	for _, sl := range m.grant.Slices {
		if len(sl.Scopes) > 0 && m.chance(50) {
			scope = pick(m.draw, sl.Scopes)
		}
	}
	text := func(name, value string) timeline.Attribute {
		return timeline.Attribute{Name: name, Value: timeline.Text(value)}
	}
	p := timeline.Pending{Key: timeline.Key{Namespace: timeline.ReservedNamespace}, Version: 1, Payload: join('{', []json.RawMessage{member("text", timeline.Text(m.text()).JSON())}, '}')}
	switch m.IntN(6) {
	case 0:
		p.Type, p.Attributes = "PinPromoted", timeline.NewAttributes(text("run", "default"))
	case 1:
		p.Type, p.Attributes = "ContextAssembled", timeline.NewAttributes(text("role", m.grant.Role))
	case 2:
		p.Type, p.Attributes = memory.Searched, timeline.NewAttributes(text("scope", scope.Pattern), text("role", "somebody@else"), text("asked", m.mark()))
	case 3:
		p.Type, p.Attributes = belief.Revised, timeline.NewAttributes(text("scope", scope.Pattern), text("predicate", "position"))
	case 4:
		p.Type, p.Attributes = chronicle.Written, timeline.NewAttributes(text("scope", scope.Pattern+":x"))
	default:
		p.Type, p.Attributes, p.Version = "NotKnownYet", timeline.NewAttributes(text("scope", scope.Pattern)), 7
	}
	return p
}
