package timeline

import (
	"context"
	"errors"
	"fmt"
)

// ErrDiffers is a copy onto a log that holds other events than the source.
var ErrDiffers = errors.New("the target holds other events than the source")

// Copy copies a log, with ids, times, bytes and seqs, and returns the last seq of the copy. What the target has already must be the source's
// beginning, else [ErrDiffers] and nothing is copied; so a copy that was broken off goes on when it is called again, and one that is complete changes
// nothing. Events that are appended to the source meanwhile are left for the next call. Nobody else may append to the target: each page is appended at
// the position expected, so that who does makes the copy fail and not the seqs.
func Copy(ctx context.Context, from, to Log) (Position, error) {
	at, err := replicate(ctx, from, to)
	if err != nil {
		return at, fmt.Errorf("copy the log: %w", err)
	}
	return at, nil
}

func replicate(ctx context.Context, from, to Log) (Position, error) {
	last, err := from.Last(ctx)
	if err != nil {
		return 0, err
	}
	at, err := to.Last(ctx)
	if err != nil {
		return 0, err
	}
	if at > last {
		return at, fmt.Errorf("%w: it ends at %d, and the source at %d", ErrDiffers, at, last)
	}
	if err := same(ctx, from, to, at); err != nil {
		return at, err
	}
	for at < last {
		page, err := from.Read(ctx, Query{After: at, UpTo: last})
		if err != nil {
			return at, err
		}
		if len(page.Events) == 0 {
			return at, fmt.Errorf("the source has no event %d", at+1)
		}
		batch := make([]Pending, len(page.Events))
		for i, e := range page.Events {
			if e.Seq != at+Position(i)+1 {
				return at, fmt.Errorf("the source has no event %d", at+Position(i)+1)
			}
			batch[i] = e.Pending
		}
		r, err := to.AppendAt(ctx, at, batch...)
		if err != nil {
			return at, err
		}
		at = r.To
	}
	return at, nil
}

// same compares the first events of two logs, page by page: the engines may cut pages differently, so the second is asked for what the first gave.
func same(ctx context.Context, from, to Log, upto Position) error {
	for at := Position(0); at < upto; {
		page, err := from.Read(ctx, Query{After: at, UpTo: upto})
		if err != nil {
			return err
		}
		if len(page.Events) == 0 {
			return fmt.Errorf("the source has no event %d", at+1)
		}
		end := page.Events[len(page.Events)-1].Seq
		var there []Event
		for got := at; got < end; {
			other, err := to.Read(ctx, Query{After: got, UpTo: end})
			if err != nil {
				return err
			}
			if len(other.Events) == 0 {
				return fmt.Errorf("the target has no event %d", got+1)
			}
			there = append(there, other.Events...)
			got = there[len(there)-1].Seq
		}
		for i, e := range page.Events {
			o := there[min(i, len(there)-1)]
			if e.Seq != o.Seq || e.ID != o.ID || e.Key != o.Key || e.Version != o.Version || e.At != o.At || e.Hash != o.Hash {
				return fmt.Errorf("%w: event %d", ErrDiffers, e.Seq)
			}
		}
		at = end
	}
	return nil
}
