package timeline

import "bytes"

// The size of a page when the query does not ask for less: whichever comes first. One event always fits.
const (
	PageEvents = 1000
	PageBytes  = 8 << 20
)

// Limits is how many events a page of q may hold.
func (q Query) Limits() int {
	if q.Limit <= 0 || q.Limit > PageEvents {
		return PageEvents
	}
	return q.Limit
}

// Match says whether any clause of q admits e; its seqs are not looked at.
func (q Query) Match(e Event) bool {
	for i := range q.Clauses {
		if q.Clauses[i].Match(e) {
			return true
		}
	}
	return len(q.Clauses) == 0
}

// Size is what e weighs against [PageBytes].
func (e Event) Size() int {
	size := len(e.Payload)
	for _, a := range e.Attributes {
		size += len(a.Name) + len(a.Value.text) + 8
		for _, name := range a.Value.set {
			size += len(name)
		}
	}
	return size
}

// Clone is a copy of e that shares nothing that can be changed.
func (e Event) Clone() Event {
	e.Attributes = append(Attributes(nil), e.Attributes...)
	e.Payload = bytes.Clone(e.Payload)
	return e
}
