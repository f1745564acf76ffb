package sqlite

import (
	"strings"

	"github.com/grantgen/grantgen/runtime/timeline"
)

const columns = "seq, id, namespace, type, version, at, attributes, payload, hash"

// compile writes a query as SQL that admits exactly what its clauses match.
//
// Each type is a SELECT of its own, in the order of the index (namespace, type, seq); SQLite merges them row by row. One
// SELECT with OR would fetch and sort all that is admitted for each page.
func compile(q timeline.Query, limit int) (string, []any) {
	const most = 60 // arms of a merge; beyond it a walk along seq is the better plan
	s := &statement{}
	groups := group(q.Clauses)
	switch {
	case len(groups) == 0:
		s.add("SELECT " + columns + " FROM events WHERE ")
		s.span(q)
	case len(groups) <= most:
		for i, g := range groups {
			if i > 0 {
				s.add(" UNION ALL ")
			}
			s.add("SELECT " + columns + " FROM events WHERE ")
			g.write(s)
			s.add(" AND ")
			s.span(q)
		}
	default:
		s.add("SELECT " + columns + " FROM events NOT INDEXED WHERE ")
		s.span(q)
		s.add(" AND ")
		s.any(len(groups), func(i int) { groups[i].write(s) })
	}
	s.add(" ORDER BY seq")
	if q.Newest {
		s.add(" DESC")
	}
	s.add(" LIMIT ?", limit)
	return s.sql.String(), s.args
}

// statement is SQL under construction with its parameters.
type statement struct {
	sql  strings.Builder
	args []any
}

func (s *statement) add(sql string, args ...any) {
	s.sql.WriteString(sql)
	s.args = append(s.args, args...)
}

func (s *statement) span(q timeline.Query) {
	s.add("seq > ?", q.After)
	if q.UpTo != 0 {
		s.add(" AND seq <= ?", q.UpTo)
	}
}

// any writes n alternatives. They are nested by halves, since SQLite bounds the depth of an expression.
func (s *statement) any(n int, write func(i int)) { s.between(0, n, write) }

func (s *statement) between(from, to int, write func(i int)) {
	if to-from == 1 {
		write(from)
		return
	}
	middle := (from + to) / 2
	s.add("(")
	s.between(from, middle, write)
	s.add(" OR ")
	s.between(middle, to, write)
	s.add(")")
}

// typed are the clauses on one stored name of a type.
type typed struct {
	timeline.Key
	clauses []timeline.Clause
}

// group sorts clauses by stored name, in the order of their first use.
func group(clauses []timeline.Clause) []typed {
	var out []typed
	at := map[timeline.Key]int{}
	for _, c := range clauses {
		seen := map[string]bool{}
		for _, name := range append([]string{c.Type}, c.Was...) {
			if seen[name] {
				continue
			}
			seen[name] = true
			key := timeline.Key{Namespace: c.Namespace, Type: name}
			i, found := at[key]
			if !found {
				i = len(out)
				at[key] = i
				out = append(out, typed{Key: key})
			}
			out[i].clauses = append(out[i].clauses, c)
		}
	}
	return out
}

func (g typed) write(s *statement) {
	s.add("(namespace = ? AND type = ?", g.Namespace, g.Type)
	for _, c := range g.clauses {
		if len(c.Where) == 0 { // admits the whole type, whatever the others ask
			s.add(")")
			return
		}
	}
	s.add(" AND ")
	s.any(len(g.clauses), func(i int) {
		s.add("(")
		for j, constraint := range g.clauses[i].Where {
			if j > 0 {
				s.add(" AND ")
			}
			s.constraint(constraint)
		}
		s.add(")")
	})
	s.add(")")
}
