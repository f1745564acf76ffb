package timeline

import (
	"context"
	"errors"
	"fmt"
)

// Fault is an event that is not as it was appended.
type Fault struct {
	Seq Position
	Why string
}

func (f Fault) String() string { return fmt.Sprintf("event %d: %s", f.Seq, f.Why) }

// Verify reads the whole log and checks that seqs are dense, that each hash is that of the bytes, and that payloads are JSON values. It goes on
// after a fault. progress, if it is not nil, is called after each page with the seq that was reached.
func Verify(ctx context.Context, log Log, progress func(Position)) ([]Fault, error) {
	var faults []Fault
	last, err := log.Last(ctx)
	if err != nil {
		return nil, fmt.Errorf("verify the log: %w", err)
	}
	next, upto := Position(1), last
	for next <= last {
		page, err := log.Read(ctx, Query{After: next - 1, UpTo: upto})
		var damaged *Damaged
		switch {
		case errors.As(err, &damaged) && damaged.Seq > next: // what stands before it on the page comes first
			upto = damaged.Seq - 1
			continue
		case errors.As(err, &damaged):
			faults, next, upto = append(faults, Fault{damaged.Seq, damaged.Why}), damaged.Seq+1, last
			continue
		case err != nil:
			return faults, fmt.Errorf("verify the log: %w", err)
		}
		for _, e := range page.Events {
			for ; next < e.Seq; next++ {
				faults = append(faults, Fault{next, "it is not there"})
			}
			if why := e.fault(); why != "" {
				faults = append(faults, Fault{e.Seq, why})
			}
			next = e.Seq + 1
		}
		if !page.More {
			for ; next <= upto; next++ {
				faults = append(faults, Fault{next, "it is not there"})
			}
			upto = last
		}
		if progress != nil {
			progress(next - 1)
		}
	}
	return faults, nil
}

func (e Event) fault() string {
	switch {
	case e.Hash != HashOf(e.Attributes, e.Payload):
		return "its hash is not that of its bytes"
	case CheckJSON(e.Payload) != nil:
		return "its payload is no JSON value"
	default:
		return ""
	}
}
