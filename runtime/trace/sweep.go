package trace

import (
	"errors"
	"fmt"
	"math"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/trace/page"
)

// sweepTotals is how many totals the page's slider has.
const sweepTotals = 200

// sweep is what becomes of the context's parts at n totals, from just too little for what must stay to enough for everything. The
// outcomes are Refit's, which is what Assemble does.
func sweep(built *assembly.Context, n int) (*page.Sweep, error) {
	totals, err := totalsOf(built, n)
	if err != nil {
		return nil, err
	}
	s := &page.Sweep{}
	before := step{fates: make([]assembly.Fate, len(built.Fates())), cuts: map[int][3]int{}}
	for i := range before.fates {
		before.fates[i] = assembly.Kept
	}
	for i, total := range totals {
		if total == built.Total {
			s.Recorded = i
		}
		again, err := built.Refit(total)
		if err != nil {
			s.Totals = append(s.Totals, page.Outcome{Total: total, Error: err.Error()})
			continue
		}
		o, after := before.next(again)
		s.Totals = append(s.Totals, o)
		before = after
	}
	return s, nil
}

// totalsOf are n totals, evenly spread, the recorded one among them; fewer where there are fewer numbers.
func totalsOf(built *assembly.Context, n int) ([]int, error) {
	low := 0
	_, err := built.Refit(-1)
	var exceeded *assembly.BudgetExceeded
	switch {
	case errors.As(err, &exceeded):
		low = max(exceeded.Need-1, 0)
	case err != nil:
		return nil, err
	}
	high := built.Total
	all, err := built.Refit(math.MaxInt32)
	if err != nil {
		return nil, err
	}
	high = max(high, all.Used)
	if built.Layout != "" && low == 0 {
		low = 1 // 0 stands for the layout's own
	}
	if high-low < n {
		n = high - low + 1
	}
	var out []int
	for i := range n {
		total := low
		if n > 1 {
			total += i * (high - low) / (n - 1)
		}
		out = append(out, total)
	}
	near := 0
	for i, total := range out {
		if abs(total-built.Total) < abs(out[near]-built.Total) {
			near = i
		}
	}
	if built.Total >= low {
		out[near] = built.Total
	}
	return out, nil
}

func abs(n int) int { return max(n, -n) }

// step is what became of each part at one total.
type step struct {
	fates []assembly.Fate
	cuts  map[int][3]int // by place: kept, omitted, 1 for a fallback
}

// next is the outcome of another total, as what is otherwise.
func (before step) next(built *assembly.Context) (page.Outcome, step) {
	after := step{built.Fates(), map[int][3]int{}}
	o := page.Outcome{Total: built.Total, Used: built.Used, Sections: sectionsOf(built.Sections)}
	trims := trimsOf(built)
	for place, fate := range after.fates {
		if fate == assembly.Trimmed {
			t := trims[0]
			trims = trims[1:]
			cut := [3]int{t.Kept, t.Omitted, 0}
			if t.Fallback {
				cut[2] = 1
			}
			if after.cuts[place] = cut; before.cuts[place] != cut {
				o.Cuts = append(o.Cuts, [4]int{place, cut[0], cut[1], cut[2]})
			}
		} else if _, was := before.cuts[place]; was {
			o.Whole = append(o.Whole, place)
		}
		if (fate == assembly.Shed) != (before.fates[place] == assembly.Shed) {
			o.Flips = append(o.Flips, place)
		}
	}
	return o, after
}

func sectionsOf(counts []assembly.SectionCount) []page.Section {
	var out []page.Section
	for _, s := range counts {
		out = append(out, page.Section{Name: s.Name, Budget: s.Budget, Used: s.Used, Shed: s.Shed, Trimmed: s.Trimmed, Notice: s.Notice, Owner: s.Owner, Fresh: s.Fresh})
	}
	return out
}

// lacks is why there can be no slider; NotTried if there can.
func (o *Outcome) lacks() page.Lack {
	switch {
	case o.Recorded.Budget == nil:
		return page.NoBudget
	case o.Cause == Unknown:
		return page.NotRegistered
	case !o.Equal():
		return page.Differs
	}
	return page.NotTried
}

// noSweep says in words why a context cannot be made again as it was, so that nothing can be said of other totals.
func (o *Outcome) noSweep() string {
	if o.Recorded.Budget == nil {
		return "it was assembled without a budget: nothing is shed at any total"
	}
	return fmt.Sprintf("it is not made again as it was: %s: %s", o.Cause, o.Detail)
}
