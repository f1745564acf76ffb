// Package excepted has exceptions, needed ones and others.
package excepted

import (
	"time"

	"example.com/app/grants/norway"
)

func Line(g *norway.Grant, p *norway.Parts) { // want Line:`reaches time.Now`
	_ = time.Now() //grant:impure shown to nobody
	//grant:impure shown to nobody either
	_ = time.Now()
	_ = time.Now() // want `not pure: Line → time.Now`
}

// Whole is excepted as a whole.
//
//grant:impure the clock is a fixed one in this program
func Whole(g *norway.Grant, p *norway.Parts) {
	_ = time.Now()
	_ = time.Now()
}

func Caller(g *norway.Grant, p *norway.Parts) {
	_ = stamp()
}

//grant:impure the clock is a fixed one in this program
func stamp() string { return time.Now().String() }

func NoReason(g *norway.Grant, p *norway.Parts) {
	_ = time.Now() //grant:impure // want `//grant:impure has no reason: write one after it`
}

func Needless(g *norway.Grant, p *norway.Parts) {
	_ = time.UTC //grant:impure there was a clock here // want `//grant:impure is not needed: nothing is found here`
}

//grant:pure by mistake // want `there is no exception //grant:pure; there are impure, raw, sealed`
func Misspelt(g *norway.Grant, p *norway.Parts) {}

func literal() norway.Assembler {
	//grant:impure the clock is a fixed one in this program
	return func(g *norway.Grant, p *norway.Parts) {
		_ = time.Now()
	}
}
