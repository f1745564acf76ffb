package slice

import (
	"context"
	"fmt"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// Pages reads a query page by page until it is done or see says stop. A Limit is a limit on the whole.
func Pages(ctx context.Context, log timeline.Log, q timeline.Query, see func(timeline.Event) bool) error {
	left := q.Limit
	for {
		page, err := log.Read(ctx, q)
		if err != nil {
			return fmt.Errorf("read the log after %d: %w", q.After, err)
		}
		for _, e := range page.Events {
			if !see(e) {
				return nil
			}
		}
		if !page.More || len(page.Events) == 0 {
			return nil
		}
		last := page.Events[len(page.Events)-1].Seq
		if q.Newest {
			if q.UpTo = last - 1; q.UpTo <= q.After {
				return nil
			}
		} else {
			q.After = last
		}
		if q.Limit > 0 {
			if left -= len(page.Events); left <= 0 {
				return nil
			}
			q.Limit = left
		}
	}
}

// ReadAll reads all that a query admits.
func ReadAll(ctx context.Context, log timeline.Log, q timeline.Query) ([]timeline.Event, error) {
	var out []timeline.Event
	err := Pages(ctx, log, q, func(e timeline.Event) bool {
		out = append(out, e)
		return true
	})
	return out, err
}
