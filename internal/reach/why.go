package reach

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema"
)

// Answer is why a role may or may not read something.
type Answer struct {
	Role    string   `json:"role"`
	What    string   `json:"what"`
	Kind    string   `json:"kind"` // what it was taken for: event, field, scope, slice, tool, predicate, namespace, part …
	May     bool     `json:"may"`
	Verdict string   `json:"verdict"`
	Because []Reason `json:"because"`
}

// Reason is one clause or scope that lets it in, or a place that comes near.
type Reason struct {
	Pos  diag.Pos `json:"at"`
	Text string   `json:"text"`
}

// question is who asks for what.
type question struct {
	*Answer
	m      *schema.Model
	role   *schema.Role
	selves []self
}

// Why answers for a role or a member, and whatever has a name that it may read: see [Kinds]. A name that the schema lacks is an error with
// a suggestion.
func Why(m *schema.Model, who, what string) (Answer, error) {
	name, member, isMember := strings.Cut(who, "@")
	i := slices.IndexFunc(m.Roles, func(r *schema.Role) bool { return r.Name == name })
	if i < 0 {
		var names, shown []string
		for _, r := range m.Roles {
			names, shown = append(names, r.Name), append(shown, asked(r))
		}
		return Answer{}, fmt.Errorf("the schema has no role %q%s%s", name, hint(name, names), listed("roles", shown))
	}
	var selves []self
	var err error
	if isMember {
		selves, err = members(m.Roles[i], who, member)
	}
	if err != nil {
		return Answer{}, err
	}
	q := question{&Answer{Role: who, What: what, Because: []Reason{}}, m, m.Roles[i], selves}
	err = q.answer()
	return *q.Answer, err
}

// asked is a role as it may be asked for.
func asked(r *schema.Role) string {
	if len(r.For) == 0 {
		return r.Name
	}
	return r.Name + " or " + memberOf(r)
}

// memberOf is the shape of a member's name.
func memberOf(r *schema.Role) string {
	name := r.Name
	for _, ro := range r.For {
		name += "@" + strings.ToUpper(ro.Name)
	}
	return name
}

func hint(word string, candidates []string) string {
	if s := diag.DidYouMean(word, candidates); s != "" {
		return "; " + s
	}
	return ""
}

// listed is a line of names below an error; none where there are no names.
func listed(what string, names []string) string {
	const most = 12
	if len(names) == 0 {
		return ""
	}
	more := ""
	if len(names) > most {
		more = fmt.Sprintf(" … (%d in all)", len(names))
		names = names[:most]
	}
	return "\n  " + what + ": " + strings.Join(names, ", ") + more
}

// because adds a reason.
func (q question) because(p diag.Pos, format string, args ...any) {
	q.Because = append(q.Because, Reason{p, fmt.Sprintf(format, args...)})
}

// say ends an answer: yes where there is a reason, and otherwise no, with the role's place.
func (q question) say(yes, no string) {
	if q.May = len(q.Because) > 0; q.May {
		q.Verdict = yes
		return
	}
	q.Verdict = no
	q.because(q.role.Pos, "the role stands here")
}

// members reads the part of a name after the first "@": one value for each roster of the family, with "@" or "+" between.
func members(r *schema.Role, who, member string) ([]self, error) {
	var out []self
	if len(r.For) == 0 && member == "" {
		return nil, fmt.Errorf("%s is one role, not a family: ask for %s", r.Name, r.Name)
	}
	if len(r.For) == 0 {
		return nil, fmt.Errorf("%s is one role, not a family: it has no member %q", r.Name, member)
	}
	values := []string{member}
	if len(r.For) > 1 { // a value of one open roster may have an "@" in it
		if values = strings.Split(member, "@"); len(values) != len(r.For) {
			values = strings.Split(member, "+")
		}
	}
	for i, ro := range r.For {
		if member == "" || i < len(values) && values[i] == "" {
			return nil, fmt.Errorf("%s names no %s: %s", who, ro.Name, memberOf(r))
		}
	}
	if len(values) != len(r.For) {
		return nil, fmt.Errorf("%s names %s, and the role %s is for %d rosters: %s", who, count(len(values), "value"), r.Name, len(r.For), memberOf(r))
	}
	for i, ro := range r.For {
		var names []string
		for _, v := range ro.Values {
			names = append(names, v.Name)
		}
		if !ro.Open && !slices.Contains(names, values[i]) {
			return nil, fmt.Errorf("the roster %s has no value %q%s", ro.Name, values[i], hint(values[i], names))
		}
		out = append(out, self{ro.Name, values[i]})
	}
	return out, nil
}

// self is a member's own value of one roster.
type self struct{ roster, value string }

func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
