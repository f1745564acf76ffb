package worlds

import (
	"github.com/grantgen/grantgen/runtime/chronicle"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// entry is an event of a world. The same entry in two worlds has one number, whatever its seq; it is never changed, only replaced.
type entry struct {
	n       int
	pending timeline.Pending
	section *section // of a section, whose range is of entries
}

// section is a section over two entries and what lies between them.
type section struct {
	from, to int // numbers of entries
	chronicle.Section
	spoiled []byte // in place of the payload; nil: it is as it should be
}

// world is a log that is not laid out yet. Its entries are shared with worlds that agree with it.
type history struct {
	entries []*entry
	// from and to are the entries of the range that Input gives; 0: it gives none.
	from, to int
}

// laid is a world as a log: entry i has seq i+1.
type laid struct {
	history history
	events  []timeline.Event
	seq     map[int]timeline.Position // by the entry's number
	last    timeline.Position         // at which the call reads
	given   timeline.Range
}

// lay lays a world out. In place of a section over entries that are not there stands an event that says nothing: a range may end there.
func (w history) lay() *laid {
	l := &laid{history: w, seq: map[int]timeline.Position{}}
	for i, e := range w.entries {
		p := e.pending
		if s := e.section; s != nil {
			from, begins := l.seq[s.from]
			to, ends := l.seq[s.to]
			made, err := s.over(from, to)
			if begins && ends && err == nil {
				made.Version = p.Version
				if s.spoiled != nil {
					made.Payload = s.spoiled
				}
			} else {
				made = nothing()
			}
			made.ID, made.At = p.ID, p.At
			p = made
		}
		seq := timeline.Position(i + 1)
		l.seq[e.n] = seq
		l.events = append(l.events, timeline.Event{Seq: seq, Pending: p})
	}
	l.last = timeline.Position(len(w.entries))
	if w.from != 0 {
		l.given = timeline.Range{From: l.seq[w.from], To: l.seq[w.to]}
		l.last = l.given.To
	}
	return l
}

// over is the section's event over a range.
func (s *section) over(from, to timeline.Position) (timeline.Pending, error) {
	made := s.Section
	made.From, made.To = from, to
	return made.Pending()
}

// nothing is an event that says nothing to anybody.
func nothing() timeline.Pending {
	return timeline.Pending{Key: timeline.Key{Namespace: "elsewhere", Type: "Nothing"}, Version: 1, Payload: []byte("{}")}
}

// with is the world with other entries.
func (w history) with(entries []*entry) history { return history{entries, w.from, w.to} }

// anchors are the entries that a range of what may be read begins or ends with: where they are hidden, something else must stand.
func (l *laid) anchors(seen *seen) map[int]bool {
	out := map[int]bool{l.history.from: true, l.history.to: true}
	for _, e := range l.history.entries {
		if e.section != nil && seen.shown[e.n] != nil {
			out[e.section.from], out[e.section.to] = true, true
		}
	}
	delete(out, 0)
	return out
}
