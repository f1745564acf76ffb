package grantdiff

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/grantgen/grantgen/internal/box"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// window is what became of how far a slice reaches among the events that both sides read: last, since, a range.
type window struct {
	gained, lost *Witness
	cause        [2]string // of the loss and the gain
	forms        []string
}

// compareWindows looks, for each slice, at the events that the other side reads too, but not as far.
func (c *cell) compareWindows(old, now []*reader, was, is box.Set) error {
	for side, sides := range [2]struct {
		mine, others []*reader
		read         box.Set // by the others
	}{{old, now, is}, {now, old, was}} {
		for _, s := range sides.mine {
			if err := c.compareWindow(side, s, sides.others, sides.read); err != nil {
				return err
			}
		}
	}
	return nil
}

// compareWindow finds an event that s, of one side, hands out on some log on which none of the other side's slices does, though they
// admit it.
func (c *cell) compareWindow(side int, s *reader, others []*reader, both box.Set) error {
	var wide box.Set
	var narrow []*reader
	pushes := map[*reader]*pusher{}
	for _, o := range others {
		p, ok, err := c.reachesAsFar(1-side, o, side, s)
		if err != nil {
			return err
		}
		if ok {
			wide = append(wide, o.reads...)
		} else {
			narrow = append(narrow, o)
			pushes[o] = p
		}
	}
	if len(narrow) == 0 {
		return nil
	}
	shared, ok := c.And(s.reads, both)
	rest, ok2 := c.Minus(shared, wide)
	if !ok || !ok2 {
		c.undecided = true
		return nil
	}
	p, found := c.Witness(rest)
	if !found {
		return nil
	}
	w := c.windows[s.name]
	if w == nil {
		w = &window{}
		c.windows[s.name] = w
	}
	form, _ := c.Canonical(rest)
	w.forms = append(w.forms, fmt.Sprint(side, s.kind, s.last, s.since), form)
	for _, o := range narrow {
		w.forms = append(w.forms, fmt.Sprint(o.kind, o.last, o.since))
	}
	mine := &w.gained
	if side == 0 {
		mine = &w.lost
	}
	if *mine != nil {
		return nil
	}
	sc, beside, cause := c.scene(s, narrow, pushes, p)
	if err := c.prove(side, c.self, sc, c.leaves[0]); err != nil {
		return err
	}
	*mine, w.cause[side] = c.told(side, sc.events[0], beside), cause
	return nil
}

// reachesOf is how far readers reach, for hashes: the order and the number of equal ones has no meaning.
func reachesOf(rs []*reader) string {
	out := map[string]bool{}
	for _, r := range rs {
		if len(r.reads) > 0 {
			out[fmt.Sprint(r.kind, " ", r.last, " ", r.since)] = true
		}
	}
	return strings.Join(sorted(out), "; ")
}

// pusher is what keeps a slice from reaching as far as another: an event that counts for it and not for the other (nil: there is none
// such), so that enough of them push any event out.
type pusher struct{ event *timeline.Event }

// reachesAsFar says whether o hands out every event that s hands out and that o admits, on every log.
func (c *cell) reachesAsFar(oSide int, o *reader, sSide int, s *reader) (*pusher, bool, error) {
	none := &pusher{}
	if s.kind == "events" {
		if o.kind == "events" || o.last == 0 && o.since == "" {
			return none, true, nil
		}
	} else if o.kind == "events" || o.since != "" && o.since != s.since || o.last > 0 && (s.last == 0 || s.last > o.last) {
		return none, false, nil
	}
	if o.last == 0 {
		return none, s.kind != "events", nil
	}
	if s.kind == "log" && o.since != s.since {
		return none, false, nil // what a section covers counts for o alone
	}
	push, ok, err := c.pushing(oSide, o, sSide, s)
	if err != nil || !ok {
		c.undecided = c.undecided || !ok
		return none, true, err
	}
	return &pusher{push}, push == nil && s.kind == "log", nil
}

