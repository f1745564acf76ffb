package grantdiff

import (
	"slices"
	"strings"
)

// assertion is one never: over one scope or one event type. Where it goes, what it kept out can be granted later without a word.
type assertion struct {
	what    string // the scope, or the event type with its where
	roles   []string
	through bool
}

// text is an assertion for people, and for hashes.
func (a *assertion) text() string {
	if a == nil {
		return ""
	}
	through := "false"
	if a.through {
		through = "true"
	}
	return strings.Join(a.roles, " ") + "; through_writers: " + through
}

// nevers compares the assertions of both sides: one that is gone, or that says less, counts as widened.
func (d *differ) nevers() {
	was, now := d.sides[0].never, d.sides[1].never
	for _, key := range sorted(was, now) {
		a, b := was[key], now[key]
		if a.text() == b.text() {
			continue
		}
		f := Finding{What: key, Verdict: Changed, Was: a.text(), Now: b.text(), At: d.sides[1].placed(nil, key), WasAt: d.sides[0].placed(nil, key)}
		switch {
		case a == nil:
			f.Detail = "it is new"
		case b == nil:
			f.Detail = "it is gone"
		default:
			f.Detail = "it is another now"
		}
		if a != nil {
			d.saysLess(&f, a, b)
		}
		f.Hash = hash("", f.What, f.Was, f.Now, string(f.Verdict), f.Detail, f.Owner)
		d.add(f)
	}
}

// saysLess marks a finding where something that the older assertion says is said by none of the newer side. Of roles and event types that
// are gone nothing can be said any more, and nothing needs to be.
func (d *differ) saysLess(f *Finding, was, now *assertion) {
	whats, there := d.renamed(was.what)
	if !there {
		return
	}
	var roles, through []string
	gone := 0
	for _, role := range was.roles {
		switch {
		case d.sides[1].roles[role] == nil:
			gone++
		case !d.said(whats, role, false):
			roles = append(roles, role)
		case was.through && !d.said(whats, role, true):
			through = append(through, role)
		}
	}
	if len(roles)+len(through) == 0 {
		if now == nil && gone < len(was.roles) {
			f.Detail += ", and others say as much"
		}
		return
	}
	f.Widens = true
	var owners []string
	for _, role := range slices.Concat(roles, through) {
		if o := d.sides[1].roles[role].owner; o != "" && !slices.Contains(owners, o) {
			owners = append(owners, o)
		}
	}
	f.Owner = strings.Join(owners, ", ")
	var lost []string
	if len(roles) > 0 {
		lost = append(lost, "nothing keeps this from "+strings.Join(roles, ", "))
	}
	if len(through) > 0 {
		lost = append(lost, "nothing keeps this from "+strings.Join(through, ", ")+" through writers")
	}
	f.Detail += ": " + strings.Join(lost, ", and ") + " any more"
}

// renamed is the texts that say of the newer side what a text says of the older one: under the event type's name of today, and without a
// where, which is about more. It is not there where the event type is gone.
func (d *differ) renamed(what string) (whats []string, there bool) {
	name, where, _ := strings.Cut(what, " where ")
	if d.sides[0].events[name] == nil {
		return []string{what}, true // a scope
	}
	e := d.sides[1].byName[name]
	if e == nil {
		return nil, false
	}
	if where == "" {
		return []string{e.name}, true
	}
	return []string{e.name, e.name + " where " + where}, true
}

// said says whether the newer side has an assertion about a role with one of some texts.
func (d *differ) said(whats []string, role string, through bool) bool {
	for _, a := range d.sides[1].never {
		if slices.Contains(whats, a.what) && slices.Contains(a.roles, role) && (a.through || !through) {
			return true
		}
	}
	return false
}
