package grantdiff

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// differ holds two sides: the older one first.
type differ struct {
	sides  [2]*Closed
	names  []typ              // what types returns, once
	found  map[string]*window // of the role at hand, by slice
	pushes map[pushKey]push   // of the role at hand
	admits map[pushKey]string // of the role at hand: what its slices with last admit, for hashes
	report Report

	sameWorld bool // both sides have one vocabulary
}

// Diff says what became of each role from one schema to another. An error is a fault of ours: a witness that failed its check.
func Diff(was, now *Closed) (*Report, error) {
	d := &differ{sides: [2]*Closed{was, now}, found: map[string]*window{}, pushes: map[pushKey]push{}, admits: map[pushKey]string{}, sameWorld: slices.Equal(was.vocabulary, now.vocabulary)}
	d.names = d.types()
	for _, name := range sorted(was.roles, now.roles) {
		if err := d.one(name, was.roles[name], now.roles[name]); err != nil {
			return nil, err
		}
	}
	d.world()
	d.report.sort()
	for _, name := range sorted(was.roles, now.roles) {
		var verdicts []Verdict
		for _, f := range d.report.Findings {
			if f.Role == name {
				verdicts = append(verdicts, f.Verdict)
			}
		}
		d.report.Roles = append(d.report.Roles, RoleVerdict{name, sum(verdicts)})
	}
	return &d.report, nil
}

func (d *differ) add(f Finding) { d.report.Findings = append(d.report.Findings, f) }

// hash is over what a finding says of both sides.
func hash(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return hex.EncodeToString(h.Sum(nil))[:32]
}

// text is all of a role, for hashes.
func (r *role) text() string {
	if r == nil {
		return ""
	}
	facts := slices.Clone(r.facts)
	slices.Sort(facts)
	return strings.Join(facts, "\n")
}

func (r *role) sameFamily(o *role) bool {
	a, b := slices.Clone(r.family), slices.Clone(o.family)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

func (d *differ) one(name string, was, now *role) error {
	switch {
	case was == nil:
		d.whole(name, nil, now, Widened, "the role is new")
		return nil
	case now == nil:
		d.whole(name, was, nil, Narrowed, "the role is gone")
		return nil
	case !was.sameFamily(now):
		d.whole(name, was, now, Widened, "the role is another family now: "+familyOf(was)+" was "+familyOf(now))
		return nil
	}
	members, decided := d.members(was, now)
	if !decided {
		d.add(Finding{Role: name, What: "role", Verdict: Undecided, Widens: true, Detail: "its family has too many members to look at them all",
			At: now.pos, WasAt: was.pos, Owner: roleOwner(was, now), Hash: hash(name, d.meaning(0, was), d.meaning(1, now), roleOwner(was, now))})
		return nil
	}
	d.newMembers(name, was, now)
	if !d.sameWorld || was.text() != now.text() { // else nothing of this can have changed
		if err := d.events(name, was, now, members); err != nil {
			return err
		}
		d.windowFindings(name, was, now)
		d.scopes(name, was, now, members)
	}
	d.toolFindings(name, was, now)
	d.parts(name, was, now)
	d.compare(name, was, now, "", was.items, now.items)
	d.layout(name, was, now)
	return nil
}

func familyOf(r *role) string {
	if len(r.family) == 0 {
		return "one role"
	}
	return "for " + strings.Join(r.family, ", ")
}

// whole is a finding about a role as a whole.
func (d *differ) whole(name string, was, now *role, v Verdict, detail string) {
	f := Finding{Role: name, What: "role", Verdict: v, Widens: v != Narrowed, Detail: detail, Owner: roleOwner(was, now), Hash: hash(name, "role", d.meaning(0, was), d.meaning(1, now), roleOwner(was, now))}
	if was != nil {
		f.WasAt, f.Was = was.pos, was.summary()
	}
	if now != nil {
		f.At, f.Now = now.pos, now.summary()
	}
	d.add(f)
}

// summary is what a role reads, in a few words.
func (r *role) summary() string {
	reads := map[string]bool{}
	for _, s := range r.slices {
		for _, c := range s.clauses {
			text := c.event
			if c.text != "always" {
				text += " where " + c.text
			}
			reads[text] = true
		}
		for _, scope := range s.scopes {
			reads[scope] = true
		}
		if s.scope != "" {
			reads[s.scope] = true
		}
		for _, t := range s.tools {
			reads["the tool "+t] = true
		}
	}
	if len(reads) == 0 {
		return "reads nothing of the log"
	}
	return "reads " + strings.Join(sorted(reads), ", ")
}

// world is what belongs to no role: assertions, labels, and facts that nobody knows.
func (d *differ) world() {
	if a, b := d.sides[0].namespace, d.sides[1].namespace; a != b && a != "" {
		d.add(Finding{What: "namespace", Verdict: Changed, Widens: true, Detail: "every role reads the events of another namespace", Was: a, Now: b,
			At: d.sides[1].places["namespace"], WasAt: d.sides[0].places["namespace"], Hash: hash("namespace", a, b)})
	}
	d.nevers()
	d.compare("", nil, nil, "", d.sides[0].rest, d.sides[1].rest)
}
