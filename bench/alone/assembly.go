package alone

import (
	"fmt"
	"runtime"

	"github.com/grantgen/grantgen/bench/internal/figure"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/token"
)

const assemblyMethod = `A call without a store: hand out, cite, check, fit. Counts are known (characters; every part has 36), half of the parts fit. By the sum of the parts, and by what is rendered under labels.
CPU time of all threads, the collector's too, median of %d rounds (lowest to highest).`

var slot = &assembly.Slot{Name: "offer", Register: assembly.Considered, Rank: 1}

// Assembly has a row for each size and way of counting.
func Assembly(rounds int, sizes []int) (figure.Table, error) {
	t := figure.Table{Title: "Assembly, by the number of parts", Method: fmt.Sprintf(assemblyMethod, rounds), Columns: []string{"parts", "counted by", "ms CPU", "bytes allocated a part"}}
	for _, n := range sizes {
		for _, by := range []string{"the sum", "what is rendered"} {
			row, err := assembled(rounds, n, by)
			if err != nil {
				return t, fmt.Errorf("%d parts: %w", n, err)
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t, nil
}

func assembled(rounds, n int, by string) ([]string, error) {
	texts := make([]string, n)
	for i := range texts {
		texts[i] = fmt.Sprintf("UK: a cut of %7d tonnes of mackerel.", i)
	}
	budget := assembly.Budget{Total: n / 2 * len(texts[0]), Count: token.Characters}
	if by != "the sum" {
		budget.Render, budget.Total = render.ByLabel, n/2*(len(texts[0])+1)
	}
	repeat := max(1, 100_000/n)
	var bytes uint64
	side := figure.Side{Name: by, Run: func() (figure.Cost, error) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		cost, err := figure.Own(func() error {
			for range repeat {
				s := assembly.Open(assembly.Setup{Role: "norway", Slots: []*assembly.Slot{slot}})
				for i, text := range texts {
					s.Add(slot, assembly.Content{Text: text}, s.HandOut("room", assembly.EventRef{Seq: int64(i + 1)}, false, nil))
				}
				built, err := s.Finish(assembly.Options{Budget: &budget})
				if err != nil {
					return err
				}
				if kept := len(built.Parts); kept < n/2-2 || kept > n/2 {
					return fmt.Errorf("%d parts are kept", kept)
				}
			}
			return nil
		})
		runtime.ReadMemStats(&after)
		bytes = (after.TotalAlloc - before.TotalAlloc) / uint64(repeat*n)
		return cost.Over(repeat), err
	}}
	costs, err := figure.Turns(rounds, side)
	if err != nil {
		return nil, err
	}
	return []string{fmt.Sprint(n), by, figure.Times(figure.CPU(costs[0])).String(), fmt.Sprint(bytes)}, nil
}
