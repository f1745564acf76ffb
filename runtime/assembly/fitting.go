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
	total   int
	used    int

	needed, left int // of the reason given last
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

// part makes the i-th part. Its list of sources has no room to grow, so that no append reaches the next part's.
func (f *fitting) part(i int) Part {
	a := &f.in.added[i]
	return Part{
		Slot: a.slot.Name, Register: a.slot.Register, Rank: a.slot.Rank, Content: a.content.Text, Structured: a.content.Structured,
		Verbatim: a.content.Verbatim, Sources: f.sources[a.from:a.to:a.to], Count: int(f.counts[i]),
	}
}

// shed lets a part go, and says why.
func (f *fitting) shed(i, needs int) {
	f.stays[i] = false
	left := max(f.total-f.used, 0)
	if len(f.reasons) == 0 || f.needed != needs || f.left != left {
		f.needed, f.left = needs, left
		f.reasons = append(f.reasons, "needs "+strconv.Itoa(needs)+", "+strconv.Itoa(left)+" left")
	}
	f.why[i] = int32(len(f.reasons))
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
