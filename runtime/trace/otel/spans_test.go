package otel_test

import (
	"context"
	"log/slog"
	"testing"

	"go.opentelemetry.io/otel/codes"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/grantgen/grantgen/runtime/trace/otel"
)

// The shape of grantgen's trace.Spans, which this module does not import; the tests of the SDKs hold that the two are one.
var _ interface {
	Start(ctx context.Context, name string, attrs ...slog.Attr) (context.Context, func(failed string, attrs ...slog.Attr))
} = otel.Spans{}

func TestSpansCarryWhatIsTold(t *testing.T) {
	recorder := tracetest.NewSpanRecorder()
	spans := otel.Spans{Tracer: sdk.NewTracerProvider(sdk.WithSpanProcessor(recorder)).Tracer("test")}
	ctx, end := spans.Start(t.Context(), "assemble norway", slog.String("role", "norway"))
	_, inner := spans.Start(ctx, "record norway")
	inner("NotGranted")
	end("", slog.Int("parts", 3), slog.Group("section.goal", slog.Int("used", 7), slog.Bool("full", true), slog.Float64("share", 0.5)))
	ended := recorder.Ended()
	if len(ended) != 2 {
		t.Fatalf("%d spans ended", len(ended))
	}
	failed, whole := ended[0], ended[1]
	if failed.Parent().SpanID() != whole.SpanContext().SpanID() || failed.Status().Code != codes.Error || failed.Status().Description != "NotGranted" {
		t.Errorf("the inner span: %+v", failed.Status())
	}
	got := map[string]string{}
	for _, a := range whole.Attributes() {
		got[string(a.Key)] = a.Value.Emit()
	}
	for name, want := range map[string]string{"grantgen.role": "norway", "grantgen.parts": "3", "grantgen.section.goal.used": "7", "grantgen.section.goal.full": "true", "grantgen.section.goal.share": "0.5"} {
		if got[name] != want {
			t.Errorf("%s is %q, want %q", name, got[name], want)
		}
	}
	if whole.Status().Code == codes.Error {
		t.Errorf("the outer span failed: %+v", whole.Status())
	}
}
