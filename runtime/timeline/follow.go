package timeline

import (
	"context"
	"errors"
	"fmt"
	"strconv"
)

// Source is an event table of somebody else's that [Follow] copies from.
type Source interface {
	// Name tells sources of one log apart. It never changes: ids derive from it.
	Name() string
	// Next returns rows whose cursors are above after, ascending, at most about a page; none when there is no more for now.
	//
	// The promise on which all rests: once a row has been returned, no row with a lower cursor appears later. A number that a table draws
	// from a sequence does not keep it, since 7 may commit after 8: see examples/follow for how it is made to.
	Next(ctx context.Context, after int64) ([]Row, error)
}

// Row is one row of a source, as it is to stand on the log.
type Row struct {
	Cursor int64 // above 0
	// Event is the row's event. A zero ID is derived from the source's name and the cursor, so that a row has one id for ever.
	Event Pending
}

// Followed is the type, in grantgen's own namespace, of the event that says how far a source was copied.
const Followed = "SourceFollowed"

// attributes of a Followed event.
const (
	followedSource = "source"
	followedCursor = "cursor"
)

// Follow copies what a source has beyond what was copied before, and returns the cursor that it reached; call it again for what comes later. Each
// row goes onto the log once, also when several processes follow one source, or one is killed: rows and the cursor that they reach are appended as one
// batch (its last event is a [Followed]), under ids that depend on the rows alone, so the log itself refuses a row for the second time.
func Follow(ctx context.Context, source Source, log Log) (cursor int64, err error) {
	if cursor, err = follow(ctx, source, log); err != nil {
		return cursor, fmt.Errorf("follow the source %s: %w", clip(source.Name()), err)
	}
	return cursor, nil
}

func follow(ctx context.Context, source Source, log Log) (int64, error) {
	if source.Name() == "" {
		return 0, errors.New("it has no name")
	}
	var refused error
	for before := int64(-1); ; {
		last, err := log.Last(ctx)
		if err != nil {
			return 0, err
		}
		cursor, err := FollowedTo(ctx, source.Name(), log, last)
		if err != nil {
			return 0, err
		}
		if refused != nil && cursor == before { // nobody else follows: these ids stand on the log for another reason
			return cursor, refused
		}
		before, refused = cursor, nil
		rows, err := source.Next(ctx, cursor)
		if err != nil || len(rows) == 0 {
			return cursor, err
		}
		batch, err := followed(source.Name(), cursor, rows)
		if err != nil {
			return cursor, err
		}
		// Another follower, who has cut the rows differently, was faster: go on from where it came to.
		var partly *PartlyThere
		if _, err := log.Append(ctx, batch...); errors.As(err, &partly) {
			refused = err
		} else if err != nil {
			return cursor, err
		}
	}
}

// FollowedTo is the cursor up to which a source stands on the log as of a position; 0 when nothing of it does.
func FollowedTo(ctx context.Context, source string, log Log, at Position) (cursor int64, err error) {
	if at == 0 {
		return 0, nil
	}
	page, err := log.Read(ctx, Query{UpTo: at, Newest: true, Limit: 1, Clauses: []Clause{{
		Key: Key{ReservedNamespace, Followed}, Where: []Constraint{In(followedSource, Text(source))},
	}}})
	if err != nil || len(page.Events) == 0 {
		return 0, err
	}
	cursor, ok := page.Events[0].Attributes.Get(followedCursor).AsInt()
	if !ok {
		return 0, page.Events[0].Refuse("it has no cursor", nil)
	}
	return cursor, nil
}

// followed makes the batch of some rows.
func followed(source string, after int64, rows []Row) ([]Pending, error) {
	batch := make([]Pending, 0, len(rows)+1)
	id := func(kind string, cursor int64) ID {
		return DeriveID("follow", kind, source, strconv.FormatInt(cursor, 10))
	}
	for _, row := range rows {
		if row.Cursor <= after {
			return nil, fmt.Errorf("the cursor %d came after %d: a source's rows ascend", row.Cursor, after)
		}
		after = row.Cursor
		if row.Event.ID.IsZero() {
			row.Event.ID = id("row", row.Cursor)
		}
		batch = append(batch, row.Event)
	}
	return append(batch, Pending{
		ID: id("cursor", after), Key: Key{ReservedNamespace, Followed}, Version: 1, Payload: []byte("{}"),
		Attributes: NewAttributes(Attribute{followedSource, Text(source)}, Attribute{followedCursor, Int(after)}),
	}), nil
}
