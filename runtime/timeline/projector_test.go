package timeline

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
)

// counter folds the seqs of one type.
type counter struct {
	mu   sync.Mutex
	at   Position
	seqs []Position
	err  error
}

func (c *counter) Name() string     { return "counter" }
func (c *counter) Claims() []Clause { return []Clause{{Key: said}} }
func (c *counter) Position(context.Context) (Position, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at, nil
}

func (c *counter) Fold(_ context.Context, upto Position, events []Event) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range events {
		if e.Seq > c.at {
			c.seqs = append(c.seqs, e.Seq)
		}
	}
	c.at = max(c.at, upto)
	return c.err
}

func TestCatchUp(t *testing.T) {
	ctx := context.Background()
	log := Memory()
	var batch []Pending
	var want []Position
	for i := range 2*PageEvents + 100 {
		p := Pending{Key: said, Version: 1, Payload: []byte(`1`)}
		if i%3 == 0 {
			p.Type = "Other"
		} else {
			want = append(want, Position(i)+1)
		}
		batch = append(batch, p)
	}
	if _, err := log.Append(ctx, batch...); err != nil {
		t.Fatal(err)
	}
	end := Position(len(batch))
	f := &counter{}
	for _, upto := range []Position{0, 1, 2, 1} {
		if err := CatchUp(ctx, log, f, upto); err != nil {
			t.Fatal(err)
		}
	}
	for at, behind := range map[Position]bool{0: false, 2: false, 3: true, end: true} {
		if got, err := Behind(ctx, log, f, at); err != nil || got != behind {
			t.Errorf("Behind(%d) = %t, %v", at, got, err)
		}
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if err := CatchUp(ctx, log, f, end); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if !slices.Equal(f.seqs, want) || f.at != end {
		t.Errorf("%d events folded, want %d; at %d", len(f.seqs), len(want), f.at)
	}
	var past *PastEnd
	if err := CatchUp(ctx, log, f, end+1); !errors.As(err, &past) || past.Last != end || f.at != end {
		t.Errorf("%v; at %d", err, f.at)
	}
	if _, err := log.Append(ctx, Pending{Key: Key{"talk", "Other"}, Version: 1, Payload: []byte(`1`)}); err != nil {
		t.Fatal(err)
	}
	if behind, err := Behind(ctx, log, f, end+1); err != nil || behind {
		t.Errorf("an event that is not claimed makes the fold stale: %t, %v", behind, err)
	}
	broken := &counter{err: errors.New("no")}
	if err := CatchUp(ctx, log, broken, end); err == nil || !strings.HasPrefix(err.Error(), "catch up the counter fold to ") {
		t.Errorf("%v", err)
	}
}
