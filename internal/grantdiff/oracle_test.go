package grantdiff

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/grantgen/grantgen/gen"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/schema"
)

var (
	pairs = flag.Int("grantdiff.pairs", 0, "how many pairs of schemas the oracle looks at; 0: GRANTDIFF_PAIRS, or a few")
	seed  = flag.Uint64("grantdiff.seed", 1, "the first pair's seed; a failure names its own")
)

// The oracle tries every event that can make a difference: for each attribute all values at and beside every boundary that either
// schema names, one inside and one outside of every prefix, absent, every subset of a small roster, in all combinations, for every
// member of a family, through timeline's matcher. It knows nothing of boxes, locks or the schema's text. What it finds must be what
// Diff says: what is gained, what is lost, and whether that came with the world alone.
func TestOracle(t *testing.T) {
	n := *pairs
	if n == 0 {
		n, _ = strconv.Atoi(os.Getenv("GRANTDIFF_PAIRS"))
	}
	if n == 0 {
		if n = 1500; testing.Short() {
			n = 300
		}
	}
	var c tally
	var mu sync.Mutex
	var wg sync.WaitGroup
	var next atomic.Uint64
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			var own tally
			for i := next.Add(1) - 1; i < uint64(n) && !t.Failed(); i = next.Add(1) - 1 {
				if own.pair(t, *seed+i); t.Failed() {
					t.Errorf("run the pair alone with -grantdiff.seed=%d -grantdiff.pairs=1", *seed+i)
				}
			}
			mu.Lock()
			defer mu.Unlock()
			c.add(own)
		})
	}
	wg.Wait()
	t.Logf("%d pairs (%d drawn again, being no schemas): %d things compared; gained %d, lost %d, came with the world %d, the same %d; %d witnesses checked; %d pairs UNCHANGED",
		c.pairs, c.refused, c.things, c.gained, c.lost, c.reached, c.same, c.witnesses, c.unchanged)
	if c.pairs < n || n >= 300 && (c.gained == 0 || c.lost == 0 || c.reached == 0 || c.unchanged == 0) {
		t.Errorf("the pairs do not try everything: %+v", c)
	}
}

type tally struct{ pairs, refused, things, gained, lost, reached, same, witnesses, unchanged int }

func (c *tally) add(d tally) {
	c.pairs, c.refused, c.things, c.gained, c.lost = c.pairs+d.pairs, c.refused+d.refused, c.things+d.things, c.gained+d.gained, c.lost+d.lost
	c.reached, c.same, c.witnesses, c.unchanged = c.reached+d.reached, c.same+d.same, c.witnesses+d.witnesses, c.unchanged+d.unchanged
}

func (c *tally) pair(t *testing.T, seed uint64) {
	var was, now *drawn
	var models [2]*schema.Model
	for try := uint64(0); models[0] == nil || models[1] == nil; try++ {
		if try > 500 {
			t.Errorf("seed %d: no schema comes of it", seed)
			return
		}
		if try > 0 {
			c.refused++
		}
		r := &draw{Rand: rand.New(rand.NewPCG(seed, try))}
		was = r.schema()
		now = r.changed(was)
		was.lock = seed%2 == 0
		for i, d := range []*drawn{was, now} {
			var list any
			models[i], list = schema.Parse([]schema.File{{Name: "s.grant.yaml", Bytes: []byte(d.yaml())}}, nil)
			if models[i] == nil && try > 400 {
				t.Logf("%s\n%v", d.yaml(), list)
			}
		}
	}
	c.pairs++
	sides := [2]*Closed{}
	for i, m := range models {
		var err error
		if i == 0 && was.lock {
			sides[i], err = ReadLock("grants.lock.yaml", gen.Lock(m))
		} else {
			sides[i], err = FromModel(m)
		}
		if err != nil {
			t.Errorf("%s\n%v", []*drawn{was, now}[i].yaml(), err)
			return
		}
	}
	report, err := Diff(sides[0], sides[1])
	if err != nil {
		t.Errorf("%s\n---\n%s\n%v", was.yaml(), now.yaml(), err)
		return
	}
	if len(report.Findings) == 0 {
		c.unchanged++
	}
	c.compare(t, was, now, report)
}

