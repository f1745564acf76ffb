package trace

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/prompt"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/token"
)

// Assembled is the type of the event, in the namespace grantgen. Attributes: role, the member (negotiator@norway); position.
const Assembled = "ContextAssembled"

// Version is the version of the event.
const Version = 1

// Appender is where contexts are recorded: a generated Timeline. One that gives its log (Log() timeline.Log, as they do) is refused a context
// that was read on another.
type Appender interface {
	Commit(ctx context.Context, batch ...timeline.Pending) (timeline.Range, error)
}

// Option changes one recording.
type Option func(*Recorded)

// WithPin names the pin that answered the prompt, by its key.
func WithPin(key string) Option { return func(r *Recorded) { r.Pin = key } }

// WithPrompt records the hash of this prompt, for an application that renders in a way of its own. Without it the prompt is rendered
// as the budget says. One that was not rendered from the context is refused.
func WithPrompt(p prompt.Prompt) Option { return func(r *Recorded) { r.prompt = &p } }

// ErrOtherPrompt is of a prompt that was not rendered from the context that it is to be recorded with.
var ErrOtherPrompt = errors.New("the prompt was not rendered from this context")

// Record appends what a context was: idempotent, for the same context gives the same event. It returns the event's id. A context that was
// read on another log is refused ([ErrOtherLog]).
func Record(ctx context.Context, tl Appender, built *assembly.Context, opts ...Option) (timeline.ID, error) {
	p, err := Pending(built, opts...)
	if err != nil {
		return timeline.ID{}, err
	}
	if _, err := commit(ctx, tl, built, p); err != nil {
		return timeline.ID{}, fmt.Errorf("record the context of %s: %w", built.Role, err)
	}
	return p.ID, nil
}

// Pending is the event that records a context, to be appended in one batch with what came of it.
func Pending(built *assembly.Context, opts ...Option) (timeline.Pending, error) {
	if built == nil {
		return timeline.Pending{}, errors.New("record a context: there is none")
	}
	p, err := pending(built, opts)
	if err != nil {
		return timeline.Pending{}, fmt.Errorf("record the context of %s: %w", built.Role, err)
	}
	return p, nil
}

func pending(built *assembly.Context, opts []Option) (timeline.Pending, error) {
	origin, err := built.Origin()
	if err != nil {
		return timeline.Pending{}, err
	}
	r := &Recorded{
		Role: origin.Role, Member: built.Role, Position: built.UptoSeq, Input: origin.Input, Assembler: origin.Assembler, Grant: origin.Grant,
		Layout: built.Layout, Context: built.Describe().JSON(), Seals: sealsOf(built), Reasons: reasonsOf(built),
		Used: built.Used,
	}
	if r.Items, err = itemsOf(built.Reading()); err != nil {
		return timeline.Pending{}, err
	}
	r.measure(built)
	if b := origin.Budget; b != nil {
		r.Budget = &Budget{Total: b.Total, Counter: token.Name(b.Count), Renderer: rendererName(b.Render)}
		for _, register := range b.Order {
			r.Budget.Order = append(r.Budget.Order, register.String())
		}
	}
	for _, opt := range opts {
		opt(r)
	}
	if err := r.render(built, origin.Budget); err != nil {
		return timeline.Pending{}, err
	}
	named, err := encode(r)
	if err != nil {
		return timeline.Pending{}, err
	}
	// The id is of what was shown, and not of when its events were appended: a story that is told again has the same ids.
	r.Marks, r.Outline = marksOf(built), origin.Outline
	body, err := encode(r)
	if err != nil {
		return timeline.Pending{}, err
	}
	return timeline.Pending{
		ID:  timeline.DeriveID("context", r.Member, hashOf(string(named))),
		Key: timeline.Key{Namespace: timeline.ReservedNamespace, Type: Assembled}, Version: Version,
		Attributes: timeline.NewAttributes(timeline.Attribute{Name: "position", Value: timeline.Int(r.Position)},
			timeline.Attribute{Name: "role", Value: timeline.Text(r.Member)}),
		Payload: body,
	}, nil
}

// sealsOf are 16 digits of the hash of what each source held, empty for what stands on no log; what has no event in its ref names it.
func sealsOf(built *assembly.Context) []string {
	seals := built.Seals()
	out := make([]string, len(seals))
	for i, s := range seals {
		if s.Event == "" {
			continue
		}
		out[i] = hex.EncodeToString(s.Hash[:8])
		if _, ok := built.Read[i].(assembly.SectionRef); ok {
			out[i] = s.Event + ":" + out[i]
		}
	}
	return out
}

// marksOf are the marks of the events that stand behind what was read.
func marksOf(built *assembly.Context) []string {
	seals := built.Seals()
	out := make([]string, len(seals))
	for i, s := range seals {
		out[i] = s.Mark
	}
	return out
}

// reasonsOf say why parts went, in the order of shed: Describe has the parts and not the reasons.
func reasonsOf(built *assembly.Context) []string {
	out := make([]string, len(built.Shed))
	for i, p := range built.Shed {
		out[i] = p.Reason
	}
	return out
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // the description's bytes are compared
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("encode it: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
