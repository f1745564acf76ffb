package pin

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// Commit appends one PinPromoted for each pin that is not on the log yet, as one batch. Again, it appends nothing. Pins of a model
// that is set apart wait for its write door. When another ledger promoted another answer to one of the calls meanwhile, the
// rest is appended and the error is a [Stands].
func (l *Ledger) Commit(ctx context.Context) error {
	l.committing.Lock()
	defer l.committing.Unlock()
	const attempts = 5 // each but the last lost a race with another ledger of the run
	var err error
	for range attempts {
		var batch []timeline.Pending
		var beaten *Stands
		if batch, beaten, err = l.open(ctx); err != nil {
			return err
		}
		if len(batch) > 0 {
			_, err = l.tl.Commit(ctx, batch...)
		}
		if err == nil {
			l.committed(batch)
			if beaten != nil {
				return beaten
			}
			return nil
		}
		var partly *timeline.PartlyThere
		var taken *timeline.IDTaken
		if !errors.As(err, &partly) && !errors.As(err, &taken) {
			break
		}
	}
	return fmt.Errorf("commit the pins of run %q: %w", l.run, err)
}

// open lists what a Commit has to append, after a look at what stands.
func (l *Ledger) open(ctx context.Context) ([]timeline.Pending, *Stands, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.refresh(ctx); err != nil {
		return nil, nil, err
	}
	batch, beaten := l.uncommitted(func(p *pinned) bool { return p.maker == nil || p.maker.parent == nil })
	return batch, beaten, nil
}

// uncommitted lists pins in one order, so that equal runs give equal logs; it also returns the first that cannot be promoted. l.mu is held.
func (l *Ledger) uncommitted(of func(*pinned) bool) ([]timeline.Pending, *Stands) {
	var pins []*pinned
	for _, p := range l.pins {
		if !p.committed && of(p) {
			pins = append(pins, p)
		}
	}
	slices.SortFunc(pins, func(a, b *pinned) int { return cmp.Compare(a.made, b.made) })
	var batch []timeline.Pending
	var beaten *Stands
	for _, p := range pins {
		switch {
		case !p.beaten:
			batch = append(batch, p.pending(l.run))
		case beaten == nil:
			beaten = &Stands{Run: l.run, Kind: p.kind, Name: p.name, Key: p.key, Occurrence: p.occurrence, Meanwhile: true}
		}
	}
	return batch, beaten
}

// committed marks the pins of a batch that was appended.
func (l *Ledger) committed(batch []timeline.Pending) {
	ids := map[timeline.ID]bool{}
	for _, p := range batch {
		ids[p.ID] = true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range l.pins {
		if !p.committed && ids[p.id(l.run)] {
			p.committed = true
		}
	}
}

// Uncommitted are the events of the pins that this model made and that are not on the log: a write door appends them in one batch
// with what they led to.
func (m *Model) Uncommitted() []timeline.Pending {
	m.ledger.mu.Lock()
	defer m.ledger.mu.Unlock()
	batch, _ := m.ledger.uncommitted(func(p *pinned) bool { return p.maker == m })
	return batch
}

// Committed says that a batch was appended; those of its events that are pins of this ledger are promoted.
func (m *Model) Committed(batch []timeline.Pending) { m.ledger.committed(batch) }
