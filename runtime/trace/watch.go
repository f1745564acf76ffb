package trace

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// Spans is the hook for tracing: Start begins a span and returns the function that ends it, with what became known and the kind of the
// error, which is empty where there is none. Nested module otel has one for OpenTelemetry. It names no type of this module, so that an
// adapter needs nothing of it.
type Spans interface {
	Start(ctx context.Context, name string, attrs ...slog.Attr) (context.Context, func(failed string, attrs ...slog.Attr))
}

// Watch tells of assemblies and recordings as they happen: sizes, ids and kinds of errors, and never text. The zero Watch tells nobody.
type Watch struct {
	Log   *slog.Logger // nil: none. Level info; what failed, at level error
	Spans Spans        // nil: none
}

// Assemble calls assemble, as "assemble ROLE". role is what the caller calls it; the context's own name is told when there is one.
//
//	built, err := watch.Assemble(ctx, "norway", func(ctx context.Context) (*assembly.Context, error) {
//		return norway.Assemble(ctx, tl, in, nil)
//	})
func (w Watch) Assemble(ctx context.Context, role string, assemble func(context.Context) (*assembly.Context, error)) (built *assembly.Context, err error) {
	err = w.span(ctx, "assemble "+role, nil, func(ctx context.Context) ([]slog.Attr, error) {
		if built, err = assemble(ctx); err != nil || built == nil {
			return nil, err
		}
		return Sizes(built), nil
	})
	return built, err
}

// Record is [Record], as "record ROLE".
func (w Watch) Record(ctx context.Context, tl Appender, built *assembly.Context, opts ...Option) (id timeline.ID, err error) {
	if built == nil {
		return Record(ctx, tl, built, opts...)
	}
	about := []slog.Attr{slog.String("role", built.Role), slog.Int64("position", built.UptoSeq)}
	err = w.span(ctx, "record "+built.Role, about, func(ctx context.Context) ([]slog.Attr, error) {
		p, err := Pending(built, opts...)
		if err != nil {
			return nil, err
		}
		rng, err := commit(ctx, tl, built, p)
		if err != nil {
			return nil, fmt.Errorf("record the context of %s: %w", built.Role, err)
		}
		id = p.ID
		return []slog.Attr{slog.String("context", id.String()), slog.Int64("seq", rng.From), slog.Int("bytes", len(p.Payload))}, nil
	})
	return id, err
}

func (w Watch) span(ctx context.Context, name string, about []slog.Attr, do func(context.Context) ([]slog.Attr, error)) error {
	end := func(string, ...slog.Attr) {}
	if w.Spans != nil {
		ctx, end = w.Spans.Start(ctx, name, about...)
	}
	done := false
	defer func() { // a panic goes on, and its span ends
		if !done {
			end("panic")
		}
	}()
	known, err := do(ctx)
	done = true
	failed := ErrorKind(err)
	end(failed, known...)
	if w.Log == nil {
		return err
	}
	attrs := append(append([]slog.Attr{}, about...), known...)
	if err != nil {
		w.Log.LogAttrs(ctx, slog.LevelError, name, append(attrs, slog.String("error", failed))...)
		return err
	}
	w.Log.LogAttrs(ctx, slog.LevelInfo, name, attrs...)
	return nil
}

// Sizes are what may be told of a context anywhere: how much there is of what, and no word of it.
func Sizes(built *assembly.Context) []slog.Attr {
	out := []slog.Attr{slog.String("role", built.Role), slog.Int64("position", built.UptoSeq), slog.Int("parts", len(built.Parts)), slog.Int("shed", len(built.Shed)),
		slog.Int("trimmed", len(built.Trimmed)), slog.Int("read", len(built.Read)), slog.Int("notes", len(built.Notes))}
	if built.Counter != "" {
		out = append(out, slog.String("counter", built.Counter), slog.Int("total", built.Total), slog.Int("used", built.Used))
	}
	if built.PrefixHash != "" {
		out = append(out, slog.String("prefix_hash", built.PrefixHash))
	}
	for _, s := range built.Sections {
		out = append(out, slog.Group("section."+s.Name, slog.Int("budget", s.Budget), slog.Int("used", s.Used), slog.Int("shed", s.Shed), slog.Int("trimmed", s.Trimmed)))
	}
	return out
}

// ErrorKind names what an error is, in a word, without what it says: an error of an application, or the value of a panic, may hold text.
// Empty for nil.
func ErrorKind(err error) string {
	if err == nil {
		return ""
	}
	for _, known := range []struct {
		name string
		is   func() bool
	}{
		{"BudgetExceeded", as[*assembly.BudgetExceeded](err)}, {"NotGranted", as[*assembly.NotGranted](err)}, {"UncitedSource", as[*assembly.UncitedSource](err)},
		{"MislabelledPart", as[*assembly.MislabelledPart](err)}, {"StaleRead", as[*assembly.StaleRead](err)}, {"StaleItem", as[*assembly.StaleItem](err)},
		{"Cut", as[*assembly.Cut](err)}, {"Failed", as[*assembly.Failed](err)}, {"AssemblyError", as[*assembly.AssemblyError](err)},
		{"Undecodable", as[*timeline.Undecodable](err)}, {"Conflict", as[*timeline.Conflict](err)},
		{"Canceled", func() bool { return errors.Is(err, context.Canceled) }}, {"DeadlineExceeded", func() bool { return errors.Is(err, context.DeadlineExceeded) }},
		{"NoOrigin", func() bool { return errors.Is(err, assembly.ErrNoOrigin) }},
	} {
		if known.is() {
			return known.name
		}
	}
	for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(inner) {
		err = inner
	}
	return strings.TrimPrefix(fmt.Sprintf("%T", err), "*")
}

func as[E error](err error) func() bool {
	return func() bool {
		_, ok := errors.AsType[E](err)
		return ok
	}
}
