package assembly

import (
	"math"
	"strconv"
)

// fitting is what becomes of the added parts. A Part is big, so it is made once, when its fate is known.
type fitting struct {
	in      *inside
	stays   []bool
	counts  []int32
	why     []int32  // of a shed part: its reason's index + 1
	reasons []string // a full budget gives the same one again and again
	sources []Ref    // of all parts, one after the other, as in.cites
	instead map[int32]instead
	stamps  map[int32]string // lines that say where a part comes from, as written
	total   int
	used    int

	needed, left int // of the reason of this kind that was given last
	reason       int32
}

// fitting starts with the binding parts, which stay.
func (in *inside) fitting() *fitting {
	f := &fitting{
		in: in, stays: make([]bool, len(in.added)), counts: make([]int32, len(in.added)), sources: make([]Ref, len(in.cites)),
		why: make([]int32, len(in.added)),
	}
	for i := range in.added {
		f.stays[i] = in.added[i].slot.Register == Binding
	}
	for i, n := range in.cites {
		f.sources[i] = in.handed[n-1].ref
	}
	return f
}

// all keeps everything.
func (f *fitting) all() {
	for i := range f.stays {
		f.stays[i] = true
	}
}

func (f *fitting) keep(parts batch) {
	for _, i := range parts {
		f.stays[i] = true
	}
}

func (f *fitting) drop(parts batch) {
	for _, i := range parts {
		f.stays[i] = false
	}
}

// part makes the i-th part. Its list of sources has no room to grow, so that no append reaches the next part's.
func (f *fitting) part(i int) Part {
	a := &f.in.added[i]
	p := Part{
		Slot: a.slot.Name, Register: a.slot.Register, Rank: a.slot.Rank, Content: a.text, Structured: a.structured,
		Verbatim: a.verbatim, Sources: f.sources[a.from:a.to:a.to], Count: int(f.counts[i]), Section: f.sectionOf(a.slot),
	}
	if len(f.instead) > 0 {
		if by, ok := f.instead[int32(i)]; ok {
			p.Content, p.Structured, p.Omitted = by.text, false, by.omitted
		}
	}
	if len(f.stamps) > 0 {
		p.Stamp = f.stamps[int32(i)]
	}
	return p
}

// shed lets a batch go, and says why.
func (f *fitting) shed(parts batch, needs int) { f.letGo(parts, needs, max(f.total-f.used, 0)) }

func (f *fitting) letGo(parts batch, needs, left int) {
	if f.reason == 0 || f.needed != needs || f.left != left {
		f.reasons = append(f.reasons, "needs "+strconv.Itoa(needs)+", "+strconv.Itoa(left)+" left")
		f.needed, f.left, f.reason = needs, left, int32(len(f.reasons))
	}
	f.gone(parts, f.reason)
}

// because lets a batch go for a reason of its own.
func (f *fitting) because(parts batch, reason string) {
	f.reasons = append(f.reasons, reason)
	f.gone(parts, int32(len(f.reasons)))
}

func (f *fitting) gone(parts batch, why int32) {
	f.drop(parts)
	f.restore(parts)
	for _, i := range parts {
		f.why[i] = why
	}
}

// sectionOf is the section of a slot; without a layout a slot's section means nothing.
func (f *fitting) sectionOf(s *Slot) string {
	if f.in.setup.Layout == nil {
		return ""
	}
	return s.Section
}

func (f *fitting) exceeded(need int) error {
	e := &BudgetExceeded{Total: f.total, Need: need}
	for i := range f.in.added {
		if slot := f.in.added[i].slot; slot.Register == Binding {
			e.Parts = append(e.Parts, PartCount{slot.Name, int(f.counts[i])})
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
	kept, shed = make([]Part, 0, n), make([]Part, 0, len(f.stays)-n)
	for i, stays := range f.stays {
		p := f.part(i)
		if stays {
			kept = append(kept, p)
		} else {
			if why := f.why[i]; why > 0 { // none yet, in a draft that a renderer is shown
				p.Reason = f.reasons[why-1]
			}
			shed = append(shed, p)
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
