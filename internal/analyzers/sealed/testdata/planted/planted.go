// Package planted goes around the sealed types, once by each rule.
package planted

import (
	"context"
	"iter"
	"reflect"
	"sync"
	_ "unsafe"

	"unsafe"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/belief"
	"github.com/grantgen/grantgen/runtime/chronicle"
	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/prompt"
	"github.com/grantgen/grantgen/runtime/slice"

	"example.com/app/grants"
	"example.com/app/grants/norway"
)

//go:linkname newPrompt github.com/grantgen/grantgen/runtime/prompt.New // want `go:linkname to github.com/grantgen/grantgen/runtime/prompt goes around what it does not export`
func newPrompt(key int, text string) prompt.Prompt

//go:linkname readOffer example.com/app/grants/norway.readRoomOffer // want `go:linkname to example.com/app/grants/norway goes around`
func readOffer()

func Reflects(g *norway.Grant, p *norway.Parts) {
	_ = reflect.ValueOf(g)                  // want `reflect.ValueOf on norway.Grant goes around what it seals`
	_ = reflect.TypeFor[prompt.Prompt]()    // want `reflect.TypeFor on prompt.Prompt goes around what it seals`
	_ = reflect.ValueOf([]*norway.Parts{p}) // want `reflect.ValueOf on norway.Parts goes around`
	for o := range g.Room().Offer() {
		_ = reflect.ValueOf(&o).Elem()    // want `reflect.ValueOf on norway.RoomOffer goes around`
		_ = (*string)(unsafe.Pointer(&o)) // want `unsafe.Pointer on norway.RoomOffer goes around`
	}
	_ = (*norway.Grant)(unsafe.Pointer(p)) // want `unsafe.Pointer on norway.Parts goes around` `unsafe.Pointer on norway.Grant goes around`
	_ = unsafe.Slice(g, 1)                 // want `unsafe.Slice on norway.Grant goes around`
}

func Makes(g *norway.Grant, p *norway.Parts) {
	for o := range g.Room().Offer() {
		o2 := norway.RoomCounter(o) // want `conversion to norway.RoomCounter: only generated code and the runtime make one`
		p.Counter(o2.Text, o2)
	}
	p.Offer("x", norway.RoomOffer{Text: "x"}) // want `literal of norway.RoomOffer: only generated code and the runtime make one`
	_ = &norway.Grant{}                       // want `literal of norway.Grant`
	_ = norway.Parts{}                        // want `literal of norway.Parts`
	_ = new(norway.Grant)                     // want `new\(norway.Grant\): only generated code`
}

type mine struct {
	norway.RoomOffer // want `embedding of norway.RoomOffer: a type with it passes for one`
	Text             string
}

type cites interface {
	norway.Citation // want `embedding of assembly.Citation`
}

type grant norway.Grant // want `a type made of norway.Grant converts to one`

type key struct{}

func Constructs[V any](ctx context.Context, s *slice.Session, h assembly.Handle) {
	_, _ = slice.Open(ctx, nil, slice.Call{})                       // want `slice.Open is for generated code`
	_, _ = slice.Assemble(ctx, nil, slice.Call{}, nil)              // want `slice.Assemble is for generated code`
	_ = slice.Sections[key, V](s, nil, nil)                         // want `slice.Sections is for generated code`
	_, _ = slice.WriteSection(ctx, nil, slice.Call{}, "", nil, nil) // want `slice.WriteSection is for generated code`
	_ = assembly.SourceOf[key](h)                                   // want `assembly.SourceOf is for generated code`
	_ = assembly.ProseOf[key]                                       // want `assembly.ProseOf is for generated code`
	_ = assembly.Open(assembly.Setup{})                             // want `assembly.Open is for generated code`
	_, _ = belief.Key{}.Revise(nil, nil)                            // want `belief.Key.Revise is for generated code`
	_, _ = chronicle.Section{}.Pending()                            // want `chronicle.Section.Pending is for generated code`
	_, _ = memory.Scope{}.Remember(memory.Goal, "x")                // want `memory.Scope.Remember is for generated code`
}

func Writes() {
	_ = grants.Held(grants.PartyNorway) // want `grants.Held writes to scopes that norway writes: its door norway.WriteHeld keeps them to what the role may read; where a store is seeded on purpose, //grant:sealed REASON on the line is the exception`
	h := grants.Held                    // want `grants.Held writes to scopes that norway writes`
	_ = h
	_ = grants.Facts(grants.PartyNorway).Forget(grants.ID{}) // want `grants.Facts writes to scopes that norway writes`
}

// Writes that no door takes.
func seeds() []grants.BeliefWrite {
	return []grants.BeliefWrite{grants.Held(grants.PartyNorway).Position(grants.ID{}).Revise("x")} // want `grants.Held writes to scopes`
}

var (
	last    norway.RoomOffer // want `norway.RoomOffer is kept in the variable last: it ends with the call that it belongs to`
	grantOf any
	cache   sync.Map
	all     iter.Seq[norway.RoomOffer] // want `norway.RoomOffer is kept in the variable all`
	byName  = map[string]any{}
)

type agent struct {
	seen []norway.RoomOffer
}

func (a *agent) Norway(g *norway.Grant, p *norway.Parts) {
	for o := range g.Room().Offer() {
		a.seen = append(a.seen, o) // want `norway.RoomOffer is kept in the receiver a`
	}
}

func Keeps(g *norway.Grant, p *norway.Parts) {
	grantOf = g // want `norway.Grant is kept in the variable grantOf`
	for o := range g.Room().Offer() {
		last = o            // want `norway.RoomOffer is kept in the variable last`
		byName[o.Text] = &o // want `norway.RoomOffer is kept in the variable byName`
		cache.Store("x", o) // want `norway.RoomOffer is kept in the variable cache`
	}
	ch := make(chan any, 1)
	ch <- p // want `norway.Parts is sent on a channel`
	go func() {
		p.Ask(g.Ask()) // want `norway.Parts goes into a goroutine` `norway.Grant goes into a goroutine`
	}()
	go use(g) // want `norway.Grant goes into a goroutine`
	_, from := g.Ask()
	grantOf = from // want `assembly.Source is kept in the variable grantOf`
}

func use(*norway.Grant) {}

func captures(ctx context.Context, tl *grants.Timeline) {
	var kept *norway.Grant
	var first []norway.RoomOffer
	_, _ = norway.Assemble(ctx, tl, norway.Input{}, func(g *norway.Grant, p *norway.Parts) {
		kept = g // want `norway.Grant is kept in the captured variable kept`
		for o := range g.Room().Offer() {
			first = append(first, o) // want `norway.RoomOffer is kept in the captured variable first`
		}
	})
	_ = pick(kept)  // want `norway.RoomOffer leaves its assembler`
	_ = kept.Room() // want `norway.Room leaves its assembler`
}

func pick(g *norway.Grant) norway.RoomOffer {
	for o := range g.Room().Offer() {
		return o
	}
	return norway.RoomOffer{}
}
