package postgres

import (
	"context"
	"fmt"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// Read returns one page; see [timeline.Log].
func (l *Log) Read(ctx context.Context, q timeline.Query) (page timeline.Page, err error) {
	err = l.reading(ctx, func() error {
		page, err = l.read(ctx, q)
		return err
	})
	if err != nil {
		return timeline.Page{}, fmt.Errorf("read the log: %w", err)
	}
	return page, nil
}

func (l *Log) read(ctx context.Context, q timeline.Query) (timeline.Page, error) {
	limit, size := q.Limits(), 0
	query, args := compile(l.id, q, limit+1) // one more, so that More is exact
	rows, err := l.pool.Query(ctx, query, args...)
	if err != nil {
		return timeline.Page{}, err
	}
	defer rows.Close()
	var page timeline.Page
	var e timeline.Event
	var id [16]byte
	var attributes, hash []byte
	targets := []any{&e.Seq, &id, &e.Namespace, &e.Type, &e.Version, &e.At, &attributes, &e.Payload, &hash}
	for rows.Next() {
		if len(page.Events) == limit {
			page.More = true
			break
		}
		e.Payload = nil // or pgx would write over the one handed out
		if err := rows.Scan(targets...); err != nil {
			return timeline.Page{}, err
		}
		e.ID = id
		if e.Attributes, err = timeline.ParseAttributes(attributes); err != nil || len(hash) != len(e.Hash) {
			return timeline.Page{}, &timeline.Damaged{Seq: e.Seq, Why: "its attributes or its hash do not read"}
		}
		copy(e.Hash[:], hash)
		if size += e.Size(); len(page.Events) > 0 && size > timeline.PageBytes {
			page.More = true
			break
		}
		page.Events = append(page.Events, e)
	}
	rows.Close()
	return page, rows.Err()
}
