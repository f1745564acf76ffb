package slice

import (
	"context"
	"fmt"
	"sync"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/evidence"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/world"
)

// Session is one call of a role: every slice reads at its position and remembers what it handed out. It has no type parameter, unlike
// what it hands out: methods of an instance are compiled anew in every package that names it, and each role is one.
type Session struct {
	ctx   context.Context
	store *world.Store
	call  *Call
	opts  assembly.Options
	upto  timeline.Position
	moved map[string]timeline.Position // slices opened by hand at another position
	log   *assembly.Session

	mu       sync.Mutex // an assembler may read from several goroutines
	admitted map[Spec]*admitted
	checked  map[string]bool // folds whose position was checked
	fixed    map[assembly.Handle]*Fixed
	prose    map[assembly.Handle]string // what a section says
	recalls  map[*Memory]*recall        // of every memory slice
	records  map[recordKey]evidence.Record
	told     map[*Log]bool // slices of which a section stands for something
}

// Open makes a session by hand: nothing is brought up first, so that a fold that is behind is a StaleRead when it is read.
// Generated code uses [Assemble].
func Open(ctx context.Context, store *world.Store, call Call, opts ...assembly.Option) (*Session, error) {
	c, err := open(ctx, store, &call, assembly.OptionsOf(append(opts[:len(opts):len(opts)], assembly.NoCatchUp())))
	if err != nil {
		return nil, err
	}
	return c, nil
}

func open(ctx context.Context, store *world.Store, call *Call, o assembly.Options) (*Session, error) {
	if err := call.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", call.Role.Name, err)
	}
	if o.Observe != nil {
		grant, err := call.grant()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", call.name(), err)
		}
		o.Observe(grant)
	}
	recalls, err := recallBefore(ctx, store, call, o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", call.name(), err)
	}
	last, err := store.Last(ctx)
	if err != nil {
		return nil, fmt.Errorf("%s: find the end of the log: %w", call.name(), err)
	}
	upto := last
	switch {
	case call.events() != nil:
		upto = call.Range.To
		if o.Position != nil && *o.Position != upto {
			return nil, fmt.Errorf("%s: %w", call.name(), &InputError{Input: call.events().Name,
				Why: fmt.Sprintf("ends at %d, and the option At asks for %d", upto, *o.Position)})
		}
	case o.Position != nil:
		upto = *o.Position
	}
	if upto < 0 {
		return nil, fmt.Errorf("%s: %w", call.name(), &InputError{Input: "position", Why: fmt.Sprintf("is %d, before the log's beginning", upto)})
	}
	if upto > last {
		return nil, fmt.Errorf("%s: %w", call.name(), &assembly.StaleRead{ReadAt: upto})
	}
	if o.CatchUp {
		if err := store.CatchUp(ctx, upto); err != nil {
			return nil, fmt.Errorf("%s: bring the folds up to %d: %w", call.name(), upto, err)
		}
	}
	c := &Session{ctx: ctx, store: store, call: call, opts: o, upto: upto, admitted: map[Spec]*admitted{}, checked: map[string]bool{}, fixed: map[assembly.Handle]*Fixed{}, prose: map[assembly.Handle]string{}, recalls: recalls}
	names := make([]string, len(call.Role.Slices))
	for i, s := range call.Role.Slices {
		names[i] = s.sliceName()
	}
	c.log = assembly.Open(assembly.Setup{Role: call.name(), Upto: upto, Slices: names, Slots: call.Role.Slots, MayRead: c.mayRead,
		Layout: call.Role.Layout, Now: call.micros(), Full: call.Role.full()})
	return c, nil
}

// Move opens one slice at a position of its own: for tests and tools. Assembling such a session is an AssemblyError when the
// slices that were read stand at different positions.
func (c *Session) Move(slice string, at timeline.Position) {
	if c.moved == nil {
		c.moved = map[string]timeline.Position{}
	}
	c.moved[slice] = at
}

func (c *Session) at(slice string) timeline.Position {
	if at, ok := c.moved[slice]; ok {
		return at
	}
	return c.upto
}

// granted says whether spec is one of the role's own.
func (c *Session) granted(spec Spec) bool {
	for _, s := range c.call.Role.Slices {
		if s == spec {
			return true
		}
	}
	return false
}

// enter is what every door passes: the session lives, the slice is the role's, the position is on the log.
func (c *Session) enter(spec Spec, what string) (timeline.Position, bool) {
	c.log.Alive()
	if !c.granted(spec) {
		c.log.Fail(&assembly.NotGranted{Scope: what})
		return 0, false
	}
	at := c.at(spec.sliceName())
	if at > c.upto {
		last, err := c.store.Last(c.ctx)
		if err == nil && at > last {
			err = &assembly.StaleRead{ReadAt: at}
		}
		if err != nil {
			c.log.Fail(err)
			return 0, false
		}
	}
	return at, true
}

// fresh refuses a fold that is behind where the session may not bring it up.
func (c *Session) fresh(f timeline.Fold, at timeline.Position) error {
	if c.opts.CatchUp {
		return nil
	}
	key := fmt.Sprintf("%s@%d", f.Name(), at)
	c.mu.Lock()
	known := c.checked[key]
	c.mu.Unlock()
	if known {
		return nil
	}
	behind, err := timeline.Behind(c.ctx, c.store.Log(), f, at)
	if err != nil {
		return err
	}
	if behind {
		pos, err := f.Position(c.ctx)
		if err != nil {
			return err
		}
		return &assembly.StaleRead{Fold: f.Name(), FoldAt: pos, ReadAt: at}
	}
	c.mu.Lock()
	c.checked[key] = true
	c.mu.Unlock()
	return nil
}
