package peers

import (
	"fmt"

	"github.com/grantgen/grantgen/bench/internal/figure"
	"github.com/grantgen/grantgen/runtime/token"
	"github.com/grantgen/grantgen/runtime/token/bpe"
)

// Sizes are how many parts there are, of which half fit.
var Sizes = []int{100, 1_000, 10_000}

// sets is how many sets of a size one run goes over, so that a run of small sets is long enough to be measured.
func sets(size int) int { return max(1, 2_000/size) }

// Peers are the names of the peers, as peers.mjs knows them.
var Peers = []string{"prompt-tsx", "trimMessages"}

// bench is one size with its budget.
type bench struct {
	node   *node
	size   int
	budget int
	warm   bool
	seed   uint64
	same   [][]string // what warm runs go over
}

// fresh are texts that nobody has seen.
func (b *bench) fresh() [][]string {
	out := make([][]string, sets(b.size))
	for i := range out {
		b.seed++
		out[i] = texts(b.size, b.seed)
	}
	return out
}

// half finds the budget in which half of the parts fit, from texts like those that are run on, and holds the two tokenizers to each
// other: a peer that counts something else would be another program.
func (b *bench) half() error {
	sample := b.fresh()
	if err := b.node.load(sample); err != nil {
		return err
	}
	theirs, err := b.node.count()
	if err != nil {
		return err
	}
	total := 0
	for i, set := range sample {
		sum := 0
		for _, text := range set {
			n, err := bpe.O200kBase.Count(text)
			if err != nil {
				return err
			}
			sum += n
		}
		if sum != theirs[i] {
			return fmt.Errorf("the texts count %d here and %d under node", sum, theirs[i])
		}
		total += sum
	}
	b.budget = total / len(sample) / 2
	return nil
}

// halfFits says whether about half of the parts were kept, of each set.
func (b *bench) halfFits(kept []int) error {
	for _, n := range kept {
		if n < b.size*35/100 || n > b.size*65/100 {
			return fmt.Errorf("%d of %d parts were kept, and half should fit", n, b.size)
		}
	}
	return nil
}

// peer is a side under node.
func (b *bench) peer(name string) figure.Side {
	return figure.Side{Name: name, Run: func() (figure.Cost, error) {
		if !b.warm {
			if err := b.node.load(b.fresh()); err != nil {
				return figure.Cost{}, err
			}
		}
		cost, kept, err := b.node.run(name, b.budget, b.warm)
		if err == nil {
			err = b.halfFits(kept)
		}
		return cost.Over(sets(b.size)), err
	}}
}

// ours is a side in this process. Counts of line ends and headings are ours alone, so our budget has room for as many.
func (b *bench) ours(name string, of func([]string) (form, error), memory func() token.Counter) figure.Side {
	var warm []form
	counter := memory()
	return figure.Side{Name: name, Run: func() (figure.Cost, error) {
		all, budget, over := warm, b.budget+b.size/2, counter
		if all == nil {
			texts := b.same
			if !b.warm {
				texts, over = b.fresh(), memory()
			}
			var err error
			if all, err = forms(texts, of); err != nil {
				return figure.Cost{}, err
			}
			if b.warm {
				if _, _, err := measured(all, over, budget); err != nil {
					return figure.Cost{}, err
				}
				warm = all
			}
		}
		repeat := 1
		if b.warm {
			repeat = max(1, 50_000/(b.size*len(all))) // a warm run of ours is short
		}
		return b.repeated(all, over, budget, repeat)
	}}
}

func (b *bench) repeated(all []form, counter token.Counter, budget, repeat int) (figure.Cost, error) {
	var many []form
	for range repeat {
		many = append(many, all...)
	}
	cost, kept, err := measured(many, counter, budget)
	if err == nil {
		err = b.halfFits(kept)
	}
	return cost.Over(len(many)), err
}
