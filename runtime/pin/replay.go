package pin

import (
	"context"
	"io"
	"net/http"
	"sync"
)

// replay is the body of a pinned answer. Each Read gives at most one chunk, as it arrived. What would not have been pinned when it was
// recorded gives its number back here too, so that a client which tries again is answered as it was.
type replay struct {
	ctx  context.Context
	turn *turn

	events bool
	last   byte // that was read

	mu      sync.Mutex
	rest    []chunk
	closed  bool
	settled bool
}

func (b *replay) Read(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.rest) > 0 && len(b.rest[0]) == 0 { // which only a hand could have written
		b.rest = b.rest[1:]
	}
	switch {
	case b.closed:
		return 0, http.ErrBodyReadAfterClose
	case b.ctx.Err() != nil:
		b.settle(false)
		return 0, b.ctx.Err()
	case len(b.rest) == 0:
		b.settle(true)
		return 0, io.EOF
	case len(p) == 0:
		return 0, nil
	}
	n := copy(p, b.rest[0])
	b.last = p[n-1]
	if b.rest[0] = b.rest[0][n:]; len(b.rest[0]) == 0 {
		b.rest = b.rest[1:]
	}
	return n, nil
}

func (b *replay) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	tail := after(b.last, b.events)
	whole := b.ctx.Err() == nil || len(b.rest) == 0
	for _, c := range b.rest {
		whole = whole && tail.take(c)
	}
	b.settle(whole && tail.end())
	return nil
}

// settle says, once, whether the call was answered. b.mu is held.
func (b *replay) settle(whole bool) {
	if b.settled {
		return
	}
	b.settled = true
	if !whole {
		b.turn.giveBack()
	}
}
