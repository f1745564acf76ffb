package grantdiff

import (
	"cmp"
	"slices"

	"github.com/grantgen/grantgen/internal/diag"
)

// Verdict is what became of one thing that a role may read.
type Verdict string

// The verdicts. Reach: the role's text is the same, and the world grew. Undecided: too large to look at.
const (
	Widened   Verdict = "WIDENED"
	Narrowed  Verdict = "NARROWED"
	Changed   Verdict = "CHANGED"
	Unchanged Verdict = "UNCHANGED"
	Reach     Verdict = "REACH"
	Relabel   Verdict = "RELABELLED"
	Undecided Verdict = "UNDECIDED"
)

// Finding is one thing that is not as it was.
type Finding struct {
	Role    string   `json:"role"` // empty: what belongs to no role
	What    string   `json:"what"` // the name under which it is acknowledged: an event type with its fields, a scope, a part …
	Verdict Verdict  `json:"verdict"`
	Widens  bool     `json:"widens"`           // it counts as widened
	Detail  string   `json:"detail"`           // in words
	Fields  []string `json:"fields,omitempty"` // of an event: which
	Was     string   `json:"was,omitempty"`    // the text on the older side: a clause, a number, a template
	Now     string   `json:"now,omitempty"`
	Lines   []string `json:"lines,omitempty"` // of a text whose hashes Was and Now are: those that changed, "- " and "+ "
	Owner   string   `json:"owner,omitempty"`
	At      diag.Pos `json:"at,omitzero"`     // in the newer schema
	WasAt   diag.Pos `json:"was_at,omitzero"` // in the older one
	Gained  *Witness `json:"gained,omitempty"`
	Lost    *Witness `json:"lost,omitempty"`
	Hash    string   `json:"hash"` // of both sides of it: another grant has another
	Ack     *Ack     `json:"ack,omitempty"`

	typ    string // the name of the event type that was compared
	leaves []leaf
}

// Witness is an event that one side shows and the other does not. It was run through the runtime's matcher on both sides.
type Witness struct {
	Member  string   `json:"member,omitempty"`  // of a family: to whom
	Event   string   `json:"event"`             // as checks: writes an example
	Without []string `json:"without,omitempty"` // optional attributes that it has not, and that a clause asks for
	Shows   string   `json:"shows,omitempty"`   // the field
	Beside  string   `json:"beside,omitempty"`  // what else stands on the log
}

// Report is what became of each role.
type Report struct {
	Roles    []RoleVerdict `json:"roles"`    // of both sides, by name
	Findings []Finding     `json:"findings"` // by role, then by what
}

// RoleVerdict is the sum of a role's findings.
type RoleVerdict struct {
	Role    string  `json:"role"`
	Verdict Verdict `json:"verdict"`
}

// Widenings is the findings that count as widened and are not acknowledged.
func (r *Report) Widenings() []Finding {
	var out []Finding
	for _, f := range r.Findings {
		if f.Widens && f.Ack == nil {
			out = append(out, f)
		}
	}
	return out
}

func (r *Report) sort() {
	slices.SortStableFunc(r.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Role, b.Role), cmp.Compare(a.What, b.What), cmp.Compare(a.Verdict, b.Verdict), cmp.Compare(a.Detail, b.Detail))
	})
}

// sum is one verdict for many: nothing, the one that all have, or CHANGED.
func sum(verdicts []Verdict) Verdict {
	if len(verdicts) == 0 {
		return Unchanged
	}
	for _, v := range []Verdict{Undecided} {
		if slices.Contains(verdicts, v) {
			return v
		}
	}
	first := verdicts[0]
	if slices.ContainsFunc(verdicts, func(v Verdict) bool { return v != first }) {
		return Changed
	}
	return first
}