// pushing finds an event of any type that o admits and s does not.
func (c *cell) pushing(oSide int, o *reader, sSide int, s *reader) (*timeline.Event, bool, error) {
	for _, t := range c.names {
		if t.events[oSide] == nil {
			continue
		}
		var rs [2]*reader
		for side, r := range map[int]*reader{oSide: o, sSide: s} {
			rs[side] = &reader{slice: r.slice}
			for _, k := range r.slice.over(t.events[side]) {
				b, err := k.bind(c.self)
				if err != nil {
					return nil, false, err
				}
				rs[side].clauses = append(rs[side].clauses, b)
			}
		}
		w := newWorld(c.sides, t.events, rs[0].clauses, rs[1].clauses)
		if !w.fill(oSide, []*reader{rs[oSide]}) {
			return nil, false, nil
		}
		var counted box.Set
		for _, b := range rs[sSide].clauses {
			counted = append(counted, w.admitted(b.where))
		}
		rest, ok := w.Minus(rs[oSide].reads, counted)
		if !ok {
			return nil, false, nil
		}
		if p, found := w.Witness(rest); found {
			ev := w.event(t.name, p)
			return &ev, true, nil
		}
	}
	return nil, true, nil
}

// scene is a log on which s hands out its first event and none of the narrower slices does.
func (c *cell) scene(s *reader, narrow []*reader, pushes map[*reader]*pusher, p []box.Point) (sc scene, beside, cause string) {
	first := c.event(c.t.name, p)
	sc = scene{events: []timeline.Event{first}, told: map[string][2]int64{}, ranged: s.kind == "events"}
	add := func(n int, ev timeline.Event) {
		for range n {
			ev.Seq = int64(len(sc.events) + 1)
			sc.events = append(sc.events, ev)
		}
	}
	var notes, causes []string
	named := slices.ContainsFunc(narrow, func(o *reader) bool { return o.name == s.name })
	plain, covered := 0, 0
	for _, o := range narrow {
		note := func(n, why string) {
			if !slices.Contains(notes, n) {
				notes = append(notes, n)
			}
			if (o.name == s.name || !named) && !slices.Contains(causes, why) { // of the slice itself, where it was there
				causes = append(causes, why)
			}
		}
		push := pushes[o].event
		switch {
		case s.kind == "log" && o.kind == "events":
			note("it lies outside the range that Input gives", "events outside the range of Input")
		case s.kind == "log" && o.since != "" && o.since != s.since:
			sc.told[o.since] = [2]int64{1, 1}
			note("a section of "+o.since+" covers it", "events that a section of "+o.since+" covers")
		case s.kind == "log" && (s.last == 0 || s.last > o.last):
			plain = max(plain, o.last)
			note(times(o.last)+" like it after it", "the "+ordinal(o.last+1)+" newest")
		case push != nil:
			add(o.last, *push)
			note(times(o.last)+" like "+said(c.sides[0], *push)+" after it", "the "+ordinal(o.last+1)+" newest, which others pushed out")
		case s.kind == "events" && o.since != "":
			sc.told[o.since] = [2]int64{1, 1}
			note("a section of "+o.since+" covers it", "events that a section of "+o.since+" covers")
		case s.kind == "events":
			plain = max(plain, o.last)
			note(times(o.last)+" like it after it", "the "+ordinal(o.last+1)+" newest")
		default:
			covered = max(covered, o.last)
			note(times(o.last)+" like it after it, which a section of "+s.since+" covers", "the "+ordinal(o.last+1)+" newest")
		}
	}
	if covered > 0 {
		from := int64(len(sc.events) + 1)
		add(covered, first)
		sc.told[s.since] = [2]int64{from, from + int64(covered) - 1}
	}
	add(plain, first)
	return sc, strings.Join(notes, "; "), strings.Join(causes, "; ")
}

func times(n int) string {
	if n == 1 {
		return "one event"
	}
	return strconv.Itoa(n) + " events"
}

// ordinal is 21 as 21st.
func ordinal(n int) string {
	suffix := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return strconv.Itoa(n) + suffix
}

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
				f.WasAt = r.slices[n].pos
			} else {
				f.At = r.slices[n].pos
			}
		}
		f.Hash = hash(name, f.What, strings.Join(w.forms, "\n"), f.Owner)
		d.add(f)
	}
	clear(d.found)
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
