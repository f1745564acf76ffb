package grantdiff

import (
	"cmp"
	"strconv"
)

// compare holds items against each other that are compared as text.
func (d *differ) compare(name string, was, now *role, prefix string, old, new items) {
	for _, key := range sorted(old, new) {
		a, had := old[key]
		b, has := new[key]
		if had && has && a.value == b.value || (a.both || b.both) && !(had && has) {
			continue
		}
		f := Finding{Role: cmp.Or(name, a.role, b.role), What: prefix + key, Was: a.value, Now: b.value, Owner: b.owner}
		f.At, f.WasAt = d.sides[1].placed(now, prefix+key), d.sides[0].placed(was, prefix+key)
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
		f.Hash = hash(append([]string{name, f.What, f.Was, f.Now, string(f.Verdict), f.Owner}, textBehind(key, old, new)...)...)
		if a.text != b.text {
			f.Lines = changedLines(a.text, b.text)
		}
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
