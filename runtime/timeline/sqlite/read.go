package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// Read returns one page; see [timeline.Log]. Its rows are read to the end of the page and closed before it returns.
func (l *Log) Read(ctx context.Context, q timeline.Query) (timeline.Page, error) {
	var page timeline.Page
	err := l.reading(ctx, func(ctx context.Context, db queryer) error {
		var err error
		page, err = read(ctx, db, q)
		return explain(err)
	})
	if err != nil {
		return timeline.Page{}, fmt.Errorf("read the log: %w", err)
	}
	return page, nil
}

func read(ctx context.Context, db queryer, q timeline.Query) (timeline.Page, error) {
	limit, size := q.Limits(), 0
	query, args := compile(q, limit+1) // one more, so that More is exact
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return timeline.Page{}, err
	}
	defer rows.Close()
	var page timeline.Page
	for rows.Next() {
		if len(page.Events) == limit {
			page.More = true
			break
		}
		e, err := scan(rows)
		if err != nil {
			return timeline.Page{}, err
		}
		if size += e.Size(); len(page.Events) > 0 && size > timeline.PageBytes {
			page.More = true
			break
		}
		page.Events = append(page.Events, e)
	}
	if err := rows.Err(); err != nil {
		return timeline.Page{}, err
	}
	return page, rows.Close()
}

func scan(rows *sql.Rows) (timeline.Event, error) {
	var e timeline.Event
	var id, attributes, hash sql.RawBytes // parsed and copied at once, so they need no copy of their own
	if err := rows.Scan(&e.Seq, &id, &e.Namespace, &e.Type, &e.Version, &e.At, &attributes, &e.Payload, &hash); err != nil {
		return timeline.Event{}, err
	}
	if len(id) != len(e.ID) || len(hash) != len(e.Hash) {
		return timeline.Event{}, &timeline.Damaged{Seq: e.Seq, Why: "its id or its hash is cut"}
	}
	copy(e.ID[:], id)
	copy(e.Hash[:], hash)
	var err error
	if e.Attributes, err = timeline.ParseAttributes(attributes); err != nil {
		return timeline.Event{}, &timeline.Damaged{Seq: e.Seq, Why: "its attributes do not read"}
	}
	return e, nil
}
