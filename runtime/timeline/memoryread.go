package timeline

import (
	"context"
	"fmt"
	"sort"
)

func (m *memory) Read(ctx context.Context, q Query) (Page, error) {
	if err := ctx.Err(); err != nil {
		return Page{}, fmt.Errorf("read the log: %w", err)
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	if m.closed {
		return Page{}, fmt.Errorf("read the log: %w", ErrClosed)
	}
	lo, hi := max(q.After, 0)+1, Position(len(m.events))
	if q.UpTo != 0 {
		hi = min(hi, q.UpTo)
	}
	var page Page
	limit, size := q.Limits(), 0
	for seq := range m.candidates(q, lo, hi) {
		e := m.events[seq-1]
		if !q.Match(e) {
			continue
		}
		size += e.Size()
		if len(page.Events) == limit || len(page.Events) > 0 && size > PageBytes {
			page.More = true
			break
		}
		page.Events = append(page.Events, e.Clone())
	}
	return page, nil
}

// candidates yields the seqs in [lo, hi] of the types that q names, in q's direction.
func (m *memory) candidates(q Query, lo, hi Position) func(yield func(Position) bool) {
	if len(q.Clauses) == 0 {
		return func(yield func(Position) bool) {
			for i := lo; i <= hi; i++ {
				seq := i
				if q.Newest {
					seq = hi - (i - lo)
				}
				if !yield(seq) {
					return
				}
			}
		}
	}
	lists := m.lists(q, lo, hi)
	return func(yield func(Position) bool) {
		for {
			best := -1
			for i, list := range lists {
				if len(list) > 0 && (best < 0 || before(head(list, q.Newest), head(lists[best], q.Newest), q.Newest)) {
					best = i
				}
			}
			if best < 0 {
				return
			}
			list := lists[best]
			if lists[best] = list[1:]; q.Newest {
				lists[best] = list[:len(list)-1]
			}
			if !yield(head(list, q.Newest)) {
				return
			}
		}
	}
}

// lists are the seqs in [lo, hi] of each type that q names, once each.
func (m *memory) lists(q Query, lo, hi Position) [][]Position {
	var lists [][]Position
	seen := map[Key]bool{}
	for _, c := range q.Clauses {
		for _, name := range append([]string{c.Type}, c.Was...) {
			key := Key{c.Namespace, name}
			if seen[key] {
				continue
			}
			seen[key] = true
			all := m.types[key]
			from := sort.Search(len(all), func(i int) bool { return all[i] >= lo })
			to := sort.Search(len(all), func(i int) bool { return all[i] > hi })
			if from < to {
				lists = append(lists, all[from:to])
			}
		}
	}
	return lists
}

func head(list []Position, newest bool) Position {
	if newest {
		return list[len(list)-1]
	}
	return list[0]
}

func before(a, b Position, newest bool) bool { return a < b != newest }
