package worlds

import (
	"context"
	"fmt"
	"slices"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/token"
	"github.com/grantgen/grantgen/runtime/world"
)

// Run is one test of one subject.
type Run struct {
	Vocabulary *Vocabulary
	Subject    Subject
	First      []Subject         // other roles, which are assembled in the same process
	World      []world.Option    // that every world is opened with
	Options    []assembly.Option // of every call
	Trials     int
	Seed       uint64
}

// Report is what a run came to.
type Report struct {
	Failure *Failure // nil: nothing hidden showed
	// Unused are the slices that had something to show in at least a few trials, and in which no change showed.
	Unused []string
	// Vacuous: there was something to change, and no change showed at all.
	Vacuous bool
	// Errors is how many of the trials ended in an error, and Error the first.
	Errors int
	Error  string
	// Mistakes is how many of these are the assembler's own, and Mistake the first.
	Mistakes int
	Mistake  string
	// Worlds is how many were drawn.
	Worlds int
	// Pairs is how many pairs of worlds were compared.
	Pairs int
	// Skipped is how many worlds that were to agree with another did not.
	Skipped int
}

// running is a run under way.
type running struct {
	*Run
	Report
	tried, showed map[string]int // by slice
	origins       origins        // of the texts of all calls so far
	before        *trial         // the last trial
	beforeCall    *call
}

// Do runs all trials, up to the first failure. The error is of drawing, not of the subject.
func (r *Run) Do(ctx context.Context) (Report, error) {
	on := &running{Run: r, tried: map[string]int{}, showed: map[string]int{}, origins: origins{}}
	for n := range r.Trials {
		if err := on.trial(ctx, n); err != nil {
			return on.Report, fmt.Errorf("trial %d of seed %d: %w", n, r.Seed, err)
		}
		if on.Failure != nil {
			return on.Report, nil
		}
	}
	on.controls()
	return on.Report, nil
}

// begin draws a trial and its call.
func (r *Run) begin(ctx context.Context, n int) (*trial, *call, error) {
	d := newDraw(r.Vocabulary, r.Seed, n)
	c := &call{Run: r, subject: r.Subject, opts: r.options(d)}
	var ok bool
	if c.in, ok = d.input(r.Subject.Role); !ok {
		return nil, nil, fmt.Errorf("no value could be made of a Go type that the Input of %s holds", r.Subject.Role.Name)
	}
	grant, err := c.grant(ctx)
	if err != nil {
		return nil, nil, err
	}
	t := &trial{maker: newMaker(d, grant)}
	t.base = t.world(r.Subject.Role.Range != "").lay()
	t.fit(&c.in)
	t.in = c.in
	t.seen = see(r.Vocabulary, grant, t.base, t.in.records)
	t.held = t.base.anchors(t.seen)
	return t, c, nil
}

// options are those of one trial: half of them have a budget, so that shedding is tried too.
func (r *Run) options(d *draw) []assembly.Option {
	opts := slices.Clone(r.Options)
	if d.chance(50) && assembly.OptionsOf(opts).Budget == nil {
		opts = append(opts, assembly.WithBudget(assembly.Budget{Total: 50 + d.IntN(900), Count: token.Characters}))
	}
	return opts
}

func (r *running) trial(ctx context.Context, n int) error {
	t, c, err := r.begin(ctx, n)
	if err != nil {
		return err
	}
	store, err := c.open(ctx, t.base)
	if err != nil {
		return err
	}
	first, err := c.on(ctx, store, t.base, t.base)
	if err == nil && first.failed != "" && len(c.opts) > len(r.Options) && t.chance(80) { // a budget that is too small hides the rest
		c.opts = slices.Clone(r.Options)
		first, err = c.on(ctx, store, t.base, t.base)
	}
	if err != nil {
		return err
	}
	t.timed = first.layout
	r.count(first)
	if mark, found := foreignMark(first.prompt+first.failed, n); found {
		r.Failure = r.carried(t, n, mark, first)
		return nil
	}
	r.origins.given(t.grant.Role, t.in)
	r.origins.logged(t)
	if err := r.alone(ctx, t, c, store, n, first); err != nil || r.Failure != nil {
		return err
	}
	for _, s := range sisters {
		other := s.make(t).lay()
		if !see(t.v, t.grant, other, t.in.records).same(t.seen) {
			r.Skipped++
			continue
		}
		got, err := c.of(ctx, other, t.base)
		if err != nil {
			return err
		}
		r.Pairs++
		if !first.equal(got) {
			if r.Failure, err = r.fickle(ctx, t, c, store, n, first); err != nil || r.Failure != nil {
				return err
			}
			r.Failure = r.moved(ctx, pair{t, c, s.name, t.base, other}, n)
			return nil
		}
	}
	if first.failed == "" {
		if err := r.control(ctx, t, c, first); err != nil {
			return err
		}
	}
	r.before, r.beforeCall = t, c
	return nil
}

