package follow

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// Table is the application's own: room_messages (id bigserial PRIMARY KEY, party text, body jsonb, sent_at timestamptz).
type Table struct{ Pool *pgxpool.Pool }

// Name names the source for ever.
func (Table) Name() string { return "room_messages" }

// Next returns the rows above a cursor.
//
// A bigserial is no cursor by itself: 7 may commit after 8, and who has read 8 never sees it. So we ask for the largest id at a moment when nobody is
// writing: SHARE waits for the writers that have begun and holds new ones up, but only while max(id) is read. Whatever is at or below it is then
// committed or will never be, and is read without a lock.
func (t Table) Next(ctx context.Context, after int64) ([]timeline.Row, error) {
	var upto int64
	err := pgx.BeginFunc(ctx, t.Pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "LOCK TABLE room_messages IN SHARE MODE"); err != nil {
			return err
		}
		return tx.QueryRow(ctx, "SELECT coalesce(max(id), 0) FROM room_messages").Scan(&upto)
	})
	if err != nil || upto <= after {
		return nil, err
	}
	rows, err := t.Pool.Query(ctx, `SELECT id, party, body::text, sent_at FROM room_messages
		WHERE id > $1 AND id <= $2 ORDER BY id LIMIT 500`, after, upto)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, message)
}

// message is a row as an event: what reads filter by goes into the envelope, the rest is the payload.
func message(row pgx.CollectableRow) (timeline.Row, error) {
	var id int64
	var party, body string
	var sent time.Time
	if err := row.Scan(&id, &party, &body, &sent); err != nil {
		return timeline.Row{}, err
	}
	return timeline.Row{Cursor: id, Event: timeline.Pending{
		Key: timeline.Key{Namespace: "room", Type: "Message"}, Version: 1, At: sent.UnixMicro(), Payload: []byte(body),
		Attributes: timeline.NewAttributes(timeline.Attribute{Name: "party", Value: timeline.Text(party)}),
	}}, nil
}
