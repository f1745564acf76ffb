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
			n, err := u.unit(i)
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

func (u *units) unit(i int) (int, error) {
	u.texts[i] = u.pieces.Unit(&u.parts[i])
	return u.f.count(u.b, i, u.texts[i])
}

func (u *units) needs(i int) (int, error) {
	n, err := u.unit(i)
	if err != nil {
		return 0, err
	}
	if with := u.here | 1<<u.parts[i].Register; with != u.here {
		atop, err := u.headsOf(with)
		if err != nil {
			return 0, err
		}
		n += atop - u.atop
	}
	return n, nil
}

func (u *units) keep(i int) {
	if with := u.here | 1<<u.parts[i].Register; with != u.here {
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

// settle believes the sum only of a counter that says it is additive, and only if the renderer really puts its units together;
// otherwise the whole is counted.
func (u *units) settle(kept []int32) error {
	if token.IsAdditive(u.b.Count) {
		if _, ours := u.b.Render.(interface{ JoinsUnits(seal.Key) }); ours {
			return nil
		}
		text, err := u.render()
		if err != nil {
			return err
		}
		if text == u.joined() {
			return nil
		}
	}
	return u.whole.settle(kept)
}

func (u *units) joined() string {
	var b strings.Builder
	for _, r := range u.pieces.Registers() {
		headed := false
		for i, stays := range u.f.stays {
			if !stays || u.parts[i].Register != r {
				continue
			}
			if !headed {
				b.WriteString(u.pieces.Head(r, b.Len() == 0))
				headed = true
			}
			b.WriteString(u.texts[i])
		}
	}
	return b.String()
}
