package worlds

import (
	"slices"

	"github.com/grantgen/grantgen/runtime/belief"
	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// trial is one world with what the grant lets through of it.
type trial struct {
	*maker
	in   input
	base *laid
	seen *seen
	held map[int]bool // anchors
	// timed: times may show where no slice shows them, by the freshness or the stamps of a layout.
	timed bool
}

// see goes through another world with the same grant.
func (t *trial) see(w history) *seen { return see(t.v, t.grant, w.lay(), t.in.records) }

func (t *trial) agrees(w history) bool { return t.see(w).same(t.seen) }

// hidden says that nothing of an entry may be read.
func (t *trial) hidden(e *entry) bool { return t.seen.shown[e.n] == nil }

// instead is an entry in the place of another.
func instead(e *entry, p timeline.Pending) *entry {
	if p.ID.IsZero() {
		p.ID = e.pending.ID
	}
	if p.At == 0 {
		p.At = e.pending.At
	}
	return &entry{n: e.n, pending: p}
}

// sister makes a world that agrees with the base, and what it is called.
type sister struct {
	name string
	make func(t *trial) history
}

var sisters = []sister{
	{"without what is hidden", (*trial).projected},
	{"with other hidden events", (*trial).replaced},
	{"with other hidden events", (*trial).replaced},
	{"with other hidden events", (*trial).replaced},
	{"with thirty hidden events at the end", func(t *trial) history { return t.flooded(len(t.base.history.entries)) }},
	{"with thirty hidden events at the beginning", func(t *trial) history { return t.flooded(0) }},
	{"with hidden events that cannot be read", (*trial).spoiled},
	{"with other values in fields that are not granted", (*trial).redrawn},
	{"with other values in fields that are not granted", (*trial).redrawn},
}

// projected has the granted events alone.
func (t *trial) projected() history {
	var out []*entry
	for _, e := range t.base.history.entries {
		switch {
		case !t.hidden(e):
			out = append(out, e)
		case t.held[e.n]:
			out = append(out, instead(e, nothing()))
		}
	}
	return t.base.history.with(out)
}

// replaced has other events wherever there is a hidden one, and more of them between the others.
func (t *trial) replaced() history {
	var out []*entry
	for _, e := range t.base.history.entries {
		for t.chance(25) {
			out = append(out, t.entry(t.inert(t.in.records)))
		}
		switch {
		case !t.hidden(e) || t.chance(25):
			out = append(out, e)
		case t.held[e.n] || t.chance(60):
			out = append(out, instead(e, t.inert(t.in.records)))
		}
	}
	for t.chance(50) {
		out = append(out, t.entry(t.inert(t.in.records)))
	}
	w := t.base.history.with(out)
	if !t.agrees(w) { // events that only were hidden where they stood
		w = t.projected()
	}
	if t.chance(50) {
		return w
	}
	return t.overshadowed(w)
}

// overshadowed adds what would be granted if nothing stood before it: events older than the newest N, or told of by a section; beliefs that
// were revised or contracted since; facts that were forgotten.
func (t *trial) overshadowed(w history) history {
	try := func(at int, add ...*entry) {
		next := w.with(slices.Insert(slices.Clone(w.entries), at, add...))
		if t.agrees(next) {
			w = next
		}
	}
	for _, sl := range t.grant.Slices {
		switch sl.Kind {
		case "log":
			if sl.Last == 0 && sl.Since == "" || len(sl.Clauses) == 0 {
				continue
			}
			c := pick(t.draw, sl.Clauses)
			if typ, ok := t.v.event(c.Type); ok {
				if p, ok := t.eventOf(typ, c, meeting); ok {
					try(0, t.entry(p))
					try(t.IntN(len(w.entries)+1), t.entry(again(p)))
				}
			}
		case "beliefs":
			if p, ok := t.belief(true); ok && p.Type == belief.Revised {
				end := p
				end.Type, end.Payload = belief.Contracted, []byte(`{"about":{}}`)
				try(t.IntN(len(w.entries)+1), t.entry(p), t.entry(end))
			}
			for i, e := range w.entries {
				if e.pending.Type == belief.Revised && !t.hidden(e) {
					old := e.pending
					old.ID, old.At, old.Payload = timeline.ID{}, 0, []byte(`{"about":{},"value":"`+t.mark()+`"}`)
					try(t.IntN(i+1), t.entry(old))
					break
				}
			}
		case "memory":
			if p, ok := t.remember(true); ok && p.Type == memory.Remembered {
				if f, err := (memory.Scope{Name: sl.Scopes[0].Pattern}).Forget(p.ID); err == nil {
					try(t.IntN(len(w.entries)+1), t.entry(p), t.entry(f))
				}
			}
		}
	}
	return w
}

// again is p as another event.
func again(p timeline.Pending) timeline.Pending {
	p.ID, p.At = timeline.ID{}, 0
	return p
}

// flooded has thirty hidden events more in one place.
func (t *trial) flooded(at int) history {
	var more []*entry
	for range 30 {
		more = append(more, t.entry(t.inert(t.in.records)))
	}
	return t.base.history.with(slices.Insert(slices.Clone(t.base.history.entries), at, more...))
}

// spoiled has the same hidden events, and none of them can be read.
func (t *trial) spoiled() history {
	out := slices.Clone(t.base.history.entries)
	for i, e := range out {
		if t.hidden(e) {
			out[i] = t.spoil(e)
		}
	}
	return t.base.history.with(out)
}
