package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/internal/group"
)

// insert raises the counter and inserts, in one statement. $3 is the last seq that is expected, or -1. It returns no row when the log ends
// elsewhere, or is gone.
const insert = `
WITH counter AS (
	UPDATE grantgen.logs SET last = last + $2 WHERE log_id = $1 AND ($3 < 0 OR last = $3) RETURNING last - $2 AS base
), inserted AS (
	INSERT INTO grantgen.events (log_id, seq, id, namespace, type, version, at, attributes, payload, hash)
	SELECT $1, base + n, id, namespace, type, version, at, attributes::json, payload, hash
	FROM counter, unnest($4::uuid[], $5::text[], $6::text[], $7::integer[], $8::bigint[], $9::text[], $10::bytea[], $11::bytea[])
		WITH ORDINALITY AS e (id, namespace, type, version, at, attributes, payload, hash, n)
)`

// insertMembers goes between, when a batch has sets.
const insertMembers = `, indexed AS (
	INSERT INTO grantgen.members (log_id, seq, namespace, type, attribute, member)
	SELECT $1, base + n, namespace, type, attribute, member
	FROM counter, unnest($12::bigint[], $13::text[], $14::text[], $15::text[], $16::text[]) AS m (n, namespace, type, attribute, member)
)`

const insertBase = ` SELECT base FROM counter`

// What one statement carries at most: arrays are bounded by 1 GB on the server, and stand in its memory.
const (
	mostRows  = 10_000
	mostBytes = 64 << 20
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

// append appends; expect is -1 when any end will do. A cancel counts until the append is sent; from there on it runs to its end, within
// the log's patience.
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

// commit settles all requests of a group.
func (l *Log) commit(ctx context.Context, batch []*group.Request) {
	if l.closed.Load() {
		group.Fail(batch, timeline.ErrClosed)
		return
	}
	ctx, cancel := context.WithTimeout(ctx, l.options.patience)
	defer cancel()
	err := l.try(ctx, batch)
	if lost(err) && notSent(err) { // a connection that a restarted server forgot
		l.pool.Reset()
		err = l.try(ctx, batch)
	}
	switch {
	case err == nil:
	case lost(err):
		l.pool.Reset() // its neighbours are most likely lost too
		if !notSent(err) {
			err = fmt.Errorf("%w: %w", ErrUnknown, err)
		}
		group.Fail(batch, explain(err))
	case len(batch) > 1: // one may be too much for the server; it must not fail its neighbours
		for i := range batch {
			l.commit(ctx, batch[i:i+1])
		}
	default:
		group.Fail(batch, explain(err))
	}
}

// errNoConnection marks a connection that could not be had.
var errNoConnection = errors.New("no connection to the server")

// notSent says that the server has not heard of the append.
func notSent(err error) bool { return errors.Is(err, errNoConnection) || pgconn.SafeToRetry(err) }

func (l *Log) try(ctx context.Context, batch []*group.Request) error {
	conn, err := l.pool.Acquire(ctx)
	if err != nil {
		return fmt.Errorf("%w: %w", errNoConnection, err)
	}
	defer conn.Release()
	// The usual case needs one statement: no expectation, and ids that are new.
	if events, usual := fresh(batch); usual {
		base, err := l.insert(ctx, conn, -1, events)
		if err == nil {
			for _, r := range batch {
				r.Range.From, r.Range.To = r.Range.From+base, r.Range.To+base
			}
			return nil
		}
		var e *pgconn.PgError
		if !errors.As(err, &e) || e.ConstraintName != "events_id" && e.Code != "40001" && e.Code != "40P01" {
			return err
		}
	}
	return pgx.BeginTxFunc(ctx, conn, pgx.TxOptions{IsoLevel: pgx.ReadCommitted}, func(tx pgx.Tx) error {
		return l.settle(ctx, tx, batch)
	})
}

// fresh plans the group as if nothing of it stood on the log, from seq 1 on.
func fresh(batch []*group.Request) (events []timeline.Event, usual bool) {
	n := 0
	for _, r := range batch {
		if r.Expect >= 0 {
			return nil, false
		}
		n += len(r.Events)
	}
	events = group.Plan(batch, nil, 0)
	return events, len(events) == n && fits(events) == n
}

// settle looks before it inserts. The counter's row is locked first, so that what is seen holds until the commit.
func (l *Log) settle(ctx context.Context, tx pgx.Tx, batch []*group.Request) error {
	var last timeline.Position
	err := tx.QueryRow(ctx, "SELECT last FROM grantgen.logs WHERE log_id = $1 FOR UPDATE", l.id).Scan(&last)
	if err != nil {
		return err
	}
	standing, err := l.standing(ctx, tx, batch)
	if err != nil {
		return err
	}
	for events := group.Plan(batch, standing, last); len(events) > 0; {
		n := fits(events)
		if _, err := l.insert(ctx, tx, last, events[:n]); err != nil {
			return err
		}
		last += int64(n)
		events = events[n:]
	}
	return nil
}

// fits is how many of the events go into one statement; at least one.
func fits(events []timeline.Event) int {
	bytes := 0
	for i := range events {
		if bytes += events[i].Size(); i > 0 && (bytes > mostBytes || i == mostRows) {
			return i
		}
	}
	return len(events)
}

func (l *Log) standing(ctx context.Context, tx pgx.Tx, batch []*group.Request) (map[timeline.ID]timeline.Standing, error) {
	var ids [][16]byte
	for _, r := range batch {
		for i := range r.Events {
			ids = append(ids, r.Events[i].ID)
		}
	}
	rows, err := tx.Query(ctx, `SELECT id, seq, namespace, type, version, hash FROM grantgen.events
		WHERE log_id = $1 AND id = ANY ($2::uuid[])`, l.id, ids)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := map[timeline.ID]timeline.Standing{}
	for rows.Next() {
		var s timeline.Standing
		var id [16]byte
		var hash []byte
		if err := rows.Scan(&id, &s.Seq, &s.Namespace, &s.Type, &s.Version, &hash); err != nil {
			return nil, err
		}
		copy(s.Hash[:], hash)
		found[id] = s
	}
	return found, rows.Err()
}

func (l *Log) insert(ctx context.Context, db queryer, expect timeline.Position, events []timeline.Event) (base timeline.Position, err error) {
	n := len(events)
	ids, namespaces, types := make([][16]byte, n), make([]string, n), make([]string, n)
	versions, times, attributes := make([]int32, n), make([]int64, n), make([]string, n)
	payloads, hashes := make([][]byte, n), make([][]byte, n)
	for i := range events {
		e := &events[i]
		ids[i], namespaces[i], types[i], versions[i], times[i] = e.ID, e.Namespace, e.Type, int32(e.Version), e.At
		attributes[i], payloads[i], hashes[i] = string(e.Attributes.JSON()), e.Payload, e.Hash[:]
	}
	query, args := insert, []any{l.id, int64(n), expect, ids, namespaces, types, versions, times, attributes, payloads, hashes}
	if members := membersOf(events); len(members.at) > 0 {
		query += insertMembers
		args = append(args, members.at, members.namespaces, members.types, members.attributes, members.members)
	}
	err = db.QueryRow(ctx, query+insertBase, args...).Scan(&base)
	return base, err
}
