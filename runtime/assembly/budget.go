package assembly

import (
	"cmp"
	"math"
	"slices"
	"strconv"
)

// pricing is one way of counting. Parts are named by their index.
type pricing interface {
	// binding counts the binding parts together.
	binding() (int, error)
	// needs is what part i would add to what is kept.
	needs(i int) (int, error)
	keep(i int)
	// settle, called last, makes sure that what is kept costs at most the total. It lets go of parts from the end of kept, which is in
	// the order of visits, and returns what is left.
	settle(f *fitting, kept []int) ([]int, error)
}

// fitting is the state of the rule over one list of parts.
type fitting struct {
	parts []Part
	stays []bool
	total int
	used  int
}

// fit applies the budget's rule: it moves parts into c.Parts and c.Shed.
func (in *inside) fit(c *Context, parts []Part, b *Budget) error {
	f := &fitting{parts: parts, stays: make([]bool, len(parts)), total: b.Total}
	for i := range parts {
		f.stays[i] = parts[i].Register == Binding
	}
	price, err := pricingOf(c, f, b)
	if err != nil {
		return err
	}
	if f.used, err = price.binding(); err != nil {
		return err
	}
	if f.used > b.Total {
		return f.exceeded(f.used)
	}
	var kept []int
	for _, i := range in.visits(b) {
		needs, err := price.needs(i)
		if err != nil {
			return err
		}
		if needs > b.Total-f.used {
			f.shed(i, needs)
			continue
		}
		price.keep(i)
		f.stays[i] = true
		f.used += needs
		kept = append(kept, i)
	}
	if _, err = price.settle(f, kept); err != nil {
		return err
	}
	c.Parts, c.Shed = f.split()
	c.Used = f.used
	return nil
}

// visits lists the parts that may be shed, the most important first. Register, rank and order of slots are the slot's, so only
// slots are sorted, and the whole is linear in the parts.
func (in *inside) visits(b *Budget) []int {
	var urgency [Generated + 1]int
	for i, r := range b.order() {
		urgency[r] = -i // the last to be shed is visited first
	}
	type bucket struct {
		slot  *Slot
		place int
		parts []int
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
	for i, a := range in.added {
		if a.slot.Register != Binding {
			k := open(a.slot)
			k.parts = append(k.parts, i)
			n++
		}
	}
	slices.SortStableFunc(buckets, func(x, y *bucket) int {
		return cmp.Or(cmp.Compare(urgency[x.slot.Register], urgency[y.slot.Register]),
			cmp.Compare(y.slot.Rank, x.slot.Rank), cmp.Compare(x.place, y.place))
	})
	order := make([]int, 0, n)
	for _, k := range buckets {
		if !k.slot.Latest {
			slices.Reverse(k.parts) // the oldest is shed first, so the latest is visited first
		}
		order = append(order, k.parts...)
	}
	return order
}

func (f *fitting) shed(i, needs int) {
	f.stays[i] = false
	left := max(f.total-f.used, 0)
	buf := make([]byte, 0, 32)
	buf = append(buf, "needs "...)
	buf = strconv.AppendInt(buf, int64(needs), 10)
	buf = append(buf, ", "...)
	buf = strconv.AppendInt(buf, int64(left), 10)
	f.parts[i].Reason = string(append(buf, " left"...))
}

func (f *fitting) exceeded(need int) error {
	e := &BudgetExceeded{Total: f.total, Need: need}
	for i := range f.parts {
		if f.parts[i].Register == Binding {
			e.Parts = append(e.Parts, PartCount{f.parts[i].Slot, f.parts[i].Count})
		}
	}
	return e
}

// split divides the parts by their fate, each in the assembler's order.
func (f *fitting) split() (kept, shed []Part) {
	n := 0
	for _, stays := range f.stays {
		if stays {
			n++
		}
	}
	kept, shed = make([]Part, 0, n), make([]Part, 0, len(f.parts)-n)
	for i, stays := range f.stays {
		if stays {
			kept = append(kept, f.parts[i])
		} else {
			shed = append(shed, f.parts[i])
		}
	}
	return kept, shed
}

// plus adds counts without overflow.
func plus(a, b int) int {
	if b > 0 && a > math.MaxInt-b {
		return math.MaxInt
	}
	return a + b
}
