package assembly

import "time"

// Meta is where a thing that was handed out comes from.
type Meta struct {
	Source  string
	Version string
	At      int64 // µs UTC; 0: not known
	// Seqs: the version is where a section stands on the log. Describe has it, a prompt never: what is hidden would move it. And two
	// sections of one chronicle are no two versions of one thing.
	Seqs bool
}

// Date is the day of At in UTC, 2026-01-02; empty when it is not known.
func (m Meta) Date() string {
	if m.At == 0 {
		return ""
	}
	return time.UnixMicro(m.At).UTC().Format(time.DateOnly)
}

// Stamp says where a thing that this session handed out comes from. A handle of another session is passed over: a part that cites
// it is refused anyway.
func (s *Session) Stamp(h Handle, m Meta) {
	in := s.enter()
	defer in.mu.Unlock()
	if h.session != s {
		return
	}
	if in.stamps == nil {
		in.stamps = map[int32]Meta{}
	}
	in.stamps[h.n] = m
}

// Note adds what an operator should know: a search that failed, say. It changes nothing.
func (s *Session) Note(n Note) {
	in := s.enter()
	defer in.mu.Unlock()
	in.notes = append(in.notes, n)
}

// metas are the provenances of what part i cites, once each, in the order of citations.
func (in *inside) metas(i int) []Meta {
	if in.stamps == nil {
		return nil
	}
	var out []Meta
	a := &in.added[i]
	for _, n := range in.cites[a.from:a.to] {
		m, ok := in.stamps[n]
		for _, other := range out {
			ok = ok && other != m
		}
		if ok {
			out = append(out, m)
		}
	}
	return out
}
