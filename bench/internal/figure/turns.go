package figure

import (
	"fmt"
	"slices"
	"time"
)

// Side is one of those that are compared.
type Side struct {
	Name string
	Run  func() (Cost, error)
}

// Turns runs each side rounds times, one after the other in each round: a machine that is shared has bad moments, and they fall on all.
// The costs are by side, then by round.
func Turns(rounds int, sides ...Side) ([][]Cost, error) {
	costs := make([][]Cost, len(sides))
	for range rounds {
		for i, s := range sides {
			c, err := s.Run()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", s.Name, err)
			}
			costs[i] = append(costs[i], c)
		}
	}
	return costs, nil
}

// CPU are the CPU times of costs.
func CPU(costs []Cost) []time.Duration {
	out := make([]time.Duration, len(costs))
	for i, c := range costs {
		out[i] = c.CPU
	}
	return out
}

// Spread is the middle of several measurements, with the lowest and the highest.
type Spread struct{ Low, Median, High float64 }

// SpreadOf sorts a copy; of an even number the middle is the mean of the two in the middle.
func SpreadOf(values []float64) Spread {
	if len(values) == 0 {
		return Spread{}
	}
	v := slices.Sorted(slices.Values(values))
	n := len(v)
	return Spread{v[0], (v[(n-1)/2] + v[n/2]) / 2, v[n-1]}
}

// Ratios is the spread of a over b, round by round: each compares two runs that were neighbours in time.
func Ratios(a, b []time.Duration) Spread {
	var out []float64
	for i := range min(len(a), len(b)) {
		if b[i] > 0 {
			out = append(out, float64(a[i])/float64(b[i]))
		}
	}
	return SpreadOf(out)
}

// Times is the spread of times, in milliseconds.
func Times(times []time.Duration) Spread {
	var out []float64
	for _, t := range times {
		out = append(out, float64(t)/float64(time.Millisecond))
	}
	return SpreadOf(out)
}

// String is "52 (48 to 57)".
func (s Spread) String() string {
	return fmt.Sprintf("%s (%s to %s)", Short(s.Median), Short(s.Low), Short(s.High))
}

// Short is a number in three digits or, of a thousand and more, without a fraction.
func Short(v float64) string {
	switch {
	case v >= 100 || v == 0:
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	case v >= 1:
		return fmt.Sprintf("%.2f", v)
	}
	return fmt.Sprintf("%.2g", v)
}
