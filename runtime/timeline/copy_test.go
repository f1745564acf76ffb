package timeline_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// short hands out pages of two events and breaks off after some appends.
type short struct {
	timeline.Log
	appends int
}

var errBroken = errors.New("broken off")

func (s *short) Read(ctx context.Context, q timeline.Query) (timeline.Page, error) {
	q.Limit = 2
	return s.Log.Read(ctx, q)
}

func (s *short) AppendAt(ctx context.Context, at timeline.Position, batch ...timeline.Pending) (timeline.Range, error) {
	if s.appends--; s.appends < 0 {
		return timeline.Range{}, errBroken
	}
	return s.Log.AppendAt(ctx, at, batch...)
}

func TestCopy(t *testing.T) {
	ctx := t.Context()
	from, to := &short{Log: timeline.Memory()}, &short{Log: timeline.Memory(), appends: 1}
	for i := range 9 {
		if _, err := from.Append(ctx, event("A", fmt.Sprintf(`{ "z":%d}`, i))); err != nil {
			t.Fatal(err)
		}
	}
	if at, err := timeline.Copy(ctx, from, to); !errors.Is(err, errBroken) || at != 2 {
		t.Fatalf("%d, %v", at, err)
	}
	to.appends = 100
	for range 2 { // resumed, and again
		if at, err := timeline.Copy(ctx, from, to); err != nil || at != 9 {
			t.Fatalf("%d, %v", at, err)
		}
	}
	want, _ := from.Log.Read(ctx, timeline.Query{})
	got, _ := to.Log.Read(ctx, timeline.Query{})
	if fmt.Sprint(got.Events) != fmt.Sprint(want.Events) {
		t.Errorf("%v\nwant %v", got.Events, want.Events)
	}
	if _, err := to.Append(ctx, event("A", `1`)); err != nil {
		t.Fatal(err)
	}
	if _, err := timeline.Copy(ctx, from, to); !errors.Is(err, timeline.ErrDiffers) || !strings.Contains(err.Error(), "it ends at 10") {
		t.Errorf("a longer target: %v", err)
	}
	other := timeline.Memory()
	if _, err := other.Append(ctx, event("A", `1`)); err != nil {
		t.Fatal(err)
	}
	if at, err := timeline.Copy(ctx, from, other); !errors.Is(err, timeline.ErrDiffers) || at != 1 {
		t.Errorf("another target: %d, %v", at, err)
	}
}

// table is a source of numbers, with gaps.
type table struct {
	page int
	rows []int64
}

func (*table) Name() string { return "table" }

func (s *table) Next(_ context.Context, after int64) (out []timeline.Row, err error) {
	for _, cursor := range s.rows {
		if cursor > after && len(out) < s.page {
			out = append(out, timeline.Row{Cursor: cursor, Event: event("Row", fmt.Sprint(cursor))})
		}
	}
	return out, nil
}

func followedRows(t *testing.T, log timeline.Log) (rows []string) {
	t.Helper()
	page, err := log.Read(t.Context(), timeline.Query{})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range page.Events {
		if e.Type == "Row" {
			rows = append(rows, string(e.Payload))
		}
	}
	return rows
}

// Several followers that cut pages differently, and a table that grows: each row once, in order.
func TestFollow(t *testing.T) {
	log := timeline.Memory()
	for n := int64(1); n <= 40; n++ {
		rows := make([]int64, n)
		for i := range rows {
			rows[i] = int64(i+1) * 10
		}
		done := make(chan error)
		for page := range 3 {
			go func() {
				_, err := timeline.Follow(t.Context(), &table{page: page + 1, rows: rows}, log)
				done <- err
			}()
		}
		for range 3 {
			if err := <-done; err != nil {
				t.Fatal(err)
			}
		}
		got := followedRows(t, log)
		for i, row := range rows {
			if len(got) != len(rows) || got[i] != fmt.Sprint(row) {
				t.Fatalf("%v, want %v", got, rows)
			}
		}
	}
	if cursor, err := timeline.FollowedTo(t.Context(), "table", log, 2); err != nil || cursor != 10 {
		t.Errorf("as of 2 the cursor is %d, %v", cursor, err)
	}
}

func TestFollowRefuses(t *testing.T) {
	log := timeline.Memory()
	if _, err := timeline.Follow(t.Context(), &table{page: 9, rows: []int64{20, 10}}, log); err == nil || !strings.Contains(err.Error(), "the cursor 10 came after 20") {
		t.Errorf("rows that descend: %v", err)
	}
	taken := event("Row", "1")
	taken.ID = timeline.DeriveID("follow", "row", "table", "1")
	if _, err := log.Append(t.Context(), taken); err != nil {
		t.Fatal(err)
	}
	var partly *timeline.PartlyThere
	if _, err := timeline.Follow(t.Context(), &table{page: 9, rows: []int64{1, 2}}, log); !errors.As(err, &partly) {
		t.Errorf("a row that stands on the log already: %v", err)
	}
}

func event(typ, payload string) timeline.Pending {
	return timeline.Pending{Key: timeline.Key{Namespace: "talk", Type: typ}, Version: 1, Payload: []byte(payload)}
}
