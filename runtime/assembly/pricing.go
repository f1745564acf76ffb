package assembly

func pricingOf(c *Context, f *fitting, b *Budget) pricing {
	if b.Render == nil {
		return &sum{f, b}
	}
	whole := whole{c, f, b}
	if r, ok := b.Render.(UnitRenderer); ok {
		return newUnits(whole, r)
	}
	return &steps{whole}
}

// sum counts each part's content by itself; headings and joins are not counted.
type sum struct {
	f *fitting
	b *Budget
}

func (s *sum) binding() (int, error) {
	total := 0
	for i, stays := range s.f.stays {
		if stays {
			n, err := s.f.count(s.b, int32(i), s.f.in.added[i].text)
			if err != nil {
				return 0, err
			}
			total = plus(total, n)
		}
	}
	return total, nil
}

func (s *sum) needs(parts batch) (total int, err error) {
	for _, i := range parts {
		text, _ := s.f.says(i)
		n, err := s.f.count(s.b, i, text)
		if err != nil {
			return 0, err
		}
		total = plus(total, n)
	}
	return total, nil
}

func (s *sum) keep(batch) {}

func (s *sum) settle([]batch) error { return nil }

// count counts a text that stands for a part, and remembers it as the part's count.
func (f *fitting) count(b *Budget, i int32, text string) (int, error) {
	n, err := count(b.Count, f.in.added[i].slot.Name, text)
	f.counts[i] = int32(n)
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
func (w *whole) settle(kept []batch) error { return w.lower(kept, w.cost) }

// lower lets batches go from the end of kept while the cost is over the total.
func (w *whole) lower(kept []batch, price func() (int, error)) error {
	cost, err := price()
	if err != nil {
		return err
	}
	for ; cost > w.f.total; kept = kept[:len(kept)-1] {
		if len(kept) == 0 {
			return w.f.exceeded(cost)
		}
		last := kept[len(kept)-1]
		w.f.drop(last)
		if w.f.used, err = price(); err != nil {
			return err
		}
		w.f.shed(last, cost-w.f.used)
		cost = w.f.used
	}
	w.f.used = cost
	return nil
}

// steps renders and counts the whole for every part that is visited: right for any renderer and any counter, and quadratic.
type steps struct{ whole }

func (s *steps) binding() (int, error) {
	parts := sum{s.f, s.b}
	if _, err := parts.binding(); err != nil { // for the parts' own counts
		return 0, err
	}
	return s.cost()
}

func (s *steps) needs(parts batch) (int, error) {
	each := sum{s.f, s.b}
	if _, err := each.needs(parts); err != nil {
		return 0, err
	}
	s.f.keep(parts)
	cost, err := s.cost()
	s.f.drop(parts)
	return cost - s.f.used, err
}

func (s *steps) keep(batch) {}

func (s *steps) settle([]batch) error { return nil }
