package escapes

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/internal/everything/foreign"
	"github.com/grantgen/grantgen/internal/everything/grants"
	"github.com/grantgen/grantgen/internal/everything/grants/reader"
	"github.com/grantgen/grantgen/internal/everything/grants/trader"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/timeline"
)

var ctx = context.Background()

// secret is in what ada may read; nothing that prints a source may print it.
const secret = "ada's own words"

func open(t *testing.T) *grants.Timeline {
	t.Helper()
	tl, err := grants.Open(ctx, timeline.Memory())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tl.Append(ctx, grants.Note{User: "ada", Next: "x", Text: secret}, grants.Note{User: "bob", Next: "x", Text: "bob's own words"},
		grants.Sale{Party: grants.PartyNorway, Payload: foreign.Sale{Text: "sold"}}); err != nil {
		t.Fatal(err)
	}
	return tl
}

func read(tl *grants.Timeline, write reader.Assembler) (*assembly.Context, error) {
	return reader.Assemble(ctx, tl, reader.Input{Self: "ada", Ask: "?"}, write)
}

// fails runs an assembler that tries to get around, and looks for the error that stops it.
func fails(t *testing.T, want error, write reader.Assembler) {
	t.Helper()
	_, err := read(open(t), write)
	if !errors.Is(err, want) {
		t.Errorf("the error is %v, want %v", err, want)
	}
}

func TestAZeroSource(t *testing.T) {
	fails(t, assembly.ErrUncitedSource, func(_ *reader.Grant, p *reader.Parts) { p.Own("made up", reader.Source{}) })
	fails(t, assembly.ErrUncitedSource, func(_ *reader.Grant, p *reader.Parts) { p.Own("made up", reader.OwnNote{Text: "x"}) })
	fails(t, assembly.ErrUncitedSource, func(g *reader.Grant, p *reader.Parts) {
		_, ask := g.Ask()
		p.Own("made up", ask, reader.Source{})
	})
	fails(t, assembly.ErrAssembly, func(_ *reader.Grant, p *reader.Parts) { p.Own("cites nothing", nil) })
}

// A zero grant or zero parts belong to no call.
func TestAZeroGrant(t *testing.T) {
	fails(t, assembly.ErrFailed, func(_ *reader.Grant, p *reader.Parts) {
		for v := range new(reader.Grant).Own().Note() {
			p.Own(v.Text, v)
		}
	})
	fails(t, assembly.ErrFailed, func(g *reader.Grant, _ *reader.Parts) {
		for v := range g.Own().Note() {
			new(reader.Parts).Own(v.Text, v)
		}
	})
}

type embeds struct{ reader.Citation }

func TestEmbedding(t *testing.T) {
	fails(t, assembly.ErrFailed, func(_ *reader.Grant, p *reader.Parts) { p.Own("made up", embeds{}) })
	fails(t, assembly.ErrUncitedSource, func(_ *reader.Grant, p *reader.Parts) { p.Own("made up", embeds{reader.Source{}}) })
}

// A view of another role is no citation of this one, however it is asked.
func TestATypeAssertion(t *testing.T) {
	tl := open(t)
	var foreignView any
	if _, err := trader.Assemble(ctx, tl, trader.Input{Fee: foreign.Money{Units: 1}}, func(g *trader.Grant, p *trader.Parts) {
		for v := range g.Sales().Sale() {
			foreignView = v
		}
		fee, src := g.Fee()
		p.Fee(fee, src)
	}); err != nil {
		t.Fatal(err)
	}
	if foreignView == nil {
		t.Fatal("nothing was read")
	}
	if _, ok := foreignView.(reader.Citation); ok {
		t.Error("another role's view passes for a citation")
	}
	if _, ok := foreignView.(trader.Citation); !ok {
		t.Error("a view is no citation of its own role")
	}
}

func launder[T any](v any) T { return v.(T) }

