package assembly

import (
	"math/bits"
	"strconv"

	"github.com/grantgen/grantgen/runtime/internal/lookalike/quote"
	"github.com/grantgen/grantgen/runtime/token"
)

// arranging fits the parts into a layout.
type arranging struct {
	*fitting
	c     *Context
	b     *Budget
	bays  []bay
	where []int32  // the bay of each part
	texts []string // parts as rendered
	fixed quote.Fixed

	alike    []alike
	headings [Generated + 1]int // counted
	marks    map[int]int        // by the number of digits: what a marker comes to
	exact    bool               // what pieces come to adds up to what the whole comes to
}

// bay is what becomes of one section.
type bay struct {
	*Section
	parts   []int32 // in the prompt's order
	batches []batch // that may go, the most important first
	stays   []batch // of these
	budget  int
	room    int
	head    int  // its head, counted
	firm    int  // what is never touched comes to, with its head and headings; 0 if there is nothing
	firmly  uint // registers of what is never touched, as bits
	loose   int  // what may go comes to, without headings
	stale   int  // what went for its age
	whole   int  // what everything comes to that did not go for its age
	least   int  // what comes to least: everything, or what is never touched and a marker
	used    int
	omitted int // in the marker
	after   int // parts above it
	shed    int
	cut     int
	notice  bool
	skipped bool // memory that was left out: no marker
}

// alike is a part whose text reads like part of the frame.
type alike struct {
	part  int32
	reads string
}

// arrange applies a layout.
func (in *inside) arrange(c *Context, f *fitting, b *Budget) error {
	a := &arranging{fitting: f, c: c, b: b, marks: map[int]int{}}
	f.total = b.Total
	a.exact = b.Render == BySection && (token.IsAdditive(b.Count) || token.IsLined(b.Count))
	for _, step := range []func() error{a.place, a.freshen, a.price, a.measure, a.divide, a.fill, a.remember, a.settle} {
		if err := step(); err != nil {
			return err
		}
	}
	a.report()
	return nil
}

// place finds each part's section.
func (a *arranging) place() error {
	sections := a.in.setup.Layout.Sections
	a.bays = make([]bay, len(sections))
	names := make(map[string]int32, len(sections))
	for i := range sections {
		a.bays[i].Section = &sections[i]
		names[sections[i].Name] = int32(i)
	}
	a.where = make([]int32, len(a.in.added))
	sizes := make([]int, len(sections))
	var slot *Slot
	var at int32
	for i := range a.in.added {
		if s := a.in.added[i].slot; s != slot {
			place, ok := names[s.Section]
			if !ok {
				return &AssemblyError{Reason: NoSection, Slot: s.Name}
			}
			slot, at = s, place
		}
		a.where[i] = at
		sizes[at]++
		a.fitting.stays[i] = slot.Register == Binding || sections[at].kept()
	}
	for i := range a.bays {
		a.bays[i].parts = make([]int32, 0, sizes[i])
	}
	for r := Binding; r <= Generated; r++ {
		for i := range a.in.added {
			if a.in.added[i].slot.Register == r {
				s := &a.bays[a.where[i]]
				s.parts = append(s.parts, int32(i))
			}
		}
	}
	return nil
}

// price writes every part as it is rendered, and counts it.
func (a *arranging) price() error {
	var texts []string
	for i := range a.in.added {
		if a.in.added[i].verbatim {
			texts = append(texts, a.in.added[i].text)
		}
	}
	a.fixed = quote.FixedOf(texts)
	a.texts = make([]string, len(a.in.added))
	for i := range a.in.added {
		part := &a.in.added[i]
		written, reads := a.fixed.Scan(part.text, part.verbatim)
		if reads != "" {
			a.alike = append(a.alike, alike{int32(i), reads})
		}
		a.texts[i] = unitText(a.stampOf(int32(i)), written, 0)
		if _, err := a.count(a.b, int32(i), a.texts[i]); err != nil {
			return err
		}
	}
	for r := Binding; r <= Generated; r++ {
		n, err := count(a.b.Count, "", Heading(r)+"\n")
		if err != nil {
			return err
		}
		a.headings[r] = n
	}
	return nil
}

// stampOf is the line above part i; empty: none.
func (a *arranging) stampOf(i int32) string {
	if len(a.stamps) == 0 {
		return ""
	}
	return a.stamps[i]
}

// rewrite writes a part anew after something was put in its place or it got its own text back.
func (a *arranging) rewrite(i int32) {
	text, own := a.says(i)
	omitted := 0
	if !own {
		omitted = a.instead[i].omitted
	}
	a.texts[i] = unitText(a.stampOf(i), a.fixed.Write(text, own && a.in.added[i].verbatim), omitted)
}

// headed is what the headings of a set of registers come to.
func (a *arranging) headed(set uint) (total int) {
	for ; set != 0; set &= set - 1 {
		total += a.headings[bits.TrailingZeros(set)]
	}
	return total
}

// mark is what a marker for so many tokens is taken to come to: the largest of as many digits.
func (a *arranging) mark(tokens int) (int, error) {
	digits := len(strconv.Itoa(tokens))
	if n, ok := a.marks[digits]; ok {
		return n, nil
	}
	largest := 0
	for range digits {
		largest = largest*10 + 9
	}
	n, err := count(a.b.Count, "", Marker(largest)+"\n")
	if err == nil {
		a.marks[digits] = n
	}
	return n, err
}
