package timeline

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// Memory is a log in memory: the same contract as an engine on disk, for tests and small programs.
func Memory() Log {
	return &memory{ids: map[ID]Position{}, types: map[Key][]Position{}}
}

type memory struct {
	mu     sync.RWMutex
	events []Event // events[i] has seq i+1; they are never changed, and leave only as copies
	ids    map[ID]Position
	types  map[Key][]Position // so that a read costs what it admits
	closed bool
}

func (m *memory) Append(ctx context.Context, batch ...Pending) (Range, error) {
	return m.append(ctx, -1, batch)
}

func (m *memory) AppendAt(ctx context.Context, expect Position, batch ...Pending) (Range, error) {
	if expect < 0 {
		return Range{}, fmt.Errorf("append: %d is no position", expect)
	}
	return m.append(ctx, expect, batch)
}

// append appends; expect is -1 when any end will do.
func (m *memory) append(ctx context.Context, expect Position, batch []Pending) (Range, error) {
	if err := ctx.Err(); err != nil {
		return Range{}, fmt.Errorf("append: %w", err)
	}
	events, err := Prepare(batch, time.Now().UnixMicro())
	if err != nil {
		return Range{}, fmt.Errorf("append: %w", err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return Range{}, fmt.Errorf("append: %w", ErrClosed)
	}
	if len(events) == 0 {
		return Range{}, nil
	}
	r, there, err := Settle(events, m.standing)
	if there || err != nil {
		return r, err
	}
	last := Position(len(m.events))
	if expect >= 0 && expect != last {
		return Range{}, &Conflict{Expected: expect, Last: last}
	}
	for i := range events {
		e := &events[i]
		e.Seq = last + Position(i) + 1
		m.ids[e.ID] = e.Seq
		m.types[e.Key] = append(m.types[e.Key], e.Seq)
	}
	m.events = append(m.events, events...)
	return Range{From: last + 1, To: last + Position(len(events))}, nil
}

func (m *memory) standing(id ID) (Standing, bool) {
	seq, found := m.ids[id]
	if !found {
		return Standing{}, false
	}
	e := m.events[seq-1]
	return Standing{Seq: seq, Key: e.Key, Version: e.Version, Hash: e.Hash}, true
}

func (m *memory) Last(ctx context.Context) (Position, error) {
	if err := ctx.Err(); err != nil {
		return 0, fmt.Errorf("read the log's end: %w", err)
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	if m.closed {
		return 0, fmt.Errorf("read the log's end: %w", ErrClosed)
	}
	return Position(len(m.events)), nil
}

func (m *memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	return nil
}
