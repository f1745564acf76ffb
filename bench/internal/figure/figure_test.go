package figure

import (
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"
)

func TestSpread(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   string
	}{
		{nil, "0 (0 to 0)"},
		{[]float64{3}, "3.00 (3.00 to 3.00)"},
		{[]float64{9, 1, 5}, "5.00 (1.00 to 9.00)"},
		{[]float64{40, 10, 20, 3000}, "30.0 (10.0 to 3000)"},
		{[]float64{0.05, 0.5, 0.123456}, "0.12 (0.05 to 0.5)"},
	} {
		if got := SpreadOf(c.values).String(); got != c.want {
			t.Errorf("%v: %s, want %s", c.values, got, c.want)
		}
	}
	// Round by round, not middle over middle.
	if got := Ratios([]time.Duration{10, 100, 30}, []time.Duration{1, 20, 10}); got != (Spread{3, 5, 10}) {
		t.Errorf("ratios %v", got)
	}
}

func TestTurnsAlternate(t *testing.T) {
	var order []string
	side := func(name string, fail bool) Side {
		return Side{name, func() (Cost, error) {
			order = append(order, name)
			if fail && len(order) > 3 {
				return Cost{}, errors.New("no more")
			}
			return Cost{CPU: time.Duration(len(order))}, nil
		}}
	}
	costs, err := Turns(2, side("a", false), side("b", false))
	if err != nil || strings.Join(order, "") != "abab" || fmt.Sprint(CPU(costs[1])) != "[2ns 4ns]" {
		t.Errorf("%v %v %v", order, costs, err)
	}
	if _, err := Turns(1, side("c", true)); err == nil || err.Error() != "c: no more" {
		t.Errorf("%v", err)
	}
}

func TestCosts(t *testing.T) {
	work := 0
	c, err := Own(func() error {
		for start := time.Now(); time.Since(start) < 30*time.Millisecond; {
			work++
		}
		return nil
	})
	if err != nil || c.CPU <= 0 || c.Wall < 30*time.Millisecond || work == 0 {
		t.Errorf("%v, %v", c, err)
	}
	if got := (Cost{CPU: 10, Wall: 20}).Over(5); got != (Cost{2, 4}) {
		t.Errorf("%v", got)
	}
	if c, err := Command(exec.Command("go", "version")); err != nil || c.CPU <= 0 {
		t.Errorf("%v, %v", c, err)
	}
	if _, err := Command(exec.Command("go", "no-such-command")); err == nil || !strings.Contains(err.Error(), "unknown command") {
		t.Errorf("%v", err)
	}
}

func TestTable(t *testing.T) {
	got := Table{Title: "Counting", Method: "How.", Columns: []string{"text", "ratio"}, Rows: [][]string{{"English", "9 (8 to 10)"}}}.String()
	want := "## Counting\n\nHow.\n\n| text | ratio |\n| --- | --- |\n| English | 9 (8 to 10) |\n"
	if got != want {
		t.Errorf("%s\nnot\n%s", got, want)
	}
	if got := (Table{Title: "Peers", Skipped: "there is no node"}).String(); got != "## Peers\n\nSkipped: there is no node\n" {
		t.Errorf("%s", got)
	}
}
