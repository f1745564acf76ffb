package pin

import "container/heap"

// numbers gives out the occurrence numbers of one key, from 1. A number whose call failed is given out again, so that a retry
// answers to the number that the call would have had.
type numbers struct {
	last int64
	free smallest
}

func (n *numbers) take() int64 {
	if len(n.free) > 0 {
		return heap.Pop(&n.free).(int64)
	}
	n.last++
	return n.last
}

func (n *numbers) giveBack(number int64) { heap.Push(&n.free, number) }

type smallest []int64

func (s smallest) Len() int           { return len(s) }
func (s smallest) Less(i, j int) bool { return s[i] < s[j] }
func (s smallest) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }
func (s *smallest) Push(x any)        { *s = append(*s, x.(int64)) }
func (s *smallest) Pop() any {
	old := *s
	last := old[len(old)-1]
	*s = old[:len(old)-1]
	return last
}
