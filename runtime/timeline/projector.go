package timeline

import "context"

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

// CatchUp brings f up to upto, page by page.
func CatchUp(ctx context.Context, log Log, f Fold, upto Position) error { panic("stub") }

// Behind says whether an event that f claims lies in (f's position, at].
func Behind(ctx context.Context, log Log, f Fold, at Position) (bool, error) { panic("stub") }
