package sqlite

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/grantgen/grantgen/runtime/timeline"
)

const insertEvent = `INSERT INTO events (seq, id, namespace, type, version, at, attributes, payload, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`

// Append appends a batch; see [timeline.Log].
func (l *Log) Append(ctx context.Context, batch ...timeline.Pending) (timeline.Range, error) {
	return l.append(ctx, -1, batch)
}

// AppendAt appends a batch if the log ends at expect; see [timeline.Log].
func (l *Log) AppendAt(ctx context.Context, expect timeline.Position, batch ...timeline.Pending) (timeline.Range, error) {
	if expect < 0 {
		return timeline.Range{}, fmt.Errorf("append: %d is no position", expect)
	}
	return l.append(ctx, expect, batch)
}

// append appends; expect is -1 when any end will do. Until the write lock is ours a cancel ends it; from there on the context is one
// that nobody can cancel, so that a batch is there or is not, and the connection never stays inside a transaction.
func (l *Log) append(ctx context.Context, expect timeline.Position, batch []timeline.Pending) (r timeline.Range, err error) {
	events, err := timeline.Prepare(batch, time.Now().UnixMicro())
	if err != nil {
		return timeline.Range{}, fmt.Errorf("append: %w", err)
	}
	if err := l.acquire(ctx); err != nil {
		return timeline.Range{}, fmt.Errorf("append: %w", err)
	}
	defer l.release()
	if len(events) == 0 {
		return timeline.Range{}, nil
	}
	ctx = context.WithoutCancel(ctx)
	err = transact(ctx, l.conn, func() error {
		r, err = l.settle(ctx, expect, events)
		return err
	})
	if err != nil {
		return timeline.Range{}, fmt.Errorf("append: %w", err)
	}
	return r, nil
}

// settle runs inside the transaction.
func (l *Log) settle(ctx context.Context, expect timeline.Position, events []timeline.Event) (timeline.Range, error) {
	standing, err := l.standing(ctx, events)
	if err != nil {
		return timeline.Range{}, err
	}
	r, there, err := timeline.Settle(events, func(id timeline.ID) (timeline.Standing, bool) {
		s, found := standing[id]
		return s, found
	})
	if there || err != nil {
		return r, err
	}
	last, err := lastSeq(ctx, l.conn)
	if err != nil {
		return timeline.Range{}, err
	}
	if expect >= 0 && expect != last {
		return timeline.Range{}, &timeline.Conflict{Expected: expect, Last: last}
	}
	for i, e := range events {
		_, err := l.insert.ExecContext(ctx, last+int64(i)+1, e.ID[:], e.Namespace, e.Type, e.Version, e.At, string(e.Attributes.JSON()), e.Payload, e.Hash[:])
		if err != nil {
			return timeline.Range{}, fmt.Errorf("event %d of %d: %w", i+1, len(events), explain(err))
		}
	}
	return timeline.Range{From: last + 1, To: last + int64(len(events))}, nil
}

// standing looks up which ids of a batch are on the log.
func (l *Log) standing(ctx context.Context, events []timeline.Event) (map[timeline.ID]timeline.Standing, error) {
	const most = 500 // parameters of one query
	found := map[timeline.ID]timeline.Standing{}
	for len(events) > 0 {
		n := min(len(events), most)
		if err := l.look(ctx, events[:n], found); err != nil {
			return nil, explain(err)
		}
		events = events[n:]
	}
	return found, nil
}

func (l *Log) look(ctx context.Context, events []timeline.Event, found map[timeline.ID]timeline.Standing) error {
	ids := make([]any, len(events))
	for i := range events {
		ids[i] = events[i].ID[:]
	}
	rows, err := l.conn.QueryContext(ctx,
		"SELECT id, seq, namespace, type, version, hash FROM events WHERE id IN (?"+strings.Repeat(", ?", len(ids)-1)+")", ids...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var s timeline.Standing
		var id, hash []byte
		if err := rows.Scan(&id, &s.Seq, &s.Namespace, &s.Type, &s.Version, &hash); err != nil {
			return err
		}
		copy(s.Hash[:], hash)
		found[timeline.ID(id)] = s
	}
	return rows.Err()
}
