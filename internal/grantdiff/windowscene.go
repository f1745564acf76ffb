package grantdiff

import (
	"slices"
	"strconv"
	"strings"

	"github.com/grantgen/grantgen/internal/box"
	"github.com/grantgen/grantgen/runtime/timeline"
)

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
