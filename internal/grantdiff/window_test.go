package grantdiff

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/schema"
)

// Small logs are drawn at random, with sections over them and a range that holds them or not. Whatever one side shows of a first event
// and the other does not, the report must tell of: as events, or as a window. That it tells of nothing else is what every witness is
// checked for before it is told.
func TestWindows(t *testing.T) {
	n := max(400, *pairs/20)
	if testing.Short() {
		n = 100
	}
	gained, told := 0, 0
	for i := range uint64(n) {
		var was, now *drawn
		var sides [2]*Closed
		r := &draw{Rand: rand.New(rand.NewPCG(*seed+i, 99)), windows: true}
		for sides[0] == nil || sides[1] == nil {
			was = r.schema()
			now = r.changed(was)
			sides = [2]*Closed{}
			for j, d := range []*drawn{was, now} {
				if m, _ := schema.Parse([]schema.File{{Name: "s.grant.yaml", Bytes: []byte(d.yaml())}}, nil); m != nil {
					var err error
					if sides[j], err = FromModel(m); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		report, err := Diff(sides[0], sides[1])
		if err != nil {
			t.Fatalf("seed %d:\n%s\n---\n%s\n%v", *seed+i, was.yaml(), now.yaml(), err)
		}
		for _, f := range report.Findings {
			if strings.HasSuffix(f.What, " window") {
				told++
			}
		}
		gained += tryScenes(t, r, sides, was, now, report)
		if t.Failed() {
			t.Fatalf("seed %d:\n%s\n---\n%s", *seed+i, was.yaml(), now.yaml())
		}
	}
	t.Logf("%d scenes on which one side shows more; %d windows told of", gained, told)
	if gained == 0 || told == 0 {
		t.Error("the pairs do not try everything")
	}
}

func tryScenes(t *testing.T, r *draw, sides [2]*Closed, was, now *drawn, report *Report) (gained int) {
	var events []timeline.Event
	for _, name := range typeNames(was, now) {
		for _, e := range spread(was, now, name) {
			if sides[0].possible(e) && sides[1].possible(e) { // others count for nobody's window
				events = append(events, e)
			}
		}
	}
	members := commonMembers(was, now)
	for range 60 {
		if len(members) == 0 || len(events) == 0 {
			return gained
		}
		sc := scene{told: map[string][2]int64{}, ranged: r.chance(0.5)}
		pick := events[r.IntN(len(events))]
		for range 1 + r.IntN(6) {
			e := pick
			if r.chance(0.5) && len(sc.events) > 0 {
				e = events[r.IntN(len(events))]
			}
			e.Seq = int64(len(sc.events) + 1)
			sc.events = append(sc.events, e)
		}
		for _, scope := range []string{"chronicle:past", "chronicle:told"} {
			if from := 1 + r.IntN(len(sc.events)); r.chance(0.5) {
				sc.told[scope] = [2]int64{int64(from), int64(from + r.IntN(len(sc.events)))}
			}
		}
		self := members[r.IntN(len(members))]
		for _, lf := range []leaf{{}, {path: "text", typ: "string", top: "text"}} {
			a, err := sides[0].shows(sides[0].roles["reader"], self, sc, lf)
			b, err2 := sides[1].shows(sides[1].roles["reader"], self, sc, lf)
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			if a == b {
				continue
			}
			gained++
			if !tells(report, pick.Type, lf, b) {
				t.Errorf("%+v of %s: shown before %t, now %t, and the report tells of nothing like it: %+v", sc, lf.path, a, b, report.Findings)
			}
		}
	}
	return gained
}

// tells says whether the report has a gain, or a loss, of a leaf: of events of the type, or of a window.
func tells(r *Report, typ string, lf leaf, gain bool) bool {
	for _, f := range r.Findings {
		if f.Role != "reader" || f.Verdict == Undecided {
			continue
		}
		says := gain && f.Gained != nil || !gain && f.Lost != nil
		if says && strings.HasSuffix(f.What, " window") {
			return true
		}
		if says && f.typ == typ {
			for _, l := range f.leaves {
				if l.path == lf.path {
					return true
				}
			}
		}
	}
	return false
}
