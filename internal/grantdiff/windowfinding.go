package grantdiff

import (
	"strconv"
	"strings"
)

// reportWindows keeps what was found for this type; the findings are made of all types together, one a slice.
func (l *look) reportWindows() {
	for _, name := range sorted(l.windows) {
		w := l.windows[name]
		all := l.found[name]
		if all == nil {
			all = &window{}
			l.found[name] = all
		}
		if all.gained == nil {
			all.gained, all.cause[1] = w.gained, w.cause[1]
		}
		if all.lost == nil {
			all.lost, all.cause[0] = w.lost, w.cause[0]
		}
		all.forms = append(append(all.forms, l.t.name), w.forms...)
	}
}

// windowFindings is one finding for each slice that reaches further, or less far.
func (d *differ) windowFindings(name string, was, now *role) {
	for _, n := range sorted(d.found) {
		w := d.found[n]
		f := Finding{Role: name, What: n + " window", Gained: w.gained, Lost: w.lost, Was: reachOf(was, n), Now: reachOf(now, n)}
		switch {
		case w.gained != nil && w.lost != nil:
			f.Verdict, f.Widens, f.Detail = Changed, true, "gained: "+w.cause[1]+"; lost: "+w.cause[0]
		case w.gained != nil:
			f.Verdict, f.Widens, f.Detail = Widened, true, "gained: "+w.cause[1]
		default:
			f.Verdict, f.Detail = Narrowed, "lost: "+w.cause[0]
		}
		for _, r := range []*role{was, now} {
			if r == nil || r.slices[n] == nil {
				continue
			}
			if f.Owner = r.slices[n].owner; f.Owner == "" {
				f.Owner = roleOwner(was, now)
			}
			if r == was {
				f.WasAt = r.slices[n].reach(now.slices[n])
			} else {
				f.At = r.slices[n].reach(was.slices[n])
			}
		}
		f.Hash = hash(name, f.What, strings.Join(w.forms, "\n"), f.Owner)
		d.add(f)
	}
	clear(d.found)
	clear(d.pushes)
	clear(d.admits)
}

// reachOf is how far a slice reaches, in words.
func reachOf(r *role, name string) string {
	if r == nil || r.slices[name] == nil {
		return ""
	}
	s := r.slices[name]
	out := []string{}
	if s.kind == "events" {
		out = append(out, "a range")
	}
	if s.last > 0 {
		out = append(out, "last: "+strconv.Itoa(s.last))
	}
	if s.since != "" {
		out = append(out, "since: "+s.since)
	}
	if len(out) == 0 {
		return "all"
	}
	return strings.Join(out, ", ")
}
