package group

import (
	"context"
	"slices"
	"sync"
	"time"
)

// What one commit takes at most; the first request always fits.
const (
	mostEvents = 4096
	mostBytes  = 32 << 20
)

// longestPause bounds how long a leader waits for callers that it expects.
const longestPause = 2 * time.Millisecond

// Queue holds the appends that wait. There is no goroutine behind it: whoever gets the turn commits for all.
type Queue struct {
	turn    chan struct{}
	arrived chan struct{}

	mu      sync.Mutex
	waiting []*Request

	// Of the last commit; used by who has the turn.
	together int
	took     time.Duration
}

// NewQueue makes an empty queue.
func NewQueue() *Queue {
	return &Queue{turn: make(chan struct{}, 1), arrived: make(chan struct{}, 1)}
}

// Do has r committed, by itself or by another caller, and returns when r has its result. commit is never run twice at once; it sets
// Range or Err of each request that it is given. A cancel of ctx withdraws r until it is taken, and does nothing from there on.
func (q *Queue) Do(ctx context.Context, r *Request, commit func([]*Request)) {
	if r.Err = ctx.Err(); r.Err != nil {
		return
	}
	r.ctx, r.done = ctx, make(chan struct{})
	q.add(r)
	select {
	case <-r.done:
	case q.turn <- struct{}{}:
		defer q.Unlock()
		for !r.over() { // more than one commit when many wait: the queue is served in order
			q.lead(commit)
		}
	case <-ctx.Done():
		if q.withdraw(r) {
			r.Err = ctx.Err()
			return
		}
		<-r.done
	}
}

// Lock waits for the turn, for work that is no append.
func (q *Queue) Lock(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case q.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Unlock gives the turn on.
func (q *Queue) Unlock() { <-q.turn }

func (r *Request) over() bool {
	select {
	case <-r.done:
		return true
	default:
		return false
	}
}

func (q *Queue) add(r *Request) {
	q.mu.Lock()
	q.waiting = append(q.waiting, r)
	q.mu.Unlock()
	select {
	case q.arrived <- struct{}{}:
	default:
	}
}

func (q *Queue) withdraw(r *Request) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.Index(q.waiting, r)
	if i < 0 {
		return false
	}
	q.waiting = slices.Delete(q.waiting, i, i+1)
	return true
}

// lead commits once.
func (q *Queue) lead(commit func([]*Request)) {
	q.pause()
	batch := q.take()
	if len(batch) == 0 {
		return
	}
	start := time.Now()
	Fail(batch, errUnfinished)
	defer func() { // also when commit panics: the others must not wait for ever
		q.together, q.took = len(batch), time.Since(start)
		for _, r := range batch {
			close(r.done)
		}
	}()
	commit(batch)
}

// pause gives the callers of the last commit, who have just been told and may be about to append again, a moment to come. Without it
// eight writers fall into a rhythm of one and seven. A lone writer never waits: its last commit was of one.
func (q *Queue) pause() {
	if q.together < 2 {
		return
	}
	timer := time.NewTimer(min(q.took/2, longestPause))
	defer timer.Stop()
	for q.length() < q.together {
		select {
		case <-q.arrived:
		case <-timer.C:
			return
		}
	}
}

func (q *Queue) length() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.waiting)
}

// take takes what fits one commit. A request whose caller has gone is answered here.
func (q *Queue) take() []*Request {
	q.mu.Lock()
	defer q.mu.Unlock()
	var batch []*Request
	events, bytes, n := 0, 0, 0
	for _, r := range q.waiting {
		if err := r.ctx.Err(); err != nil {
			r.Err = err
			close(r.done)
			n++
			continue
		}
		events, bytes = events+len(r.Events), bytes+r.size()
		if len(batch) > 0 && (events > mostEvents || bytes > mostBytes) {
			break
		}
		batch = append(batch, r)
		n++
	}
	q.waiting = slices.Delete(q.waiting, 0, n)
	return batch
}
