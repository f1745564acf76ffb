package reach

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/schema"
)

// askScope takes a scope: whole, without its first segments, or with the name of its family before it.
func (q question) askScope(name string) (bool, error) {
	texts := q.scopesCalled(name)
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

// scopesCalled is the scopes of the schema that a text may name, whole: as written; with the member's own values; without the first
// segments; after the family's name or kind. A whole one comes before those that are cut short.
func (q question) scopesCalled(text string) []string {
	for _, s := range q.selves {
		text = strings.ReplaceAll(text, "{self."+s.roster+"}", s.value)
	}
	var whole, short []string
	for _, s := range q.m.Scopes {
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
			if missing == 0 {
				whole = append(whole, rest)
				continue
			}
			full := strings.Split(s.String(), ":")
			short = append(short, strings.Join(append(full[:missing:missing], asked...), ":"))
		}
	}
	if len(whole) == 0 {
		whole = short
	}
	slices.Sort(whole)
	return slices.Compact(whole)
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
	for _, s := range q.role.Sees {
		read := func(name string, ref *schema.ScopeRef) {
			if !names(ref, scope, q.selves) {
				return
			}
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
	if len(q.role.For) > 0 && len(q.selves) == 0 && !strings.Contains(scope, "{self.") {
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
