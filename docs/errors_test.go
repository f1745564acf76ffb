package docs_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/examples/fisheries/grants"
	"github.com/grantgen/grantgen/examples/fisheries/grants/norway"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/assemblytest"
	"github.com/grantgen/grantgen/runtime/pin"
	"github.com/grantgen/grantgen/runtime/prompt"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// provoked is the texts of errors that other tests of the project look at by type and not by text.
func provoked(t *testing.T) string {
	t.Helper()
	ctx := context.Background()
	var said strings.Builder
	tl, err := grants.Open(ctx, timeline.Memory())
	if err != nil {
		t.Fatal(err)
	}
	id := timeline.DeriveID("docs")
	offer := func(text string) grants.Event { return grants.OfferMade{Party: grants.PartyUK, Text: text} }
	appends := func(events ...grants.Event) {
		_, err := tl.Append(ctx, events...)
		fmt.Fprintln(&said, err)
	}
	appends(grants.WithID(id, offer("12%.")))
	appends(grants.WithID(id, offer("10%.")))
	appends(grants.WithID(id, offer("12%.")), offer("10%."))
	_, err = tl.AppendAt(ctx, 7, offer("10%."))
	fmt.Fprintln(&said, err)
	_, err = pin.Open(tl).RecordMissing("m", func(context.Context, prompt.Prompt) (string, error) { return "", errors.New("unused") }).Complete(ctx, prompt.Prompt{})
	fmt.Fprintln(&said, err)

	t.Chdir(t.TempDir())
	n := 0
	assemble := func() (*assembly.Context, error) {
		n++
		return norway.Assemble(ctx, tl, norway.Input{Ask: fmt.Sprint("Ask ", n)}, nil)
	}
	listener := &listener{TB: t, said: &said}
	assemblytest.Pure(listener, assemble)
	if err := os.MkdirAll("testdata/goldens", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(assemblytest.GoldenFile("norway"), []byte("{}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	built, err := assemble()
	if err != nil {
		t.Fatal(err)
	}
	assemblytest.Golden(listener, built)
	return said.String()
}

// listener hears what a test would fail with.
type listener struct {
	testing.TB
	said *strings.Builder
}

func (l *listener) Helper() {}

func (l *listener) Errorf(format string, args ...any) { fmt.Fprintf(l.said, format+"\n", args...) }
