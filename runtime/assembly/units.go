package assembly

import (
	"strings"

	"github.com/grantgen/grantgen/runtime/internal/seal"
	"github.com/grantgen/grantgen/runtime/token"
)

// units counts a renderer's pieces, each once. For an additive counter their sum is the count of the whole; for any other it
// decides, and the whole is counted at the end.
type units struct {
	whole
	parts  []Part
	pieces Units
	texts  []string // of parts, as rendered
	heads  [Generated + 1][2]int
	known  [Generated + 1][2]bool
	here   uint // registers that have kept parts, as bits
	atop   int  // what the heads of here come to
}

func newUnits(w whole, r UnitRenderer) *units {
	n := len(w.f.stays)
	parts := make([]Part, n)
	for i := range parts {
		parts[i] = w.f.part(i)
	}
	return &units{whole: w, parts: parts, pieces: r.Units(parts), texts: make([]string, n)}
}

func (u *units) binding() (int, error) {
	total := 0
	for i, stays := range u.f.stays {
		if stays {
			n, err := u.unit(int32(i))
			if err != nil {
				return 0, err
			}
			total = plus(total, n)
			u.here = 1 << Binding
		}
	}
	atop, err := u.headsOf(u.here)
	if err != nil {
		return 0, err
	}
	u.atop = atop
	if token.IsAdditive(u.b.Count) {
		return plus(total, atop), nil
	}
	return u.cost() // what does not fit is decided by the whole
}

func (u *units) unit(i int32) (int, error) {
	p := &u.parts[i]
	if text, own := u.f.says(i); own {
		u.texts[i] = u.pieces.Unit(p)
	} else {
		shorter := *p
		shorter.Content, shorter.Structured = text, false
		u.texts[i] = u.pieces.Unit(&shorter)
	}
	return u.f.count(u.b, i, u.texts[i])
}

func (u *units) needs(parts batch) (total int, err error) {
	for _, i := range parts {
		n, err := u.unit(i)
		if err != nil {
			return 0, err
		}
		total = plus(total, n)
	}
	if with := u.here | u.register(parts); with != u.here {
		atop, err := u.headsOf(with)
		if err != nil {
			return 0, err
		}
		total += atop - u.atop
	}
	return total, nil
}

// register is the register of a batch, as a bit: all its parts are of one slot.
func (u *units) register(parts batch) uint { return 1 << u.parts[parts[0]].Register }

func (u *units) keep(parts batch) {
	if with := u.here | u.register(parts); with != u.here {
		u.here = with
		u.atop, _ = u.headsOf(with) // counted by needs
	}
}

// headsOf counts the heads of a set of registers: the first has nothing above it.
func (u *units) headsOf(set uint) (int, error) {
	total, first := 0, 1
	for _, r := range u.pieces.Registers() {
		if set&(1<<r) == 0 {
			continue
		}
		if !u.known[r][first] {
			n, err := count(u.b.Count, "", u.pieces.Head(r, first == 1))
			if err != nil {
				return 0, err
			}
			u.heads[r][first], u.known[r][first] = n, true
		}
		total += u.heads[r][first]
		first = 0
	}
	return total, nil
}

// settle believes the sum only of a counter that says that it adds up, and only if the renderer really puts its units together;
// otherwise the whole is counted.
func (u *units) settle(kept []batch) error {
	additive, lined := token.IsAdditive(u.b.Count), token.IsLined(u.b.Count)
	if !additive && !lined {
		return u.whole.settle(kept)
	}
	if _, ours := u.b.Render.(interface{ JoinsUnits(seal.Key) }); !ours {
		text, err := u.render()
		if err != nil {
			return err
		}
		if text != u.joined() {
			return u.whole.settle(kept)
		}
	}
	if additive {
		return nil
	}
	return u.lower(kept, u.exact)
}

// exact counts what stays: units where they join together, and each by itself otherwise.
func (u *units) exact() (int, error) {
	r := runs{counter: u.b.Count}
	u.walk(func(i int, text string) {
		if i < 0 {
			r.add(text, -1)
		} else {
			r.add(text, int(u.f.counts[i]))
		}
	})
	return r.sum()
}

func (u *units) joined() string {
	var b strings.Builder
	u.walk(func(_ int, text string) { b.WriteString(text) })
	return b.String()
}

// walk goes through the pieces of what stays, in their order; i is -1 for a heading.
func (u *units) walk(piece func(i int, text string)) {
	first := true
	for _, r := range u.pieces.Registers() {
		headed := false
		for i, stays := range u.f.stays {
			if !stays || u.parts[i].Register != r {
				continue
			}
			if !headed {
				piece(-1, u.pieces.Head(r, first))
				headed, first = true, false
			}
			piece(i, u.texts[i])
		}
	}
}