// count keeps what the trials ended in.
func (r *running) count(first outcome) {
	r.Worlds++
	if first.failed == "" {
		return
	}
	if r.Errors++; r.Error == "" {
		r.Error = first.failed
	}
	if !first.mistaken {
		return
	}
	if r.Mistakes++; r.Mistake == "" {
		r.Mistake = first.failed
	}
}

// Mistaken says whether the assembler itself is to blame for failing in more than a third of the worlds: such a one works nowhere, or not
// once there is something of some kind to read, and what it shows elsewhere proves little.
func (r Report) Mistaken() bool { return 3*r.Mistakes > r.Worlds }

func (o outcome) equal(p outcome) bool {
	return o.prompt == p.prompt && o.described == p.described && o.failed == p.failed
}

// outlives is what is to blame where the world is the same: a variable, a cache, a file; a clock and chance do too.
const outlives = " (something outlives the call; grantvet names it)"

// alike is the pair of which nothing differs at all.
const alike = "assembled a second time" + outlives

// patience is how often an assembler is asked again before others are blamed for what moved.
const patience = 64

// alone assembles once more, after nothing, after other roles and members in the same world, and after the last trial's world.
func (r *running) alone(ctx context.Context, t *trial, c *call, store *world.Store, n int, first outcome) error {
	for _, between := range []struct {
		name string
		do   func() error
	}{
		{alike, func() error { return nil }},
		{"assembled after others" + outlives, func() error { r.others(ctx, t, store); return nil }},
		{"assembled after another world" + outlives, func() error {
			if r.before == nil {
				return nil
			}
			_, err := r.beforeCall.of(ctx, r.before.base, r.before.base)
			return err
		}},
	} {
		if err := between.do(); err != nil {
			return err
		}
		again, err := c.on(ctx, store, t.base, t.base)
		if err != nil {
			return err
		}
		r.Pairs++
		if !first.equal(again) {
			if r.Failure, err = r.fickle(ctx, t, c, store, n, again); err != nil || r.Failure != nil {
				return err
			}
			r.Failure = &Failure{Trial: n, Seed: r.Seed, How: between.name, Repeats: true, first: first, second: again, Role: t.grant.Role}
			return nil
		}
	}
	return nil
}

// fickle asks an assembler again before others are blamed for what moved: one that is no function of its grant (it reads a clock, chance,
// or the order of a map) may have been lucky so far.
func (r *running) fickle(ctx context.Context, t *trial, c *call, store *world.Store, n int, last outcome) (*Failure, error) {
	for range patience {
		plain, err := c.on(ctx, store, t.base, t.base)
		if err != nil {
			return nil, err
		}
		if !plain.equal(last) {
			return &Failure{Trial: n, Seed: r.Seed, How: alike, Repeats: true, first: last, second: plain, Role: t.grant.Role}, nil
		}
	}
	return nil, nil
}

// others assembles other roles, and other members of the same. What comes of them is not looked at.
func (r *running) others(ctx context.Context, t *trial, store *world.Store) {
	for i, s := range append(slices.Clone(r.First), r.Subject) {
		d := newDraw(t.v, r.Seed, t.trial)
		d.trial, d.minted = t.trial, 1000*(i+1)
		d.Uint64()
		in, ok := d.input(s.Role)
		if !ok {
			continue
		}
		for name, raw := range t.in.fields { // much of what was given to one is often given to others
			if _, same := in.fields[name]; same && len(name) > 5 && name[:5] == "self." && d.chance(50) {
				in.fields[name] = raw
			}
		}
		r.origins.given(in.member(), in)
		_, _ = s.Assemble(ctx, store, in.in(t.base), r.options(d)...)
	}
}
