package trace_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/trace"
)

// What is told of an assembly is sizes and ids; of an error, its kind.
func TestWatch(t *testing.T) {
	tl, _ := told(t, timeline.Memory())
	var said strings.Builder
	watch := trace.Watch{Log: slog.New(slog.NewTextHandler(&said, nil))}
	built, err := watch.Assemble(ctx, "norway", func(context.Context) (*assembly.Context, error) { return asNorway(tl, 120), nil })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := watch.Record(ctx, tl, built); err != nil {
		t.Fatal(err)
	}
	secret := errors.New("a secret")
	for _, err := range []error{secret, fmt.Errorf("norway: %w", &assembly.Failed{Value: "a secret"}), context.Canceled, &os.PathError{Op: "secret", Path: "secret", Err: secret}} {
		if _, got := watch.Assemble(ctx, "norway", func(context.Context) (*assembly.Context, error) { return nil, err }); !errors.Is(got, err) {
			t.Errorf("%v became %v", err, got)
		}
	}
	for _, want := range []string{`msg="assemble norway" role=norway position=`, "parts=3 shed=1", "used=101", `msg="record norway"`, "bytes=", "error=errors.errorString", "error=Failed", "error=Canceled"} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("%q is not said:\n%s", want, said.String())
		}
	}
	for _, text := range []string{"secret", "settle", "Respond", "mackerel"} {
		if strings.Contains(said.String(), text) {
			t.Errorf("%q is said:\n%s", text, said.String())
		}
	}
	if _, err := (trace.Watch{}).Assemble(ctx, "x", func(context.Context) (*assembly.Context, error) { return built, nil }); err != nil {
		t.Error(err)
	}
}
