package sqlite

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	driver "modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/internal/group"
)

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

// append appends; expect is -1 when any end will do. Until its commit begins a cancel ends it; from there on the context is one
// that nobody can cancel, so that a batch is there or is not, and the connection never stays inside a transaction.
func (l *Log) append(ctx context.Context, expect timeline.Position, batch []timeline.Pending) (timeline.Range, error) {
	events, err := timeline.Prepare(batch, time.Now().UnixMicro())
	if err == nil {
		err = ctx.Err()
	}
	switch {
	case err != nil:
	case l.options.readOnly:
		err = timeline.ErrReadOnly
	case l.closed.Load():
		err = timeline.ErrClosed
	case len(events) == 0:
		return timeline.Range{}, nil
	}
	if err != nil {
		return timeline.Range{}, fmt.Errorf("append: %w", err)
	}
	r := group.New(expect, events)
	l.queue.Do(ctx, r, func(batch []*group.Request) { l.commit(context.WithoutCancel(ctx), batch) })
	if r.Err != nil {
		return timeline.Range{}, fmt.Errorf("append: %w", r.Err)
	}
	return r.Range, nil
}

// commit settles all requests of a group in one transaction.
func (l *Log) commit(ctx context.Context, batch []*group.Request) {
	if l.closed.Load() {
		group.Fail(batch, timeline.ErrClosed)
		return
	}
	err := l.try(ctx, batch)
	switch {
	case err == nil:
		l.boundWAL(ctx)
	case len(batch) > 1: // a disk that is full for the large one may do for its neighbours
		for i := range batch {
			l.commit(ctx, batch[i:i+1])
		}
	default:
		group.Fail(batch, err)
	}
}

// try looks up ids only when it must: nearly always each is new, and the database says when one is not (its trigger looks). An expectation
// must not be judged before it is known that the batch is not there.
func (l *Log) try(ctx context.Context, batch []*group.Request) error {
	if !slices.ContainsFunc(batch, func(r *group.Request) bool { return r.Expect >= 0 }) {
		err := l.transact(ctx, func() error { return l.insert(ctx, batch, nil) })
		var e *driver.Error
		if !errors.As(err, &e) || e.Code()&0xff != lib.SQLITE_CONSTRAINT {
			return err
		}
	}
	return l.transact(ctx, func() error {
		standing, err := l.standing(ctx, batch)
		if err != nil {
			return err
		}
		return l.insert(ctx, batch, standing)
	})
}

func (l *Log) transact(ctx context.Context, do func() error) error {
	return transact(ctx, l.begin, l.end, l.conn, do)
}

// insert runs inside the transaction.
func (l *Log) insert(ctx context.Context, batch []*group.Request, standing map[timeline.ID]timeline.Standing) error {
	var last timeline.Position
	if err := l.last.QueryRowContext(ctx).Scan(&last); err != nil {
		return explain(err)
	}
	events := group.Plan(batch, standing, last)
	args := make([]any, 0, rowsAtOnce*columnCount)
	for len(events) > 0 {
		n, stmt := 1, l.insertOne
		if len(events) >= rowsAtOnce {
			n, stmt = rowsAtOnce, l.insertMany
		}
		args = args[:0]
		for i := range n {
			e := &events[i]
			args = append(args, e.Seq, e.ID[:], e.Namespace, e.Type, e.Version, e.At, string(e.Attributes.JSON()), e.Payload, e.Hash[:])
		}
		if _, err := stmt.ExecContext(ctx, args...); err != nil {
			return explain(err)
		}
		for i := range n {
			if err := l.insertMembers(ctx, &events[i]); err != nil {
				return explain(err)
			}
		}
		events = events[n:]
	}
	return nil
}

func (l *Log) insertMembers(ctx context.Context, e *timeline.Event) error {
	for _, a := range e.Attributes {
		set, _ := a.Value.AsSet()
		for _, member := range set {
			if _, err := l.insertMember.ExecContext(ctx, e.Namespace, e.Type, a.Name, member, e.Seq); err != nil {
				return err
			}
		}
	}
	return nil
}

// standing looks up which ids of a group are on the log.
func (l *Log) standing(ctx context.Context, batch []*group.Request) (map[timeline.ID]timeline.Standing, error) {
	const most = 500 // parameters of one query
	var ids []any
	for _, r := range batch {
		for i := range r.Events {
			ids = append(ids, r.Events[i].ID[:])
		}
	}
	found := map[timeline.ID]timeline.Standing{}
	for len(ids) > 0 {
		n := min(len(ids), most)
		if err := l.look(ctx, ids[:n], found); err != nil {
			return nil, explain(err)
		}
		ids = ids[n:]
	}
	return found, nil
}

func (l *Log) look(ctx context.Context, ids []any, found map[timeline.ID]timeline.Standing) error {
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
