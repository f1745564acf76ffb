// Package nearmiss looks like it goes around the sealed types, and does not.
package nearmiss

import (
	"context"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"sync"
	"unsafe"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/prompt"
	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/slice"
	"github.com/grantgen/grantgen/runtime/timeline"

	"example.com/app/grants"
	"example.com/app/grants/norway"
)

//go:linkname nanotime runtime.nanotime
func nanotime() int64

// What the application gives may be kept, embedded and written out.
type turn struct {
	norway.Input
	at int64
}

var first = turn{Input: norway.Input{Ask: "x"}}

// Aliases are the types themselves.
type offer = norway.RoomOffer

// A prompt may be kept: it holds what was rendered.
var (
	kept      prompt.Prompt
	prompts   []prompt.Prompt
	cache     sync.Map
	assembler norway.Assembler = Norway
	built     *assembly.Context
)

// builder is made for one call, and dies with it.
type builder struct {
	g    *norway.Grant
	p    *norway.Parts
	last norway.RoomOffer
	all  []norway.RoomOffer
}

func Norway(g *norway.Grant, p *norway.Parts) {
	b := &builder{g: g, p: p}
	b.run()
	var latest norway.RoomOffer
	for o := range g.Room().Offer() {
		latest = o
		var c norway.Citation = o
		p.Offer(o.Text, norway.Citation(c))
		cache.Store("x", o.Text)
	}
	p.Offer(latest.Text, latest)
	all := slices.Collect(g.Room().Offer())
	p.Offer("all", all[0], norway.Cite(all[1:]...)...)
	each(g.Room().Offer(), func(o offer) { latest = o })
	if o, ok := one(g.Room().Offer()); ok {
		p.Offer(o.Text, o)
	}
}

func (b *builder) run() {
	for o := range b.g.Room().Offer() {
		b.last = o
		b.all = append(b.all, o)
	}
	o := b.newest()
	b.p.Offer(o.Text, o)
}

func (b *builder) newest() norway.RoomOffer { return b.last }

func each[V any](seq iter.Seq[V], do func(V)) {
	for v := range seq {
		do(v)
	}
}

func one[V any](seq iter.Seq[V]) (V, bool) {
	for v := range seq {
		return v, true
	}
	var none V
	return none, false
}

func latest(g *norway.Grant) (norway.RoomOffer, error) {
	for o := range g.Room().Offer() {
		return o, nil
	}
	return norway.RoomOffer{}, fmt.Errorf("no offer")
}

// Asks makes a prompt as it should be made.
func Asks(ctx context.Context, tl *grants.Timeline) (prompt.Prompt, error) {
	_, _ = tl.Append(ctx, grants.Seeded(grants.PartyNorway).Position(timeline.DeriveID("x")).Revise("x"))
	c, err := norway.Assemble(ctx, tl, norway.Input{Ask: "x"}, assembler)
	if err != nil {
		return prompt.Prompt{}, err
	}
	_, _ = norway.WriteHeld(ctx, tl, norway.Input{Ask: "x"}, nil, nil, func(answer string) ([]grants.BeliefWrite, error) {
		return []grants.BeliefWrite{grants.Held(grants.PartyNorway).Position(timeline.DeriveID("x")).Revise(answer)}, nil
	})
	_, _ = norway.WriteHeld(ctx, tl, norway.Input{Ask: "x"}, nil, nil, parse)
	_ = grants.Facts(grants.PartyUK).Name()
	built = c
	kept = render.Labelled(c)
	prompts = append(prompts, kept)
	go fmt.Sprint(kept)
	ch := make(chan prompt.Prompt, 1)
	ch <- kept
	var model slice.Model = slice.ModelFunc(nil)
	_, _ = model, reflect.TypeOf(norway.Input{})
	_, _, _ = slice.IsZero(3), first, nanotime
	_ = unsafe.Sizeof(kept)
	return kept, nil
}

func parse(answer string) ([]grants.BeliefWrite, error) {
	return []grants.BeliefWrite{grants.Held(grants.PartyNorway).Position(timeline.DeriveID("x")).Revise(answer)}, nil
}
