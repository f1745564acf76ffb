package worlds

import (
	"context"
	"fmt"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/slice"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/world"
)

// Subject is a role with one assembler.
type Subject struct {
	Role     Role
	Assemble func(ctx context.Context, store *world.Store, input []byte, opts ...assembly.Option) (*assembly.Context, error)
}

// outcome is what an assembler made of a world, in the terms of the world that it is compared with.
type outcome struct {
	prompt, described, failed string
	layout                    bool
	mistaken                  bool // it failed, and the assembler is to blame
}

// call is one way of calling the subject.
type call struct {
	*Run
	subject Subject
	in      input
	opts    []assembly.Option
}

// open makes a store of a world.
func (r *Run) open(ctx context.Context, l *laid) (*world.Store, error) {
	log := timeline.Memory()
	batch := make([]timeline.Pending, len(l.events))
	for i, e := range l.events {
		batch[i] = e.Pending
	}
	if _, err := log.Append(ctx, batch...); err != nil {
		return nil, fmt.Errorf("draw a world: %w", err)
	}
	return world.OpenStore(ctx, log, r.Vocabulary.types(), r.World...)
}

// on assembles over a store of world l, and says what came out in the terms of base.
func (c *call) on(ctx context.Context, store *world.Store, l, base *laid) (outcome, error) {
	built, err := c.subject.Assemble(ctx, store, c.in.in(l), c.opts...)
	t := terms{l, base}
	if err != nil {
		return outcome{failed: t.text(err.Error()), mistaken: mistaken(err)}, nil
	}
	r := render.Of(built)
	if b := assembly.OptionsOf(c.opts).Budget; b != nil && b.Render != nil {
		r = b.Render
	}
	p, err := render.With(built, r)
	if err != nil {
		return outcome{}, fmt.Errorf("render the prompt: %w", err)
	}
	return outcome{prompt: p.String(), described: string(t.description(built).JSON()), layout: built.Layout != ""}, nil
}

// of opens a world and assembles over it.
func (c *call) of(ctx context.Context, l, base *laid) (outcome, error) {
	store, err := c.open(ctx, l)
	if err != nil {
		return outcome{}, err
	}
	return c.on(ctx, store, l, base)
}

// grant is the closed grant of the call.
func (c *call) grant(ctx context.Context) (*slice.Grant, error) {
	var seen *slice.Grant
	store, err := c.open(ctx, history{}.lay())
	if err != nil {
		return nil, err
	}
	_, err = c.subject.Assemble(ctx, store, c.in.json(), append(c.opts[:len(c.opts):len(c.opts)], slice.Observe(func(g slice.Grant) { seen = &g }))...)
	if seen == nil {
		return nil, fmt.Errorf("no call of %s comes about: %w", c.subject.Role.Name, err)
	}
	return seen, nil
}
