package grantdiff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/internal/box"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// bound is a clause with a member's own values in place.
type bound struct {
	*clause
	where []timeline.Constraint
	match timeline.Clause
}

func (c *clause) bind(self map[string]string) (*bound, error) {
	match, err := c.match.Bind(self)
	if err != nil {
		return nil, err
	}
	text, err := timeline.Clause{Where: c.where}.Bind(self)
	if err != nil {
		return nil, err
	}
	return &bound{clause: c, where: text.Where, match: match}, nil
}

// bindScope puts a member's own values into a scope.
func bindScope(scope string, self map[string]string) string {
	segments := strings.Split(scope, ":")
	for i, g := range segments {
		if name, ok := strings.CutPrefix(g, "{self."); ok {
			segments[i] = self[strings.TrimSuffix(name, "}")]
		}
	}
	return strings.Join(segments, ":")
}

// reader is a slice of a log or a range, for one member and one type of event.
type reader struct {
	*slice
	since   string // the scope, bound
	clauses []*bound
	would   []*bound // of the older side: by which its text speaks of the type, known or not
	admits  box.Set  // what its clauses admit, whatever events there can be
	reads   box.Set  // of the events that there can be
}

// readers is the slices of a role that admit events of a type, by the type's name on that side.
func (r *role) readers(e *event, self map[string]string) ([]*reader, error) {
	if r == nil {
		return nil, nil
	}
	var out []*reader
	for _, name := range sorted(r.slices) {
		s := r.slices[name]
		if s.kind != "log" && s.kind != "events" {
			continue
		}
		rd := &reader{slice: s}
		for _, c := range s.over(e) {
			b, err := c.bind(self)
			if err != nil {
				return nil, fmt.Errorf("bind the slice %s: %w", s.name, err)
			}
			rd.clauses = append(rd.clauses, b)
		}
		if s.since != "" {
			rd.since = bindScope(r.slices[s.since].scope, self)
		}
		out = append(out, rd)
	}
	return out, nil
}

func (w *world) fill(side int, rs []*reader) (decided bool) {
	possible := w.possible(side)
	for _, r := range rs {
		r.admits, r.reads = nil, nil
		for _, b := range r.clauses {
			r.admits = append(r.admits, w.admitted(b.where))
		}
		if r.reads, decided = w.And(r.admits, possible); !decided {
			return false
		}
	}
	return true
}

// union is what some of the readers read.
func union(rs []*reader, of func(*reader) box.Set) box.Set {
	var out box.Set
	for _, r := range rs {
		out = slices.Concat(out, of(r))
	}
	return out
}

func reads(r *reader) box.Set { return r.reads }
