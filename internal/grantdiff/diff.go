package grantdiff

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/grantgen/grantgen/internal/diag"
)

// differ holds two sides: the older one first.
type differ struct {
	sides  [2]*Closed
	names  []typ              // what types returns, once
	found  map[string]*window // of the role at hand, by slice
	report Report
}

// Diff says what became of each role from one schema to another. An error is a fault of ours: a witness that failed its check.
func Diff(was, now *Closed) (*Report, error) {
	d := &differ{sides: [2]*Closed{was, now}, found: map[string]*window{}}
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
			At: now.pos, WasAt: was.pos, Owner: roleOwner(was, now), Hash: hash(name, was.text(), now.text())})
		return nil
	}
	d.newMembers(name, was, now)
	if err := d.events(name, was, now, members); err != nil {
		return err
	}
	d.windowFindings(name, was, now)
	d.scopes(name, was, now, members)
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
	f := Finding{Role: name, What: "role", Verdict: v, Widens: v != Narrowed, Detail: detail, Owner: roleOwner(was, now), Hash: hash(name, "role", was.text(), now.text(), roleOwner(was, now))}
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

// manyMembers is how many members of a family are looked at, and manyAlike how many values that no text names.
const (
	manyMembers = 5000
	manyAlike   = 2
)

// members is the own values to look at. Values of a roster that neither side's text names are alike in everything: two of them stand
// for all, one to be the member and one to be another.
func (d *differ) members(was, now *role) ([]map[string]string, bool) {
	out := []map[string]string{{}}
	for _, name := range was.family {
		old, new := d.sides[0].rosters[name], d.sides[1].rosters[name]
		named := namedBy(was, now)
		var values []string
		alike := 0
		for _, v := range new.values {
			if !old.has(v) {
				continue
			}
			if !named[v] {
				if alike++; alike > manyAlike {
					continue
				}
			}
			values = append(values, v)
		}
		if new.open && old.open {
			values = []string{somebody}
		}
		var next []map[string]string
		for _, m := range out {
			for _, v := range values {
				with := map[string]string{name: v}
				for k, x := range m {
					with[k] = x
				}
				next = append(next, with)
			}
		}
		if out = next; len(out) > manyMembers {
			return nil, false
		}
	}
	return out, true
}

// namedBy is the texts that clauses and scopes of roles name.
func namedBy(roles ...*role) map[string]bool {
	named := map[string]bool{}
	for _, r := range roles {
		for _, s := range r.slices {
			for _, c := range s.clauses {
				for _, w := range c.where {
					for _, v := range w.Values {
						if text, ok := v.AsText(); ok {
							named[text] = true
						}
					}
				}
			}
			for _, scope := range append(slices.Clone(r.writes), s.scope) {
				nameSegments(named, scope)
			}
			for _, scope := range s.scopes {
				nameSegments(named, scope)
			}
		}
	}
	return named
}

func nameSegments(named map[string]bool, scope string) {
	for g := range strings.SplitSeq(scope, ":") {
		named[g] = true
	}
}

// newMembers says which members a family has that it had not.
func (d *differ) newMembers(name string, was, now *role) {
	for _, kind := range now.family {
		old, new := d.sides[0].rosters[kind], d.sides[1].rosters[kind]
		diff := func(a, b *roster) []string {
			return slices.DeleteFunc(slices.Clone(a.values), func(v string) bool { return b.has(v) })
		}
		added, gone := diff(new, old), diff(old, new)
		f := Finding{Role: name, What: "members of " + kind, At: now.pos, WasAt: was.pos, Owner: roleOwner(was, now),
			Hash: hash(name, kind, strings.Join(added, " "), strings.Join(gone, " "), now.text(), roleOwner(was, now))}
		f.Was, f.Now = strings.Join(gone, ", "), strings.Join(added, ", ")
		switch {
		case new.open && !old.open:
			f.Verdict, f.Widens, f.Detail = Reach, true, "the roster is open now: anybody can be a member"
		case len(added) > 0:
			f.Verdict, f.Widens, f.Detail = Reach, true, "the role's text is the same, and it has new members: "+f.Now
		case len(gone) > 0 || old.open && !new.open:
			f.Verdict, f.Detail = Narrowed, "members are gone: "+f.Was
		default:
			continue
		}
		d.add(f)
	}
}

// world is what belongs to no role: assertions, labels, and facts that nobody knows.
func (d *differ) world() {
	if a, b := d.sides[0].namespace, d.sides[1].namespace; a != b && a != "" {
		d.add(Finding{What: "namespace", Verdict: Changed, Widens: true, Detail: "every role reads the events of another namespace", Was: a, Now: b, Hash: hash("namespace", a, b)})
	}
	d.compare("", nil, nil, "", d.sides[0].rest, d.sides[1].rest)
}

// compare holds items against each other that are compared as text.
func (d *differ) compare(name string, was, now *role, prefix string, old, new items) {
	for _, key := range sorted(old, new) {
		a, had := old[key]
		b, has := new[key]
		if had && has && a.value == b.value || (a.both || b.both) && !(had && has) {
			continue
		}
		f := Finding{Role: cmp.Or(name, a.role, b.role), What: prefix + key, Was: a.value, Now: b.value, Owner: b.owner}
		f.At, f.WasAt = placed(now, prefix+key), placed(was, prefix+key)
		if f.Owner == "" {
			f.Owner = a.owner
		}
		if f.Owner == "" {
			f.Owner = roleOwner(was, now)
		}
		kind := b.rule
		if !has {
			kind = a.rule
		}
		f.judge(kind, had, has)
		f.Hash = hash(name, f.What, f.Was, f.Now, string(f.Verdict), f.Owner)
		d.add(f)
	}
}

// judge says what another text means.
func (f *Finding) judge(kind rule, had, has bool) {
	f.Verdict = Changed
	f.Detail = [...]string{"it is another now", "it is another now", "it is new", "it is gone"}[map[[2]bool]int{{true, true}: 0, {false, true}: 2, {true, false}: 3}[[2]bool{had, has}]]
	a, errA := strconv.Atoi(f.Was)
	b, errB := strconv.Atoi(f.Now)
	switch {
	case kind == change:
	case kind == opaque:
		f.Widens = has
	case kind == moved && had && has:
		f.Verdict, f.Detail = Relabel, "it is "+f.Now+" now, and was "+f.Was
	case kind == moved:
	case kind == more && errA == nil && errB == nil:
		f.Verdict, f.Widens, f.Detail = Narrowed, b > a, "less fits"
		if b > a {
			f.Verdict, f.Detail = Widened, "more fits"
		}
	case !had:
		f.Verdict, f.Widens = Widened, true
	case !has:
		f.Verdict = Narrowed
	default:
		f.Widens = true
	}
}

// placed is where an item stands: its own place, its part's, its slice's, or the role's.
func placed(r *role, key string) (pos diag.Pos) {
	if r == nil {
		return pos
	}
	if p, ok := r.places[key]; ok {
		return p
	}
	words := strings.Fields(key)
	if words[0] == "part" && len(words) > 1 && r.parts[words[1]] != nil {
		return r.parts[words[1]].pos
	}
	if s := r.slices[strings.TrimSuffix(words[0], ":")]; s != nil {
		return s.pos
	}
	return r.pos
}
