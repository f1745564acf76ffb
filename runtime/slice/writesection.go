package slice

import (
	"context"
	"errors"
	"fmt"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/chronicle"
	"github.com/grantgen/grantgen/runtime/internal/lookalike"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/world"
)

// WriteSection is the write door of a chronicle: it settles the range, runs assemble over it, asks the model, and appends what
// it says as a section, with the model's new pins, in one batch. The same range again returns the section that stands and asks
// nobody; an overlap is refused; in a race the first on the log stands.
func WriteSection(ctx context.Context, store *world.Store, call Call, pattern string,
	assemble func(timeline.Range) (*assembly.Context, error), model Model, opts ...assembly.Option) (chronicle.Section, error) {
	d := sectionDoor{ctx: ctx, store: store, call: call, scope: call.bind(pattern)}
	s, err := d.write(assemble, model, opts)
	if err != nil {
		return chronicle.Section{}, fmt.Errorf("%s: write %s: %w", call.name(), d.scope, err)
	}
	return s, nil
}

type sectionDoor struct {
	ctx   context.Context
	store *world.Store
	call  Call
	scope string
}

func (d *sectionDoor) write(assemble func(timeline.Range) (*assembly.Context, error), model Model, opts []assembly.Option) (chronicle.Section, error) {
	var none chronicle.Section
	standing, last, err := d.standing()
	if err != nil {
		return none, err
	}
	rng, err := d.settle(standing)
	if err != nil {
		return none, err
	}
	if s, stands, err := chronicle.Standing(standing, d.scope, rng); stands || err != nil {
		return s, err
	}
	d.call.Range, d.call.Through = rng, 0
	built, err := assemble(rng)
	if err != nil {
		return none, err
	}
	model, rejoin := apart(model)
	defer rejoin()
	answer, err := ask(d.ctx, built, opts, model)
	if err != nil {
		return none, err
	}
	if lookalike.Scan(answer).Blank { // also when all there is has no width: readers would take the range as told
		return none, errors.New("the model's answer is empty, so there is no section to write")
	}
	section, err := d.section(rng, answer)
	if err != nil {
		return none, err
	}
	return d.commit(section, last, model)
}

// standing is the sections of the scope at the log's end, and that end.
func (d *sectionDoor) standing() ([]chronicle.Section, timeline.Position, error) {
	last, err := d.store.Last(d.ctx)
	if err != nil {
		return nil, 0, err
	}
	if err := d.store.CatchUp(d.ctx, last); err != nil {
		return nil, 0, err
	}
	if last == 0 {
		return nil, 0, nil
	}
	sections, err := d.store.Chronicle().Sections(d.ctx, d.scope, last)
	return sections, last, err
}

// settle is the range to write: Input's, or from right after the last section to Through.
func (d *sectionDoor) settle(standing []chronicle.Section) (timeline.Range, error) {
	if d.call.Through == 0 {
		return d.call.Range, d.call.check()
	}
	if d.call.Range != (timeline.Range{}) {
		return timeline.Range{}, &InputError{Input: "through", Why: "stands beside a range, and one of them must go"}
	}
	var end timeline.Position
	for _, s := range standing {
		end = max(end, s.To)
	}
	rng := timeline.Range{From: end + 1, To: d.call.Through}
	switch {
	case d.call.Through < 0 || d.call.Through < end:
		return rng, &InputError{Input: "through", Why: fmt.Sprintf("is %d, and the last section of %s ends at %d", d.call.Through, d.scope, end)}
	case d.call.Through == end: // written already: the section that ends there stands
		for _, s := range standing {
			if s.To == end {
				return timeline.Range{From: s.From, To: s.To}, nil
			}
		}
	}
	d.call.Range = rng
	return rng, d.call.check()
}

func (d *sectionDoor) section(rng timeline.Range, prose string) (chronicle.Section, error) {
	s := chronicle.Section{ID: chronicle.ID(rng), From: rng.From, To: rng.To, Scope: d.scope, Prose: prose, Writer: d.call.name()}
	spec := d.call.events()
	if spec == nil {
		return s, errors.New("a role without an events slice writes no section")
	}
	clauses, err := d.call.bindAll(spec.Clauses)
	if err != nil {
		return s, err
	}
	s.Clauses = clauses
	s.Hash, err = chronicle.HashOf(d.ctx, d.store.Log(), rng, clauses)
	return s, err
}

// commit appends the section unless somebody was faster: then theirs stands, or is an overlap.
func (d *sectionDoor) commit(s chronicle.Section, last timeline.Position, model Model) (chronicle.Section, error) {
	pending, err := s.Pending()
	if err != nil {
		return s, err
	}
	batch, committed := withPins(model, pending)
	for {
		rng, err := d.store.CommitAt(d.ctx, last, batch...)
		if err == nil {
			committed()
			s.Event, s.Seq = pending.ID, rng.To
			return s, nil
		}
		var conflict *timeline.Conflict
		var taken *timeline.IDTaken
		var partly *timeline.PartlyThere
		if !errors.As(err, &conflict) && !errors.As(err, &taken) && !errors.As(err, &partly) {
			return s, err
		}
		standing, now, lookErr := d.standing()
		if lookErr != nil {
			return s, lookErr
		}
		if found, stands, clash := chronicle.Standing(standing, d.scope, s.Range()); stands || clash != nil {
			return found, clash
		}
		if conflict == nil || now == last { // nothing moved that could let the next try through
			return s, err
		}
		last = now
	}
}
