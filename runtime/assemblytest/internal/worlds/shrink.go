package worlds

import (
	"context"
	"slices"
)

// pair is two worlds of which the grant lets the same through.
type pair struct {
	t    *trial
	c    *call
	name string
	a, b *laid
}

// differ assembles over both; ok is false where they are no pair, or give the same.
func (p pair) differ(ctx context.Context) (a, b outcome, ok bool) {
	one := see(p.t.v, p.t.grant, p.a, p.t.in.records)
	two := see(p.t.v, p.t.grant, p.b, p.t.in.records)
	if !one.same(two) {
		return a, b, false
	}
	a, err := p.c.of(ctx, p.a, p.a)
	if err != nil {
		return a, b, false
	}
	b, err = p.c.of(ctx, p.b, p.a)
	return a, b, err == nil && !a.equal(b)
}

// most is how many pairs are tried to make one smaller.
const most = 400

// shrink leaves entries out of both worlds, then hidden ones out of either, and takes changed ones back, as long as the two differ.
func (p pair) shrink(ctx context.Context) pair {
	tried := 0
	try := func(a, b history) bool {
		if tried++; tried > most {
			return false
		}
		next := p
		next.a, next.b = a.lay(), b.lay()
		if _, _, ok := next.differ(ctx); !ok {
			return false
		}
		p = next
		return true
	}
	for again := true; again && tried <= most; {
		again = false
		for _, n := range p.numbers() {
			a, b := p.a.history, p.b.history
			switch {
			case try(drop(a, n), drop(b, n)):
			case holds(b, n) && try(a, drop(b, n)):
			case holds(a, n) && try(drop(a, n), b):
			case changed(a, b, n) && try(a, takeBack(b, a, n)):
			default:
				continue
			}
			again = true
		}
	}
	return p
}

// numbers are the entries of either world, the last first.
func (p pair) numbers() []int {
	var out []int
	for _, e := range slices.Concat(p.b.history.entries, p.a.history.entries) {
		if !slices.Contains(out, e.n) {
			out = append(out, e.n)
		}
	}
	slices.Reverse(out)
	return out
}

func (w history) at(n int) int {
	return slices.IndexFunc(w.entries, func(e *entry) bool { return e.n == n })
}

func holds(w history, n int) bool { return w.at(n) >= 0 && n != w.from && n != w.to }

func drop(w history, n int) history {
	if !holds(w, n) {
		return w
	}
	return w.with(slices.Delete(slices.Clone(w.entries), w.at(n), w.at(n)+1))
}

func changed(a, b history, n int) bool {
	i, j := a.at(n), b.at(n)
	return i >= 0 && j >= 0 && a.entries[i] != b.entries[j]
}

// takeBack puts a's entry into b.
func takeBack(b, a history, n int) history {
	out := slices.Clone(b.entries)
	out[b.at(n)] = a.entries[a.at(n)]
	return b.with(out)
}
