package timeline

import (
	"context"
	"errors"
	"fmt"
)

// Fold is state computed from the log. It marks and indexes by envelope, and decodes a payload only when it hands it out.
type Fold interface {
	// Name is what a StaleRead says: "belief", "chronicle".
	Name() string
	// Claims lists the types it folds; an event of another type never makes it stale.
	Claims() []Clause
	// Position is the last seq up to which every claimed event is folded.
	Position(ctx context.Context) (Position, error)
	// Fold takes the claimed events in (Position, upto], in order, and moves to upto. Events at or before Position are skipped.
	Fold(ctx context.Context, upto Position, events []Event) error
}

// CatchUp brings f up to upto, page by page. A position that the log has not reached is a [PastEnd]: a fold that stood past the end
// would never see the events that come.
//
// Several CatchUps of one fold may run at once: each page begins at or before the fold's position, and what is folded is skipped.
func CatchUp(ctx context.Context, log Log, f Fold, upto Position) error {
	at, err := f.Position(ctx)
	if err != nil {
		return fmt.Errorf("catch up the %s fold: %w", f.Name(), err)
	}
	if at >= upto {
		return nil
	}
	last, err := log.Last(ctx)
	if err != nil {
		return fmt.Errorf("catch up the %s fold: %w", f.Name(), err)
	}
	if upto > last {
		return &PastEnd{At: upto, Last: last}
	}
	for at < upto {
		page, err := log.Read(ctx, Query{After: at, UpTo: upto, Clauses: f.Claims()})
		if err != nil {
			return fmt.Errorf("catch up the %s fold: %w", f.Name(), err)
		}
		next := upto
		if page.More {
			if len(page.Events) == 0 {
				return fmt.Errorf("catch up the %s fold: %w", f.Name(), errStuck)
			}
			next = page.Events[len(page.Events)-1].Seq
		}
		if err := f.Fold(ctx, next, page.Events); err != nil {
			return fmt.Errorf("catch up the %s fold to %d: %w", f.Name(), next, err)
		}
		at = next
	}
	return nil
}

// errStuck is an engine's fault; without it a reader would ask for ever.
var errStuck = errors.New("the log gave an empty page and said that there is more")

// Behind says whether an event that f claims lies in (f's position, at].
func Behind(ctx context.Context, log Log, f Fold, at Position) (bool, error) {
	folded, err := f.Position(ctx)
	if err != nil {
		return false, fmt.Errorf("ask how far the %s fold is: %w", f.Name(), err)
	}
	if folded >= at {
		return false, nil
	}
	page, err := log.Read(ctx, Query{After: folded, UpTo: at, Clauses: f.Claims(), Limit: 1})
	if err != nil {
		return false, fmt.Errorf("ask how far the %s fold is: %w", f.Name(), err)
	}
	return len(page.Events) > 0, nil
}
