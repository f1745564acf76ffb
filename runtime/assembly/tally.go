package assembly

import (
	"strings"

	"github.com/grantgen/grantgen/runtime/token"
)

// tally counts what stands in a section: its head, headings, parts, marker and notice.
func (a *arranging) tally(s *bay) (err error) {
	s.shed, s.cut, s.omitted, s.after = 0, 0, 0, -1
	above := 0
	for _, i := range s.parts {
		if a.fitting.stays[i] {
			above++
			if len(a.instead) > 0 {
				if _, shorter := a.instead[i]; shorter {
					s.cut++
				}
			}
			continue
		}
		s.shed++
		s.omitted = plus(s.omitted, int(a.counts[i]))
		if s.after < 0 {
			s.after = above
		}
	}
	if s.shed > 0 {
		s.omitted = max(s.omitted, 1)
	}
	if s.skipped {
		s.omitted = 0
	}
	s.used, err = a.sum(s)
	return err
}

// sum adds up the pieces of a section; for a counter that adds up at line ends, those that join together.
func (a *arranging) sum(s *bay) (int, error) {
	if !token.IsLined(a.b.Count) || token.IsAdditive(a.b.Count) {
		total := 0
		var failed error
		a.walk(s, func(text string, n int) {
			if n < 0 && failed == nil {
				n, failed = count(a.b.Count, "", text)
			}
			total = plus(total, n)
		})
		return total, failed
	}
	r := runs{counter: a.b.Count}
	a.walk(s, r.add)
	return r.sum()
}

// walk goes through the pieces of a section as they stand in the prompt, each with its count, -1 if that is not known. A section with
// nothing in it has none.
func (a *arranging) walk(s *bay, piece func(text string, count int)) {
	if len(s.parts) == s.shed && s.omitted == 0 && !s.notice {
		return
	}
	piece(SectionHead(s.Name)+"\n", s.head)
	above, register := 0, Register(0)
	mark := func() {
		if s.omitted > 0 && s.after == above {
			piece(Marker(s.omitted)+"\n", -1)
		}
	}
	for _, i := range s.parts {
		if !a.fitting.stays[i] {
			continue
		}
		mark()
		if r := a.in.added[i].slot.Register; r != register {
			register = r
			piece(Heading(r)+"\n", a.headings[r])
		}
		piece(a.texts[i], int(a.counts[i]))
		above++
	}
	mark()
	if s.notice {
		piece(Notice+"\n", -1)
	}
}

// text is a section as it stands in the prompt.
func (a *arranging) text(s *bay) string {
	var b strings.Builder
	a.walk(s, func(text string, _ int) { b.WriteString(text) })
	return b.String()
}

// lowerTo lets the least important batches of a section go while it is over its room: a marker may come to more than was set aside,
// or pieces to more together than apart.
func (a *arranging) lowerTo(s *bay, room int) error {
	for s.used > room && len(s.stays) > 0 {
		for over := s.used - room; over > 0 && len(s.stays) > 0; {
			last := s.stays[len(s.stays)-1]
			s.stays = s.stays[:len(s.stays)-1]
			size := a.size(last)
			a.letGo(last, size, 0)
			over -= size
			if size == 0 {
				break
			}
		}
		if err := a.tally(s); err != nil {
			return err
		}
	}
	return nil
}
