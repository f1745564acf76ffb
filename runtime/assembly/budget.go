package assembly

import (
	"cmp"
	"fmt"
	"slices"
)

// pricing is one way of counting. Parts are named by their index.
type pricing interface {
	// binding counts the binding parts together.
	binding() (int, error)
	// needs is what a batch would add to what is kept.
	needs(parts batch) (int, error)
	keep(parts batch)
	// settle, called last, makes sure that what is kept costs at most the total. It lets go of batches from the end of kept, which is
	// in the order of visits.
	settle(kept []batch) error
}

// fit applies the budget's rule.
func (in *inside) fit(c *Context, f *fitting, b *Budget) (err error) {
	if _, ok := b.Render.(UnitRenderer); ok { // a panic in Render itself is caught where it is called
		defer func() {
			if v := recover(); v != nil {
				err = &RenderFailed{fmt.Errorf("panic: %v", v)}
			}
		}()
	}
	f.total = b.Total
	price := pricingOf(c, f, b)
	if f.used, err = price.binding(); err != nil {
		return err
	}
	if f.used > b.Total {
		return f.exceeded(f.used)
	}
	batches := in.batches(in.visits(b))
	kept := batches[:0] // what is kept never overtakes what is visited
	for _, parts := range batches {
		needs, err := price.needs(parts)
		if err != nil {
			return err
		}
		if needs > b.Total-f.used {
			less, err := in.lessNeeds(f, price, parts)
			if err != nil {
				return err
			}
			if less < 0 || less > b.Total-f.used {
				f.shed(parts, needs)
				continue
			}
			needs = less
		}
		price.keep(parts)
		f.keep(parts)
		f.used += needs
		kept = append(kept, parts)
	}
	return price.settle(kept)
}

// lessNeeds puts the batch's fallbacks in its place and prices it again; -1 if there are none.
func (in *inside) lessNeeds(f *fitting, price pricing, parts batch) (int, error) {
	if !f.fallBack(parts) {
		return -1, nil
	}
	return price.needs(parts)
}

// visits lists the parts that may be shed, the most important first. Register, rank and order of slots are the slot's, so only
// slots are sorted, and the whole is linear in the parts.
func (in *inside) visits(b *Budget) []int32 {
	var urgency [Generated + 1]int
	for i, r := range b.order() {
		urgency[r] = -i // the last to be shed is visited first
	}
	type bucket struct {
		slot  *Slot
		place int
		parts []int32
	}
	bySlot := make(map[*Slot]*bucket, len(in.setup.Slots))
	var buckets []*bucket
	open := func(s *Slot) *bucket {
		if bySlot[s] == nil {
			bySlot[s] = &bucket{slot: s, place: len(buckets)}
			buckets = append(buckets, bySlot[s])
		}
		return bySlot[s]
	}
	for _, s := range in.setup.Slots {
		open(s)
	}
	n := 0
	for i := range in.added {
		if slot := in.added[i].slot; slot.Register != Binding {
			k := open(slot)
			k.parts = append(k.parts, int32(i))
			n++
		}
	}
	slices.SortStableFunc(buckets, func(x, y *bucket) int {
		return cmp.Or(cmp.Compare(urgency[x.slot.Register], urgency[y.slot.Register]),
			cmp.Compare(y.slot.Rank, x.slot.Rank), cmp.Compare(x.place, y.place))
	})
	order := make([]int32, 0, n)
	for _, k := range buckets {
		if !k.slot.Latest {
			slices.Reverse(k.parts) // the oldest is shed first, so the latest is visited first
		}
		order = append(order, k.parts...)
	}
	return order
}
