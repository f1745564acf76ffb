package planted

import (
	"fmt"
	"strings"

	"example.org/other"

	"example.com/app/grants/norway"
	"example.com/app/lib"
)

func Near(g *norway.Grant, p *norway.Parts) {
	for o := range g.Room().Offer() {
		p.Offer(headline(o.Text), o) // want `not pure: Near → headline → lib.Headline → lib.stamp → time.Now \(the clock\)`
	}
}

func headline(text string) string { return lib.Headline(strings.TrimSpace(text)) } // want headline:`reaches lib.Headline → lib.stamp → time.Now`

// A helper that takes the grant has its own findings, and who calls it does not repeat them.
func Outer(g *norway.Grant, p *norway.Parts) { // want Outer:`reaches planted.inner → lib.Headline`
	inner(g, p)
}

func inner(g *norway.Grant, p *norway.Parts) { // want inner:`reaches lib.Headline → lib.stamp → time.Now`
	for o := range g.Room().Offer() {
		p.Offer(lib.Headline(o.Text), o) // want `not pure: inner → lib.Headline → lib.stamp → time.Now \(the clock\)`
	}
}

// Two functions that call each other.
func Mutual(g *norway.Grant, p *norway.Parts) {
	even(4) // want `not pure: Mutual → even → odd → lib.Headline → lib.stamp → time.Now \(the clock\)`
}

func even(n int) bool { return n == 0 || odd(n-1) } // want even:`reaches`

func odd(n int) bool { return n != 0 && even(n-1) && lib.Headline("") == "" } // want odd:`reaches`

// A function that is handed on is taken to be called.
func Handed(g *norway.Grant, p *norway.Parts) {
	lib.Each(nil, func(s string) { lib.Headline(s) }) // want `Handed → lib.Headline → lib.stamp → time.Now`
	f := lib.Headline                                 // want `Handed → lib.Headline → lib.stamp → time.Now`
	f("")
}

// A method through an interface: what the concrete type does counts where it becomes the interface.
func Through(g *norway.Grant, p *norway.Parts) {
	lib.Say(&lib.Clock{}) // want `Through → lib.Clock.Tell → lib.stamp → time.Now`
	var t lib.Teller
	t = &lib.Clock{}          // want `Through → lib.Clock.Tell → lib.stamp → time.Now`
	lib.Apply(&lib.Clock{})   // want `Through → lib.Clock.Tell → lib.stamp → time.Now`
	tell := (*lib.Clock).Tell // want `Through → lib.Clock.Tell → lib.stamp → time.Now`
	_, _ = t, tell
}

type shown struct{}

func (shown) String() string { return lib.Headline("") } // want String:`reaches`

// Printing calls String.
func Printed(g *norway.Grant, p *norway.Parts) {
	_ = join(shown{}) // want `Printed → shown.String → lib.Headline → lib.stamp → time.Now`
}

func join(v any) string { return fmt.Sprint(v) }

// A literal, and one in a variable of the package.
var Literal norway.Assembler = func(g *norway.Grant, p *norway.Parts) {
	lib.Headline("") // want `func in Literal → lib.Headline → lib.stamp → time.Now`
}

func assembler() norway.Assembler { // want assembler:`reaches`
	return func(g *norway.Grant, p *norway.Parts) {
		lib.Headline("") // want `func in assembler → lib.Headline → lib.stamp → time.Now`
	}
}

// The initialiser of a variable.
var heading = lib.Headline("x")

func Initialised(g *norway.Grant, p *norway.Parts) {
	_ = heading // want `Initialised → heading → lib.Headline → lib.stamp → time.Now`
}

// What another module does: its clocks and its maps count.
func Elsewhere(g *norway.Grant, p *norway.Parts) {
	_ = other.Stamp()   // want `Elsewhere → other.Stamp → time.Now`
	_ = other.Keys(nil) // want `Elsewhere → other.Keys → range over m`
}
