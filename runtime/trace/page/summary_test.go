package page_test

import (
	"testing"

	"github.com/grantgen/grantgen/runtime/trace/page"
)

// The summary says why contexts have no slider, and where a command knows more.
func TestSummary(t *testing.T) {
	slider := page.Context{Sweep: &page.Sweep{}}
	without := func(l page.Lack) page.Context { return page.Context{Lacks: l} }
	for want, contexts := range map[string][]page.Context{
		"0 contexts, 0 with a slider": nil,
		"1 context, 1 with a slider":  {slider},
		"2 contexts, 0 with a slider": {without(page.NotTried), without(page.NotTried)},
		"4 contexts, 0 with a slider (2 are not registered, 2 differ: check says which)": {
			without(page.Differs), without(page.NotRegistered), without(page.Differs), without(page.NotRegistered),
		},
		"2 contexts, 1 with a slider (1 has no budget)": {slider, without(page.NoBudget)},
		"5 contexts, 0 with a slider (2 have no budget, 1 cannot be tried at other totals, 1 is not registered, 1 differs: check says which)": {
			without(page.NoBudget), without(page.NoTotals), without(page.NotRegistered), without(page.NoBudget), without(page.Differs),
		},
	} {
		if got := (page.Page{Contexts: contexts}).Summary(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got, want := (page.Page{Contexts: []page.Context{without(page.NoBudget)}, Left: 3}).Summary(), "1 context, 0 with a slider (1 has no budget); 3 older ones are left out"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
