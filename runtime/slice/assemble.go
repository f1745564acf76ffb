package slice

import (
	"context"
	"fmt"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/world"
)

// Assemble opens a session, runs write over it, checks what came out and applies the budget. A panic in write comes back as an
// error with what had been read.
func Assemble(ctx context.Context, store *world.Store, call Call, write func(*Session), opts ...assembly.Option) (*assembly.Context, error) {
	if call.Through != 0 {
		return nil, fmt.Errorf("%s: %w", call.Role.Name, &InputError{Input: "through", Why: "is for the write door alone"})
	}
	c, err := open(ctx, store, &call, assembly.OptionsOf(opts))
	if err != nil {
		return nil, err
	}
	return c.run(func() { write(c) })
}

// AssembleWith runs write over a session made by hand. A session that was read from before is an AssemblyError, and so are
// slices read at different positions.
func AssembleWith(s *Session, write func(*Session)) (*assembly.Context, error) {
	if len(s.log.Reads()) > 0 {
		return nil, fmt.Errorf("%s: %w", s.call.name(), &assembly.AssemblyError{Reason: assembly.AlreadyRead})
	}
	return s.run(func() { write(s) })
}

func (c *Session) run(write func()) (built *assembly.Context, err error) {
	defer func() {
		if c.opts.Reading != nil {
			c.opts.Reading(c.log.Reading())
		}
		if err != nil {
			err = fmt.Errorf("%s: %w", c.call.name(), err)
		}
	}()
	if err := c.attempt(write); err != nil {
		return nil, err
	}
	if err := c.onePosition(); err != nil {
		c.log.Fail(err)
	}
	c.noteMemory()
	c.noteUntold()
	if built, err = c.log.Finish(c.opts); err == nil {
		built.From(c.call.origin)
	}
	return built, err
}

// attempt runs write and turns its panic into an error. runtime.Goexit (a t.FailNow in an assembler) passes through.
func (c *Session) attempt(write func()) (err error) {
	done := false
	defer func() {
		if done {
			return
		}
		if v := recover(); v != nil {
			err = c.log.Abandon(v)
		}
	}()
	write()
	done = true
	return nil
}

// onePosition finds slices that were moved by hand and read at another position than the rest.
func (c *Session) onePosition() error {
	if len(c.moved) == 0 {
		return nil
	}
	var at []assembly.SlicePosition
	differ := false
	for _, s := range c.call.Role.Slices {
		switch s.(type) {
		case *Given, *Fixed, *Tools:
			continue
		}
		p := assembly.SlicePosition{Slice: s.sliceName(), At: c.at(s.sliceName())}
		differ = differ || (len(at) > 0 && at[0].At != p.At)
		at = append(at, p)
	}
	if !differ {
		return nil
	}
	return &assembly.AssemblyError{Reason: assembly.PositionsDiffer, Positions: at}
}
