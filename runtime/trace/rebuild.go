package trace

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/world"
)

// Cause is why a context cannot be made again as it was.
type Cause string

// The causes. None: it was made again, byte for byte.
const (
	None             Cause = ""
	LogDiffers       Cause = "log differs"       // what it read is not on the log as it was, or an item of a slice hands out something else
	SchemaChanged    Cause = "schema changed"    // the role's closed grant is another
	AssemblerChanged Cause = "assembler changed" // the log and the grant are the same, and the parts are not
	Unknown          Cause = "not registered"    // its assembler, counter or renderer is not known by name
)

// ErrInput is of a recorded input that does not fit the role's Input as it is now.
var ErrInput = errors.New("the recorded input does not fit")

// InputError wraps what was wrong with it: generated code calls it.
func InputError(err error) error { return fmt.Errorf("%w: %w", ErrInput, err) }

// Outcome is what came of making a recorded context again.
type Outcome struct {
	Recorded *Recorded
	Built    *assembly.Context // what it is now; nil when it could not be made
	Cause    Cause
	Detail   string // in words: what moved; never the text of parts
	Hint     string // what to write, where something is not registered; empty otherwise
	Was, Is  string // the first line of Describe that differs; empty when none does
	Err      error  // why it could not be made

	grant   string           // the role's closed grant as it is now
	reading assembly.Reading // what was read now
}

// Equal says that it was made again byte for byte, as described and as rendered.
func (o *Outcome) Equal() bool { return o.Cause == None }

// Rebuild makes a recorded context again from the log. The error is of reading the log; whatever stands in the way of the context is in
// the outcome.
func (r *Roles) Rebuild(ctx context.Context, store *world.Store, rec *Recorded, opts ...assembly.Option) (*Outcome, error) {
	o := &Outcome{Recorded: rec}
	role, ok := r.roles[rec.Role]
	if !ok {
		o.Cause, o.Detail = SchemaChanged, fmt.Sprintf("the schema has no role %s any more", rec.Role)
		o.Hint = r.renamed(rec.Role)
		return o, nil
	}
	assemble, ok := role.assemblers[rec.Assembler]
	if !ok {
		o.Cause, o.Detail = Unknown, fmt.Sprintf("the assembler %s is not registered", rec.Assembler)
		o.Hint = rec.register()
		return o, nil
	}
	budget, missing, hint := r.budget(rec.Budget)
	if missing != "" {
		o.Cause, o.Detail, o.Hint = Unknown, missing, hint
		return o, nil
	}
	all := []assembly.Option{assembly.At(rec.Position)}
	if budget != nil {
		all = append(all, assembly.WithBudget(*budget))
	}
	all = append(append(all, opts...), func(op *assembly.Options) {
		op.Observe = func(grant any) {
			if g, ok := grant.(interface{ ClosedHash() string }); ok {
				o.grant = g.ClosedHash()
			}
		}
		op.Reading = func(r assembly.Reading) { o.reading = r }
	})
	o.Built, o.Err = assemble(ctx, store, rec.Input, all...)
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("make the context of %s again: %w", rec.Member, err)
	}
	if o.Err == nil {
		same, err := o.compare()
		if err != nil {
			o.Err = err
		} else if same {
			return o, nil
		}
	}
	err := o.explain(ctx, store.Log())
	if bad, ok := errors.AsType[*timeline.Damaged](err); ok && bad.Seq <= rec.Position {
		o.Cause, o.Detail, err = LogDiffers, bad.Error(), nil
	}
	return o, err
}

// budget is the recorded budget with its counter and renderer, or which of them is not known.
func (r *Roles) budget(b *Budget) (_ *assembly.Budget, missing, hint string) {
	if b == nil {
		return nil, "", ""
	}
	out := &assembly.Budget{Total: b.Total}
	var ok bool
	if out.Count, ok = r.counters[b.Counter]; !ok {
		return nil, fmt.Sprintf("the counter %s is not registered", b.Counter), registerCounter(b.Counter)
	}
	if b.Renderer != "" {
		if out.Render, ok = r.renderers[b.Renderer]; !ok {
			return nil, fmt.Sprintf("the renderer %s is not registered", b.Renderer), registerRenderer(b.Renderer)
		}
	}
	for _, name := range b.Order {
		for _, register := range []assembly.Register{assembly.Considered, assembly.Generated, assembly.Craft} {
			if register.String() == name {
				out.Order = append(out.Order, register)
			}
		}
	}
	return out, "", ""
}

// compare holds what was built against what was recorded.
func (o *Outcome) compare() (bool, error) {
	origin, err := o.Built.Origin()
	if err != nil {
		return false, err
	}
	o.Was, o.Is = firstDifference(indent(o.Recorded.Context), indent(o.Built.Describe().JSON()))
	if o.Was != "" || o.Is != "" {
		return false, nil
	}
	text, name, err := rendered(o.Built, origin.Budget)
	if err != nil {
		return false, err
	}
	if name == o.Recorded.Renderer && hashOf(text) != o.Recorded.Rendered {
		o.Detail = "the parts are the same, and the prompt is rendered otherwise"
		return false, nil
	}
	return bytes.Equal(o.Recorded.Context, o.Built.Describe().JSON()), nil
}

func firstDifference(a, b string) (was, is string) {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range max(len(x), len(y)) {
		var l, r string
		if i < len(x) {
			l = x[i]
		}
		if i < len(y) {
			r = y[i]
		}
		if l != r {
			return strings.TrimSpace(l), strings.TrimSpace(r)
		}
	}
	return "", ""
}
