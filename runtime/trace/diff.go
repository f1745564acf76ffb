package trace

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Change is how a part of one context differs from its fellow in another.
type Change struct {
	Kind  string // in, out, moved, grew, shrank, changed
	A, B  *Part  // nil where that context's prompt does not have it
	Delta int    // grew and shrank: by how many tokens as counted, or runes where one of the two was not counted by the same counter
	Why   string // in words; empty: there is nothing to say
}

// The kinds of changes.
const (
	In      = "in"
	Out     = "out"
	Moved   = "moved"
	Grew    = "grew"
	Shrank  = "shrank"
	Changed = "changed" // another text of the same size
)

// Diff says what became of the parts between two contexts: what came in and went out, in the order of the prompts; then what moved
// (to another register or section, or past its fellows), grew or shrank. Parts are fellows when they have one slot and cite the same
// things: a belief that was revised is the same thing, another event is not. Where several do, the first is the first's, and so on.
func Diff(a, b *Recorded) ([]Change, error) {
	da, err := a.Described()
	if err != nil {
		return nil, err
	}
	db, err := b.Described()
	if err != nil {
		return nil, err
	}
	x, y := keyed(da), keyed(db)
	var out, in, same []Change
	for _, k := range x.order {
		p := x.kept[k]
		if q, ok := y.kept[k]; ok {
			same = append(same, Change{A: p, B: q})
		} else {
			out = append(out, Change{Kind: Out, A: p, Why: left(y.shed[k])})
		}
	}
	for _, k := range y.order {
		if _, ok := x.kept[k]; !ok {
			in = append(in, Change{Kind: In, B: y.kept[k], Why: came(x.shed[k])})
		}
	}
	overtaken := overtaken(same)
	counted := da.Counter != "" && da.Counter == db.Counter
	changes := slices.Concat(in, out)
	for i, c := range same {
		if why := moved(c, overtaken[i]); why != "" {
			changes = append(changes, Change{Kind: Moved, A: c.A, B: c.B, Why: why})
		}
		if kind, delta := grown(c, counted); kind != "" {
			changes = append(changes, Change{Kind: kind, A: c.A, B: c.B, Delta: delta})
		}
	}
	return changes, nil
}

func left(shed *Part) string {
	if shed == nil {
		return ""
	}
	return strings.TrimSuffix("shed: "+shed.Reason, ": ")
}

func came(shed *Part) string {
	if shed == nil {
		return ""
	}
	return strings.TrimSuffix("was shed: "+shed.Reason, ": ")
}

// parts are a context's parts by what they are.
type parts struct {
	order      []string // of what is kept, as in the prompt
	kept, shed map[string]*Part
}

func keyed(d *Described) parts {
	out := parts{kept: map[string]*Part{}, shed: map[string]*Part{}}
	times := map[string]int{}
	prompt := d.Prompt()
	for i := range prompt {
		p := &prompt[i]
		k := fmt.Sprintf("%t %s", p.Kept, p.key())
		times[k]++
		key := fmt.Sprintf("%s #%d", p.key(), times[k])
		if p.Kept {
			out.order = append(out.order, key)
			out.kept[key] = p
		} else {
			out.shed[key] = p
		}
	}
	return out
}

// key is what a part is: its slot, and the things that it cites.
func (p *Part) key() string {
	var b strings.Builder
	b.WriteString(p.Slot)
	for _, s := range p.Sources {
		b.WriteString("\x00" + s.Key())
	}
	return b.String()
}

// Key names the thing that a ref is to, whichever of its versions.
func (r ReadRef) Key() string {
	kind, name := r.What()
	if kind == "belief" || kind == "memory" {
		return kind + " " + r.Scope + " " + name
	}
	return kind + " " + name
}

func moved(c Change, overtaken bool) string {
	switch {
	case c.A.Section != c.B.Section:
		return fmt.Sprintf("from section %s to %s", c.A.Section, c.B.Section)
	case c.A.Register != c.B.Register:
		return fmt.Sprintf("from %s to %s", c.A.Register, c.B.Register)
	case overtaken:
		return "stands elsewhere among the others"
	}
	return ""
}

func grown(c Change, counted bool) (kind string, delta int) {
	if c.A.Content == c.B.Content {
		return "", 0
	}
	delta = c.B.Count - c.A.Count
	if !counted {
		delta = utf8.RuneCountInString(c.B.Content) - utf8.RuneCountInString(c.A.Content)
	}
	switch {
	case delta > 0:
		return Grew, delta
	case delta < 0:
		return Shrank, -delta
	}
	return Changed, 0
}

// overtaken says which of the pairs, which come in the order of a, must move to come in the order of b; as few as can be. A pair that is in
// another section or register has moved anyway.
func overtaken(same []Change) []bool {
	stays := make([]int, 0, len(same))
	for i, c := range same {
		if c.A.Section == c.B.Section && c.A.Register == c.B.Register {
			stays = append(stays, i)
		}
	}
	out := make([]bool, len(same))
	for _, i := range stays {
		out[i] = true
	}
	// The longest run of those that stay in order: ends[k] is the pair that ends the best run of k+1.
	var ends []int
	before := make([]int, len(same))
	for _, i := range stays {
		at, _ := slices.BinarySearchFunc(ends, same[i].B.at, func(e, want int) int { return same[e].B.at - want })
		before[i] = -1
		if at > 0 {
			before[i] = ends[at-1]
		}
		if at == len(ends) {
			ends = append(ends, i)
		} else {
			ends[at] = i
		}
	}
	if len(ends) > 0 {
		for i := ends[len(ends)-1]; i >= 0; i = before[i] {
			out[i] = false
		}
	}
	return out
}
