package sqlite

import (
	"strings"

	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/internal/arms"
)

const columns = "seq, id, namespace, type, version, at, attributes, payload, hash"

// compile writes a query as SQL that admits exactly what its clauses match.
//
// Each arm is a SELECT of its own, in the order of an index that ends in seq; SQLite merges them row by row. One SELECT with OR would fetch
// and sort all that is admitted for each page.
func compile(q timeline.Query, limit int) (string, []any) {
	s := &statement{}
	list := arms.Of(q.Clauses)
	switch {
	case len(list) == 0:
		s.add("SELECT " + columns + " FROM events WHERE ")
		s.span(q)
	case len(list) <= arms.Most:
		for i, a := range list {
			if i > 0 {
				s.add(" UNION ALL ")
			}
			s.from(a)
			s.arm(a)
			s.add(" AND ")
			s.span(q)
		}
	default:
		s.add("SELECT " + columns + " FROM events NOT INDEXED WHERE ")
		s.span(q)
		s.add(" AND ")
		s.any(len(list), func(i int) { s.arm(list[i]) })
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

// from reads events by themselves, or those of a set's member in the order of the members. What the arm asks is asked of the event all the same.
func (s *statement) from(a arms.Arm) {
	attribute, member, asked := a.Member()
	if !asked {
		s.add("SELECT " + columns + " FROM events WHERE ")
		return
	}
	s.add("SELECT at_seq AS "+columns+" FROM (SELECT seq AS at_seq FROM members WHERE namespace = ? AND type = ? AND attribute = ? AND member = ?)"+
		" CROSS JOIN events ON events.seq = at_seq WHERE ", a.Namespace, a.Type, attribute, member)
}

func (s *statement) arm(a arms.Arm) {
	s.add("(namespace = ? AND type = ?", a.Namespace, a.Type)
	if a.Whole() {
		s.add(")")
		return
	}
	s.add(" AND ")
	s.any(len(a.Clauses), func(i int) {
		s.add("(")
		for j, constraint := range a.Clauses[i].Where {
			if j > 0 {
				s.add(" AND ")
			}
			s.constraint(constraint)
		}
		s.add(")")
	})
	s.add(")")
}
