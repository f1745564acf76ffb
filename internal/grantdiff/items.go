package grantdiff

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/grantgen/grantgen/internal/diag"
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
