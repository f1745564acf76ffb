package box

import "math"

// ordinal numbers the finite floats in their order, so that each has a next one. -0 and 0 are one value, as on the log.
func ordinal(f float64) int64 {
	if f < 0 {
		return -int64(math.Float64bits(-f))
	}
	return int64(math.Float64bits(math.Abs(f)))
}

// float is the float with that ordinal.
func float(n int64) float64 {
	if n < 0 {
		return -math.Float64frombits(uint64(-n))
	}
	return math.Float64frombits(uint64(n))
}

// next is the cut just after v.
func next(v int64) cut[int64] {
	if v == math.MaxInt64 {
		return cut[int64]{end: true}
	}
	return cut[int64]{at: v + 1}
}

// from is the cut just before v.
func from(v int64) cut[int64] { return cut[int64]{at: v} }

// lastInt is the value just before a cut.
func lastInt(c cut[int64]) int64 {
	if c.end {
		return math.MaxInt64
	}
	return c.at - 1
}
