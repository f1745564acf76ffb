package peers

import (
	"context"
	"fmt"

	"github.com/grantgen/grantgen/bench/internal/figure"
	"github.com/grantgen/grantgen/examples/fisheries/grants"
	"github.com/grantgen/grantgen/examples/fisheries/grants/norway"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/token"
	"github.com/grantgen/grantgen/runtime/token/bpe"
)

const ask = "Respond to the latest offer in one sentence."

var (
	askSlot   = &assembly.Slot{Name: "ask", Register: assembly.Binding}
	offerSlot = &assembly.Slot{Name: "offer", Register: assembly.Considered, Rank: 1}
)

// form is one way of ours to make a prompt of texts. It says how many parts beside the ask were kept.
type form func(counter token.Counter, budget int) (int, error)

// session hands each text out, cites it, checks the citations, fits the parts, and writes the prompt.
func session(texts []string) (form, error) {
	return func(counter token.Counter, budget int) (int, error) {
		s := assembly.Open(assembly.Setup{Role: "norway", Slots: []*assembly.Slot{askSlot, offerSlot}})
		s.Add(askSlot, assembly.Content{Text: ask}, s.HandOut("ask", assembly.GivenRef{Given: "ask"}, false, nil))
		for i, text := range texts {
			s.Add(offerSlot, assembly.Content{Text: text}, s.HandOut("room", assembly.EventRef{Seq: int64(i + 1)}, false, nil))
		}
		b := budgetOf(counter, budget)
		built, err := s.Finish(assembly.Options{Budget: &b})
		return written(built, err)
	}, nil
}

// granted has the texts as events on a log in memory, and reads them through the grant of a generated role.
func granted(texts []string) (form, error) {
	ctx := context.Background()
	tl, err := grants.Open(ctx, timeline.Memory())
	if err != nil {
		return nil, err
	}
	events := make([]grants.Event, len(texts))
	for i, text := range texts {
		events[i] = grants.OfferMade{Party: grants.PartyUK, Text: text}
	}
	if _, err := tl.Append(ctx, events...); err != nil {
		return nil, err
	}
	return func(counter token.Counter, budget int) (int, error) {
		built, err := norway.Assemble(ctx, tl, norway.Input{Ask: ask}, nil, assembly.WithBudget(budgetOf(counter, budget)))
		return written(built, err)
	}, nil
}

func budgetOf(counter token.Counter, total int) assembly.Budget {
	return assembly.Budget{Total: total, Count: counter, Render: render.ByLabel}
}

func written(built *assembly.Context, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	p, err := render.With(built, render.ByLabel)
	if err != nil || p.IsZero() {
		return 0, fmt.Errorf("write the prompt: %v", err)
	}
	return len(built.Parts) - 1, nil
}

// forms makes a form of each set.
func forms(sets [][]string, of func([]string) (form, error)) ([]form, error) {
	out := make([]form, len(sets))
	for i, set := range sets {
		f, err := of(set)
		if err != nil {
			return nil, err
		}
		out[i] = f
	}
	return out, nil
}

// known has counts in a map by their text, as the peers have; what is not in it is counted.
type known struct {
	token.Counter
	counts map[string]int
}

func inMap() token.Counter { return known{bpe.O200kBase, map[string]int{}} }

func (k known) Count(text string) (int, error) {
	if n, ok := k.counts[text]; ok {
		return n, nil
	}
	n, err := k.Counter.Count(text)
	if err == nil {
		k.counts[text] = n
	}
	return n, err
}

// Lined says of these counts what it says of the encoding's.
func (known) Lined() bool { return true }

// memo is what an application has: it remembers more counts than any set here has parts.
func memo() token.Counter { return token.Memo(bpe.O200kBase, 1<<20) }

// measured runs every form once under one counter, and says how many parts each kept.
func measured(all []form, counter token.Counter, budget int) (figure.Cost, []int, error) {
	kept := make([]int, len(all))
	cost, err := figure.Own(func() error {
		for i, f := range all {
			n, err := f(counter, budget)
			if err != nil {
				return err
			}
			kept[i] = n
		}
		return nil
	})
	return cost, kept, err
}
