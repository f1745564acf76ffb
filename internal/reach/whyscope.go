package reach

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/schema"
)

// askScope takes a scope: whole, without its first segments, or with the name of its family before it.
func (q question) askScope(name string) (bool, error) { return q.oneOf(name, q.m.Scopes) }

// askScopeOf takes a scope of one kind.
func (q question) askScopeOf(kind schema.ScopeKind) func(string) (bool, error) {
	return func(name string) (bool, error) {
		return q.oneOf(name, slices.DeleteFunc(slices.Clone(q.m.Scopes), func(s *schema.Scope) bool { return s.Kind != kind }))
	}
}

func (q question) oneOf(name string, families []*schema.Scope) (bool, error) {
	texts := surest(q.scopesLike(name, families))
	switch len(texts) {
	case 0:
		return false, nil
	case 1:
		q.scope(texts[0])
		return true, nil
	}
	return false, fmt.Errorf("%q may be one of several scopes: name one whole%s", name, listed("scopes", texts))
}

// askFamily takes the name of a family of scopes.
func (q question) askFamily(name string) (bool, error) {
	for _, s := range q.m.Scopes {
		if s.Name == name {
			q.scope(s.String())
			return true, nil
		}
	}
	return false, nil
}

// How a text may name a scope, from the surest way to the least sure one.
const (
	written = iota // whole, and the head is one that the schema writes
	headed         // whole, after the family's name or kind
	whole          // whole, and the head is a value of an open roster, which may be any word
	tail           // without the first segments, after the family's name or kind
	bare           // without the first segments
	ways
)

// scopesCalled is the scopes of the schema that a text may name, whole: as written; with the member's own values; after the family's name or
// kind; without the first segments. The surest way comes before the others.
func (q question) scopesCalled(text string) []string { return surest(q.scopesLike(text, q.m.Scopes)) }

func surest(found [ways][]string) []string {
	for _, texts := range found {
		if len(texts) > 0 {
			return texts
		}
	}
	return nil
}

// scopesLike is the scopes of some families that a text may name, by the way.
func (q question) scopesLike(text string, families []*schema.Scope) [ways][]string {
	for _, s := range q.selves {
		text = strings.ReplaceAll(text, "{self."+s.roster+"}", s.value)
	}
	var found [ways][]string
	for _, s := range families {
		for _, prefix := range []string{"", s.Name + ":", string(s.Kind) + ":"} {
			rest, ok := strings.CutPrefix(text, prefix)
			if !ok || rest == "" {
				continue
			}
			asked := strings.Split(rest, ":")
			missing := len(s.Segments) - len(asked)
			if missing < 0 || !slices.EqualFunc(s.Segments[missing:], asked, fits) {
				continue
			}
			way := written
			switch head := s.Segments[0].Roster; {
			case missing > 0 && prefix == "":
				way = bare
			case missing > 0:
				way = tail
			case prefix != "":
				way = headed
			case head != nil && head.Open && asked[0] != "{"+head.Name+"}" && asked[0] != "{self."+head.Name+"}":
				way = whole
			}
			full := strings.Split(s.String(), ":")
			found[way] = append(found[way], strings.Join(append(full[:missing:missing], asked...), ":"))
		}
	}
	for i := range found {
		slices.Sort(found[i])
		found[i] = slices.Compact(found[i])
	}
	return found
}

// fits says whether a segment of a family may read so.
func fits(g schema.Segment, value string) bool {
	if g.Roster == nil {
		return g.Literal == value
	}
	return value == "{"+g.Roster.Name+"}" || value == "{self."+g.Roster.Name+"}" || g.Roster.Open && value != "" || slices.Contains(values(g.Roster), value)
}

func (q question) scope(scope string) {
	q.Kind = "scope"
	said := q.What
	if scope != q.What {
		said = scope
		if !strings.Contains(q.What, ":") {
			said = q.What + " (" + scope + ")"
		}
	}
	all := false // every member reads it
	for _, s := range q.role.Sees {
		read := func(name string, ref *schema.ScopeRef) {
			if !names(ref, scope, q.selves) {
				return
			}
			all = all || !strings.Contains(ref.Text, "{self.")
			text := fmt.Sprintf("slice %s reads %q", name, ref.Text)
			if ref.Text != scope && len(q.selves) == 0 && strings.Contains(ref.Text, "{self.") {
				text += ", each member its own"
			}
			q.because(ref.Pos, "%s", text)
		}
		if s.Scope != nil {
			read(s.Name, s.Scope)
		}
		for _, b := range s.Beliefs {
			read(s.Name+"."+b.Name, b.Scope)
		}
	}
	if len(q.Because) > 0 {
		q.Because = append(q.Because, writersOf(q.m, scope)...)
	}
	who := q.Role
	if len(q.role.For) > 0 && len(q.selves) == 0 && !all && !strings.Contains(scope, "{self.") {
		who = "a member of " + q.Role
	}
	may := len(q.Because) > 0
	q.say(fmt.Sprintf("%s may read %s", who, said), fmt.Sprintf("%s may not read %s: none of its slices names it", q.Role, said))
	if may {
		return
	}
	for _, w := range q.role.Writes {
		if names(w, scope, q.selves) {
			q.because(w.Pos, "it may write it, which is not reading")
		}
	}
	if !strings.Contains(scope, "{self.") { // each member's own is another's for each writer
		q.throughWriters(scope, scopeThrough(scope))
	}
}

// writersOf says what else reaches the reader of a scope: what its writers see.
func writersOf(m *schema.Model, scope string) []Reason {
	var out []Reason
	for _, r := range m.Roles {
		for _, w := range r.Writes {
			if !names(w, scope, nil) {
				continue
			}
			var sees []string
			for _, s := range r.Sees {
				for _, it := range s.Items {
					sees = append(sees, it.Event.Name)
				}
			}
			for _, ref := range reads(r) {
				sees = append(sees, ref.Text)
			}
			slices.Sort(sees)
			text := r.Name + " writes it"
			if sees = slices.Compact(sees); len(sees) > 0 {
				text += ", who may read " + strings.Join(sees, ", ")
			}
			out = append(out, Reason{w.Pos, text})
		}
	}
	return out
}
