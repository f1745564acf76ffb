package assembly

import "github.com/grantgen/grantgen/runtime/token"

func pricingOf(c *Context, f *fitting, b *Budget) (pricing, error) {
	if b.Render == nil {
		return &sum{f, b.Count}, nil
	}
	whole := whole{c, f, b}
	if r, ok := b.Render.(UnitRenderer); ok {
		return newUnits(whole, r)
	}
	return &steps{whole}, nil
}

// sum counts each part's content by itself; headings and joins are not counted.
type sum struct {
	f     *fitting
	count token.Counter
}

func (s *sum) binding() (int, error) {
	total := 0
	for i := range s.f.parts {
		if s.f.stays[i] {
			n, err := s.needs(i)
			if err != nil {
				return 0, err
			}
			total = plus(total, n)
		}
	}
	return total, nil
}

func (s *sum) needs(i int) (int, error) {
	return countPart(s.count, &s.f.parts[i], s.f.parts[i].Content)
}

func (s *sum) keep(int) {}

func (s *sum) settle(_ *fitting, kept []int) ([]int, error) { return kept, nil }

// countPart counts a text that stands for a part, and remembers it as the part's count.
func countPart(c token.Counter, p *Part, text string) (int, error) {
	n, err := count(c, p.Slot, text)
	p.Count = n
	return n, err
}

// whole renders and counts what stays.
type whole struct {
	c *Context
	f *fitting
	b *Budget
}

func (w *whole) render() (string, error) {
	draft := *w.c
	draft.Parts, draft.Shed = w.f.split()
	return Rendered(w.b.Render, &draft)
}

func (w *whole) cost() (int, error) {
	text, err := w.render()
	if err != nil {
		return 0, err
	}
	return count(w.b.Count, "", text)
}

// settle counts the whole, and while it is over, the least important kept part goes.
func (w *whole) settle(f *fitting, kept []int) ([]int, error) {
	cost, err := w.cost()
	if err != nil {
		return nil, err
	}
	for cost > f.total {
		if len(kept) == 0 {
			return nil, f.exceeded(cost)
		}
		last := kept[len(kept)-1]
		kept = kept[:len(kept)-1]
		f.stays[last] = false
		without, err := w.cost()
		if err != nil {
			return nil, err
		}
		f.used = without
		f.shed(last, cost-without)
		cost = without
	}
	f.used = cost
	return kept, nil
}

// steps renders and counts the whole for every part that is visited: right for any renderer and any counter, and quadratic.
type steps struct{ whole }

func (s *steps) binding() (int, error) {
	for i := range s.f.parts {
		if s.f.stays[i] {
			if _, err := countPart(s.b.Count, &s.f.parts[i], s.f.parts[i].Content); err != nil {
				return 0, err
			}
		}
	}
	return s.cost()
}

func (s *steps) needs(i int) (int, error) {
	if _, err := countPart(s.b.Count, &s.f.parts[i], s.f.parts[i].Content); err != nil {
		return 0, err
	}
	s.f.stays[i] = true
	cost, err := s.cost()
	s.f.stays[i] = false
	return cost - s.f.used, err
}

func (s *steps) keep(int) {}

func (s *steps) settle(_ *fitting, kept []int) ([]int, error) { return kept, nil }
