package postgres

import (
	"strconv"
	"strings"

	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/internal/arms"
)

const columns = "seq, id, namespace, type, version, at, attributes, payload, hash"

// compile writes a query as SQL that admits exactly what its clauses match.
//
// The server sends a whole result whether it is read or not, so what is too much for a page is cut there: rows go on while those before
// them are within the page, and two at least, since the second tells that there is more. The length of a payload costs nothing, it is not fetched for it.
func compile(log int64, q timeline.Query, limit int) (string, []any) {
	s := &statement{}
	s.add("SELECT " + columns + " FROM (SELECT *, row_number() OVER w AS nth, sum(octet_length(payload)) OVER w - octet_length(payload) AS before FROM (")
	s.rows(log, q, limit)
	s.add(") AS rows WINDOW w AS (" + order(q) + ")) AS page WHERE before <= ").arg(timeline.PageBytes).add(" OR nth <= 2" + order(q))
	return s.sql.String(), s.args
}

func order(q timeline.Query) string {
	if q.Newest {
		return " ORDER BY seq DESC"
	}
	return " ORDER BY seq"
}

// rows writes the query without the bound on bytes.
func (s *statement) rows(log int64, q timeline.Query, limit int) {
	list := arms.Of(q.Clauses)
	const from = "SELECT " + columns + " FROM grantgen.events WHERE log_id = "
	switch {
	case len(list) == 0:
		s.add(from).arg(log).span(q)
	case len(list) == 1:
		s.from(log, list[0]).arm(list[0])
		s.span(q)
	case len(list) <= arms.Most:
		for i, a := range list {
			if i > 0 {
				s.add(" UNION ALL ")
			}
			// With a limit of its own each arm is read along its index; they are merged, and little more is read than the page.
			s.add("(").from(log, a).arm(a)
			s.span(q)
			s.add(order(q) + " LIMIT ").arg(limit).add(")")
		}
	default:
		s.add(from).arg(log).span(q)
		s.add(" AND (")
		for i, a := range list {
			if i > 0 {
				s.add(" OR ")
			}
			s.arm(a)
		}
		s.add(")")
	}
	s.add(order(q) + " LIMIT ").arg(limit)
}

// statement is SQL under construction with its parameters.
type statement struct {
	sql  strings.Builder
	args []any
	at   map[any]int // a value stands among the parameters once: the server counts them in 16 bits
}

func (s *statement) add(sql string) *statement {
	s.sql.WriteString(sql)
	return s
}

// arg writes a parameter.
func (s *statement) arg(value any) *statement {
	n, found := s.at[value]
	if !found {
		s.args = append(s.args, value)
		n = len(s.args)
		if s.at == nil {
			s.at = map[any]int{}
		}
		s.at[value] = n
	}
	s.sql.WriteByte('$')
	s.sql.WriteString(strconv.Itoa(n))
	switch value.(type) {
	case int64, int:
		return s.add("::bigint")
	case float64:
		return s.add("::float8")
	case string:
		return s.add("::text")
	default:
		return s
	}
}

func (s *statement) span(q timeline.Query) {
	s.add(" AND seq > ").arg(q.After)
	if q.UpTo != 0 {
		s.add(" AND seq <= ").arg(q.UpTo)
	}
}

// from reads events by themselves, or those of a set's member in the order of the members. What the arm asks is asked of the event all the same.
func (s *statement) from(log int64, a arms.Arm) *statement {
	attribute, member, asked := a.Member()
	if !asked || !storable(member) {
		return s.add("SELECT " + columns + " FROM grantgen.events WHERE log_id = ").arg(log).add(" AND ")
	}
	s.add("SELECT " + columns + " FROM (SELECT seq AS at_seq FROM grantgen.members WHERE log_id = ").arg(log)
	s.add(" AND namespace = ").arg(a.Namespace).add(" AND type = ").arg(a.Type).add(" AND attribute = ").arg(attribute).add(" AND member = ").arg(cut(member))
	return s.add(") AS m JOIN grantgen.events ON log_id = ").arg(log).add(" AND seq = at_seq WHERE ")
}

func (s *statement) arm(a arms.Arm) {
	s.add("(namespace = ").arg(a.Namespace).add(" AND type = ").arg(a.Type)
	if !a.Whole() {
		s.add(" AND (")
		for i, c := range a.Clauses {
			if i > 0 {
				s.add(" OR ")
			}
			s.add("(")
			for j, w := range c.Where {
				if j > 0 {
					s.add(" AND ")
				}
				s.constraint(w)
			}
			s.add(")")
		}
		s.add(")")
	}
	s.add(")")
}
