package assembly

import (
	"cmp"
	"slices"
)

// Pass goes through one item of a slice: the events of one type, the beliefs of one scope and predicate, the sections of a chronicle.
// What an item hands out, and in which order, is the log's doing and not the assembler's, which decides only how far it goes: so whoever
// kept it can tell later which of the two has changed.
type Pass struct {
	session *Session
	item    *item
	n       int // handed out so far
}

// item is what the longest pass through it handed out. Passes through one item at one position begin alike.
type item struct {
	slice   int32
	name    string
	numbers []int32
	whole   bool // a pass came to the end
}

type itemKey struct {
	slice int32
	name  string
}

// Pass begins to go through an item of a slice; an empty name stands for all that the slice has.
func (s *Session) Pass(slice, name string) *Pass {
	in := s.enter()
	defer in.mu.Unlock()
	key := itemKey{in.place(slice), name}
	it, ok := in.items[key]
	if !ok {
		if in.items == nil {
			in.items = map[itemKey]*item{}
		}
		it = &item{slice: key.slice, name: name}
		in.items[key] = it
	}
	return &Pass{session: s, item: it}
}

// HandOut is [Session.HandOut], as the next thing of the pass.
func (p *Pass) HandOut(ref Ref, prose bool, mark any) Handle {
	in := p.session.enter()
	defer in.mu.Unlock()
	n := in.handOut(p.item.slice, ref, prose, mark)
	if p.n == len(p.item.numbers) {
		p.item.numbers = append(room(p.item.numbers), n)
	}
	p.n++
	return Handle{p.session, n}
}

// End says that the item has nothing more.
func (p *Pass) End() {
	in := p.session.enter()
	defer in.mu.Unlock()
	p.item.whole = p.item.whole || p.n == len(p.item.numbers)
}

// Reading is what a session handed out, and item by item in which order.
type Reading struct {
	Read  []Ref
	Seals []Seal // of Read, in its order
	Items []Item // slices in the schema's order, items by name
}

// Item is what one item of a slice handed out.
type Item struct {
	Slice string
	Name  string // empty: all that the slice has
	Whole bool   // it has nothing more
	Read  []int  // places in Reading.Read, in the order in which they were handed out; one may stand there twice
}

// Reading is what was handed out so far.
func (s *Session) Reading() Reading {
	in := s.inside()
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.reading()
}

// Reading is what the context was made from; of a context made by hand it is empty.
func (c *Context) Reading() Reading {
	if c.inside == nil {
		return Reading{}
	}
	return c.inside.reading()
}

func (in *inside) reading() Reading {
	places := make([]int, len(in.handed)) // by number - 1
	for i, n := range in.readOrder() {
		places[n-1] = i
	}
	r := Reading{Read: in.reads(), Seals: in.seals()}
	items := make([]*item, 0, len(in.items))
	for _, it := range in.items {
		items = append(items, it)
	}
	slices.SortFunc(items, func(a, b *item) int { return cmp.Or(cmp.Compare(a.slice, b.slice), cmp.Compare(a.name, b.name)) })
	for _, it := range items {
		read := make([]int, len(it.numbers))
		for i, n := range it.numbers {
			read[i] = places[n-1]
		}
		r.Items = append(r.Items, Item{Slice: in.slices[it.slice].name, Name: it.name, Whole: it.whole, Read: read})
	}
	return r
}