func TestGenericLaundering(t *testing.T) {
	tl := open(t)
	var kept trader.SalesSale
	if _, err := trader.Assemble(ctx, tl, trader.Input{Fee: foreign.Money{Units: 1}}, func(g *trader.Grant, p *trader.Parts) {
		for v := range g.Sales().Sale() {
			kept = v
		}
		fee, src := g.Fee()
		p.Fee(fee, src)
	}); err != nil {
		t.Fatal(err)
	}
	fails(t, assembly.ErrFailed, func(_ *reader.Grant, p *reader.Parts) { p.Own(kept.Text, launder[reader.Citation](kept)) })
	// Of the same role, from another call: it may be cited by nobody else.
	var other reader.OwnNote
	if _, err := reader.Assemble(ctx, tl, reader.Input{Self: "bob", Ask: "?"}, func(g *reader.Grant, p *reader.Parts) {
		for v := range g.Own().Note() {
			other = v
		}
		p.Ask(g.Ask())
	}); err != nil {
		t.Fatal(err)
	}
	_, err := read(tl, func(_ *reader.Grant, p *reader.Parts) { p.Own("not mine", other) })
	if !errors.Is(err, assembly.ErrUncitedSource) || strings.Contains(err.Error(), "bob") {
		t.Errorf("another member's view: %v", err)
	}
}

// What holds a source prints nothing of what stands behind it.
func TestPrintingASource(t *testing.T) {
	var said strings.Builder
	if _, err := read(open(t), func(g *reader.Grant, p *reader.Parts) {
		for v := range g.Own().Note() {
			p.Own(v.Text, v)
		}
		_, src := g.Ask()
		holder := struct {
			from reader.Source
			g    *reader.Grant
			p    *reader.Parts
		}{src, g, p}
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%d", "%x", "%q"} {
			fmt.Fprintf(&said, verb+verb+verb+verb, src, g, p, holder)
		}
		b, err := json.Marshal([]any{src, g, p, holder})
		if err != nil {
			t.Error(err)
		}
		said.Write(b)
		slog.New(slog.NewTextHandler(&said, nil)).Info("x", "src", src, "holder", holder, "grant", g, "parts", p)
	}); err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{secret, "own words", fmt.Sprintf("%x", secret)} {
		if strings.Contains(said.String(), form) {
			t.Errorf("a source prints %q", form)
		}
	}
}

// A grant that outlives its call reads nothing more: in a closure, in a goroutine, through a stream that was begun before.
func TestAGrantThatOutlivesItsCall(t *testing.T) {
	var kept *reader.Grant
	var parts *reader.Parts
	var stream func(func(reader.OwnNote) bool)
	if _, err := read(open(t), func(g *reader.Grant, p *reader.Parts) {
		kept, parts, stream = g, p, g.Own().Note()
		p.Ask(g.Ask())
	}); err != nil {
		t.Fatal(err)
	}
	for name, use := range map[string]func(){
		"a slice": func() {
			for range kept.Own().Note() {
			}
		},
		"a stream": func() { stream(func(reader.OwnNote) bool { return true }) },
		"a value":  func() { kept.Ask() },
		"a slot":   func() { parts.Own("late", reader.Source{}) },
	} {
		done := make(chan any)
		go func() {
			defer func() { done <- recover() }()
			use()
		}()
		err, ok := (<-done).(error)
		if !ok || !errors.Is(err, assembly.ErrAssembly) || err.Error() != "this grant is used after its call" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// An assembler that calls another role's Assemble has a context of its own for it: nothing that was read there can be cited here.
func TestAssemblingAnotherRoleInside(t *testing.T) {
	tl := open(t)
	var inner reader.OwnNote
	_, err := read(tl, func(_ *reader.Grant, p *reader.Parts) {
		if _, err := reader.Assemble(ctx, tl, reader.Input{Self: "bob", Ask: "?"}, func(g *reader.Grant, p *reader.Parts) {
			for v := range g.Own().Note() {
				inner = v
			}
			p.Ask(g.Ask())
		}); err != nil {
			t.Error(err)
		}
		p.Own("not mine", inner)
	})
	if !errors.Is(err, assembly.ErrUncitedSource) {
		t.Errorf("%v", err)
	}
}
