package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/examples/fisheries/grants/norway"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// loud is a value whose own words panic.
type loud struct{}

func (loud) String() string { panic("again") }

// However an assembler ends before its time, the error holds what had been read by then, and the next call is as good as the first.
func TestAnAssemblerThatEndsBeforeItsTime(t *testing.T) {
	tl := opening(t, timeline.Memory())
	ours := errors.New("ours")
	var none map[string]int
	less := -1
	for name, c := range map[string]struct {
		end  func()
		says string
		is   error
	}{
		"an error":        {func() { panic(fmt.Errorf("no: %w", ours)) }, "the assembler panicked: no: ours", ours},
		"nil":             {func() { panic(nil) }, "the assembler panicked: panic called with nil argument", nil},
		"a nil map":       {func() { none["a"] = 1 }, "the assembler panicked: assignment to entry in nil map", nil},
		"a loud value":    {func() { panic(loud{}) }, "the assembler panicked: ", nil},
		"a runtime error": {func() { _ = strings.Repeat("x", less) }, "negative Repeat count", nil},
		"a nil function":  {func() { var f func(); f() }, "nil pointer", nil},
	} {
		_, err := norway.Assemble(context.Background(), tl, norway.Input{Ask: ask}, func(g *norway.Grant, p *norway.Parts) {
			p.Ask(g.Ask())
			for range g.OwnBeliefs().Held().Position() {
			}
			for range g.Room().OfferMade() {
				c.end()
			}
		})
		var failed *assembly.Failed
		if !errors.As(err, &failed) || !errors.Is(err, assembly.ErrFailed) || !strings.Contains(err.Error(), c.says) || len(failed.Read) != 3 || c.is != nil && !errors.Is(err, c.is) {
			t.Errorf("%s: %v", name, err)
		}
		if built, err := norway.Assemble(context.Background(), tl, norway.Input{Ask: ask}, nil); err != nil || len(built.Parts) != 3 {
			t.Errorf("after %s: %v", name, err)
		}
	}
}
