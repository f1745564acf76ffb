package worlds

import "github.com/grantgen/grantgen/runtime/timeline"

// world draws a log: some of it within the grant, much of it near, and enough that is somebody else's.
func (m *maker) world(ranged bool) history {
	var w history
	for range 12 + m.IntN(24) {
		if e, ok := pick(m.draw, m.list)(w.entries); ok {
			w.entries = append(w.entries, e)
		}
	}
	if len(w.entries) == 0 {
		w.entries = append(w.entries, m.entry(nothing()))
	}
	if m.chance(12) { // something within the grant may be unreadable: then errors are compared
		i := m.IntN(len(w.entries))
		w.entries[i] = m.spoil(w.entries[i])
	}
	if ranged {
		n := len(w.entries)
		from := m.IntN((n + 1) / 2)
		w.from, w.to = w.entries[from].n, w.entries[from+m.IntN(n-from)].n
	}
	return w
}

type making = func(so []*entry) (*entry, bool)

// makers are what a world is drawn by, the likelier the more often they are listed.
func (m *maker) makers() []making {
	var out []making
	plain := func(weight int, f func() (timeline.Pending, bool)) {
		for range weight {
			out = append(out, func([]*entry) (*entry, bool) {
				p, ok := f()
				if !ok {
					return nil, false
				}
				return m.entry(p), true
			})
		}
	}
	near := func(how nearness) func() (timeline.Pending, bool) {
		return func() (timeline.Pending, bool) { return m.event(how) }
	}
	sure := func(f func() timeline.Pending) func() (timeline.Pending, bool) {
		return func() (timeline.Pending, bool) { return f(), true }
	}
	if len(m.clauses) > 0 {
		plain(6, near(meeting))
		plain(3, near(missing))
	}
	plain(3, near(anyhow))
	plain(1, sure(m.foreignEvent))
	plain(1, sure(m.noise))
	for _, st := range []struct {
		kind string
		make func(own bool) (timeline.Pending, bool)
	}{{"beliefs", m.belief}, {"memory", m.remember}, {"retrieved", m.evidence}} {
		if len(m.granted(st.kind)) > 0 {
			plain(4, func() (timeline.Pending, bool) { return st.make(true) })
		}
		if m.kept(st.kind) {
			plain(2, func() (timeline.Pending, bool) { return st.make(false) })
		}
	}
	if len(m.granted("chronicle")) > 0 {
		out = append(out, func(so []*entry) (*entry, bool) { return m.section(true, so) }, func(so []*entry) (*entry, bool) { return m.section(true, so) })
	}
	return append(out, func(so []*entry) (*entry, bool) { return m.section(false, so) })
}

// kept says whether the schema has a scope of the kind.
func (m *maker) kept(kind string) bool {
	_, ok := find(m.v.Scopes, func(s Scope) string { return s.Kind }, kind)
	return ok
}

// spoil makes an event unreadable: newer than any program knows, or with a payload that is none of its type's. Its envelope stays.
func (m *maker) spoil(e *entry) *entry {
	out := *e
	switch m.IntN(3) {
	case 0:
		out.pending.Version += 100
	case 1:
		out.pending.Payload = []byte(`["` + m.mark() + `"]`)
	default:
		out.pending.Payload = []byte(`{"` + m.mark() + `":{"about":7,"text":[],"value":null}}`)
	}
	if e.section != nil {
		s := *e.section
		if out.pending.Version == e.pending.Version {
			s.spoiled = out.pending.Payload
		}
		out.section = &s
	}
	return &out
}

// inert draws an event that nothing of the grant admits.
func (m *maker) inert(records map[string]timeline.ID) timeline.Pending {
	m.strange = true
	defer func() { m.strange = false }()
	for range 20 {
		e, ok := pick(m.draw, m.list)(nil)
		if ok && e.section == nil && inert(m.grant, e.pending, records) {
			if m.chance(15) {
				e = m.spoil(e)
			}
			return e.pending
		}
	}
	return nothing()
}
