// Package otel makes OpenTelemetry spans of what trace.Watch tells: sizes, ids and kinds of errors, never text. It is a module of its own, so
// that nobody who builds grantgen inherits OpenTelemetry, and it needs nothing of grantgen's:
//
//	watch := trace.Watch{Spans: otel.Spans{Tracer: provider.Tracer("grantgen")}}
package otel