// compare holds the report against what the oracle sees of the role, leaf by leaf.
func (c *tally) compare(t *testing.T, was, now *drawn, report *Report) {
	leaves := leafNames(was, now)
	for _, name := range typeNames(was, now) {
		var gained, lost, byText leafSet
		examples := map[leafSet]timeline.Event{}
		events := spread(was, now, name)
		for _, self := range commonMembers(was, now) {
			a, b, would := was.sees(name, self, leaves), now.sees(name, self, leaves), was.would(now, name, self, leaves)
			for _, e := range events {
				old, new := a.of(was, e), b.of(now, e)
				if more := new &^ old; more&^gained != 0 {
					examples[more&^gained] = e
				}
				gained |= new &^ old
				if new&^old != 0 {
					byText |= new &^ old &^ would.of(nil, e)
				}
				lost |= old &^ new
			}
		}
		for i, lf := range leaves {
			c.judge(t, was, now, report, name, lf, gained>>i&1 == 1, lost>>i&1 == 1, byText>>i&1 == 1)
		}
		if t.Failed() {
			t.Errorf("for example %v", examples)
			return
		}
	}
	for _, f := range report.Findings {
		for _, w := range []*Witness{f.Gained, f.Lost} {
			if w != nil {
				c.witnesses++
			}
		}
		if f.typ != "" && f.Verdict != Undecided && (f.Widens != (f.Gained != nil) || (f.Verdict == Narrowed) && f.Lost == nil) {
			t.Errorf("%s %s has no witness", f.Verdict, f.What)
		}
		if f.Verdict == Undecided {
			t.Errorf("%s is undecided:\n%s\n---\n%s", f.What, was.yaml(), now.yaml())
		}
	}
}

// judge compares one leaf of one type.
func (c *tally) judge(t *testing.T, was, now *drawn, report *Report, name, lf string, gained, lost, byText bool) {
	c.things++
	verdict, widens, loses, found := reported(report, name, lf)
	complain := func(format string, args ...any) {
		t.Errorf("%s\n---\n%s\n%s.%s: %s\nreport: %s %v %v", was.yaml(), now.yaml(), name, lf, fmt.Sprintf(format, args...), verdict, widens, loses)
	}
	switch {
	case !gained && !lost:
		c.same++
		if found {
			complain("nothing was gained or lost")
		}
	case gained != widens || lost != loses:
		complain("gained %t, lost %t", gained, lost)
	case gained && !lost && byText != (verdict == Widened):
		complain("gained by the text %t", byText)
	}
	if gained {
		c.gained++
		if !byText {
			c.reached++
		}
	}
	if lost {
		c.lost++
	}
}

// reported is what the report says of one leaf of one type.
func reported(r *Report, name, lf string) (v Verdict, widens, loses, found bool) {
	for _, f := range r.Findings {
		if f.Role != "reader" || f.typ != name || !slices.ContainsFunc(f.leaves, func(l leaf) bool { return l.path == lf }) {
			continue
		}
		found, v = true, f.Verdict
		widens = widens || f.Gained != nil
		loses = loses || f.Lost != nil
	}
	return v, widens, loses, found
}

func typeNames(was, now *drawn) []string {
	var out []string
	for _, d := range []*drawn{was, now} {
		for _, e := range d.events {
			out = append(out, e.name)
			out = append(out, e.was...)
		}
	}
	slices.Sort(out)
	out = slices.Compact(out)
	// A type that was renamed is compared under its older name.
	return slices.DeleteFunc(out, func(n string) bool {
		if was.typeOf(n) != nil {
			return false
		}
		e := now.typeOf(n)
		return e.name == n && slices.ContainsFunc(e.was, func(w string) bool { return was.typeOf(w) != nil })
	})
}

func leafNames(was, now *drawn) []string {
	out := []string{"", "at"}
	for _, d := range []*drawn{was, now} {
		for _, e := range d.events {
			for _, f := range e.fields {
				out = append(out, f.name)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// commonMembers is the own values that both sides have; one empty map for a role that is no family.
func commonMembers(was, now *drawn) []map[string]string {
	switch was.family {
	case "":
		return []map[string]string{{}}
	case "user":
		return []map[string]string{{"user": "ann"}, {"user": "zoë"}}
	}
	var out []map[string]string
	for _, v := range now.rosters[was.family] {
		if slices.Contains(was.rosters[was.family], v) {
			out = append(out, map[string]string{was.family: v})
		}
	}
	return out
}
