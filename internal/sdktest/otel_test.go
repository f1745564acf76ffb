package sdktest

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/grantgen/grantgen/examples/fisheries/grants"
	"github.com/grantgen/grantgen/examples/fisheries/grants/norway"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/token"
	"github.com/grantgen/grantgen/runtime/trace"
	"github.com/grantgen/grantgen/runtime/trace/otel"
)

// What is watched reaches OpenTelemetry as spans, with sizes and ids; no text does, also of what failed.
func TestWatchedAssembliesAreSpans(t *testing.T) {
	ctx := t.Context()
	recorder := tracetest.NewSpanRecorder()
	var said strings.Builder
	watch := trace.Watch{
		Spans: otel.Spans{Tracer: sdk.NewTracerProvider(sdk.WithSpanProcessor(recorder)).Tracer("test")},
		Log:   slog.New(slog.NewJSONHandler(&said, nil)),
	}
	tl, err := grants.Open(ctx, timeline.Memory())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tl.Append(ctx, grants.OfferMade{Party: grants.PartyUK, Text: "A secret offer."}); err != nil {
		t.Fatal(err)
	}
	assemble := func(total int, write norway.Assembler) (*assembly.Context, error) {
		return watch.Assemble(ctx, "norway", func(ctx context.Context) (*assembly.Context, error) {
			return norway.Assemble(ctx, tl, norway.Input{Ask: "A secret question?"}, write, assembly.WithBudget(assembly.Budget{Total: total, Count: token.Characters}))
		})
	}
	built, err := assemble(100, nil)
	if err != nil {
		t.Fatal(err)
	}
	id, err := watch.Record(ctx, tl, built)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := assemble(1, nil); !errors.As(err, new(*assembly.BudgetExceeded)) {
		t.Fatal(err)
	}
	if _, err := assemble(100, func(*norway.Grant, *norway.Parts) { panic("a secret reason") }); err == nil {
		t.Fatal("a panic was lost")
	}
	told := said.String()
	for _, span := range recorder.Ended() {
		told += span.Name() + " " + span.Status().Description
		for _, a := range span.Attributes() {
			told += " " + string(a.Key) + "=" + a.Value.Emit()
		}
		told += "\n"
	}
	if strings.Contains(strings.ToLower(told), "secret") {
		t.Errorf("text is told:\n%s", told)
	}
	for _, want := range []string{"assemble norway ", "record norway ", "grantgen.parts=2", "grantgen.used=37", "grantgen.context=" + id.String(), "norway BudgetExceeded", "norway Failed",
		`"parts":2`, `"error":"BudgetExceeded"`, `"error":"Failed"`, `"context":"` + id.String() + `"`} {
		if !strings.Contains(told, want) {
			t.Errorf("%q is not told:\n%s", want, told)
		}
	}
	if n := len(recorder.Ended()); n != 4 {
		t.Errorf("%d spans ended", n)
	}
}
