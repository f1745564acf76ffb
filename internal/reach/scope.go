package reach

import (
	"slices"
	"strings"

	"github.com/grantgen/grantgen/schema"
)

// names says whether a scope of a role is the one asked for: as written, as it is for the member asked for, or, when no member is
// named, as it is for one of them.
func names(ref *schema.ScopeRef, what string, selves []self) bool {
	if ref.Text == what {
		return true
	}
	own := map[string]string{}
	for _, s := range selves {
		own[s.roster] = s.value
	}
	i := -1
	return slices.EqualFunc(strings.Split(ref.Text, ":"), strings.Split(what, ":"), func(segment, value string) bool {
		if i++; i < len(ref.Family.Segments) && ref.Family.Segments[i].Roster != nil {
			if value == "{"+ref.Family.Segments[i].Roster.Name+"}" {
				return true // the family is asked for: whichever value
			}
		}
		roster, isOwn := strings.CutPrefix(segment, "{self.")
		if !isOwn {
			return segment == value
		}
		roster = strings.TrimSuffix(roster, "}")
		if _, ok := own[roster]; !ok && has(ref, roster, value) {
			own[roster] = value // and it is the same member in every place
		}
		return own[roster] == value
	})
}

func has(ref *schema.ScopeRef, roster, value string) bool {
	for _, a := range ref.Args {
		if a.Self && a.Roster.Name == roster {
			return a.Roster.Open && value != "" || slices.Contains(values(a.Roster), value)
		}
	}
	return false
}

func values(r *schema.Roster) []string {
	out := make([]string, len(r.Values))
	for i, v := range r.Values {
		out[i] = v.Name
	}
	return out
}

// spelt is the scopes of a family, one by one, and the family as written; of a family with very many, the latter alone.
func spelt(s *schema.Scope) []string {
	const many = 2000
	out := []string{""}
	for i, g := range s.Segments {
		choices := []string{g.Literal}
		if g.Roster != nil {
			choices = values(g.Roster)
		}
		var next []string
		for _, head := range out {
			for _, c := range choices {
				if i > 0 {
					c = ":" + c
				}
				next = append(next, head+c)
			}
		}
		if out = next; len(out) > many {
			return []string{s.String()}
		}
	}
	return slices.Compact(append(out, s.String()))
}
