package otel

import (
	"context"
	"log/slog"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
)

// Spans is a hook for trace.Watch. Attributes are named grantgen.<name>, those of a group grantgen.<group>.<name>.
type Spans struct {
	Tracer trace.Tracer
}

// Start begins a span; the function that it returns ends it.
func (s Spans) Start(ctx context.Context, name string, attrs ...slog.Attr) (context.Context, func(failed string, attrs ...slog.Attr)) {
	ctx, span := s.Tracer.Start(ctx, name, trace.WithAttributes(attributes(nil, "grantgen.", attrs)...))
	return ctx, func(failed string, attrs ...slog.Attr) {
		span.SetAttributes(attributes(nil, "grantgen.", attrs)...)
		if failed != "" {
			span.SetAttributes(attribute.String("error.type", failed))
			span.SetStatus(codes.Error, failed)
		}
		span.End()
	}
}

func attributes(out []attribute.KeyValue, prefix string, attrs []slog.Attr) []attribute.KeyValue {
	for _, a := range attrs {
		name, v := prefix+a.Key, a.Value.Resolve()
		switch v.Kind() {
		case slog.KindGroup:
			out = attributes(out, name+".", v.Group())
		case slog.KindBool:
			out = append(out, attribute.Bool(name, v.Bool()))
		case slog.KindInt64:
			out = append(out, attribute.Int64(name, v.Int64()))
		case slog.KindUint64:
			out = append(out, attribute.Int64(name, int64(v.Uint64()))) // sizes, all of them
		case slog.KindFloat64:
			out = append(out, attribute.Float64(name, v.Float64()))
		default:
			out = append(out, attribute.String(name, v.String()))
		}
	}
	return out
}
