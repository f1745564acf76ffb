package pin

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/grantgen/grantgen/runtime/timeline"
)

const arrivals = 64 << 10 // the most bytes of one chunk

// recorder is the body of an answer that is being recorded. The pin is made when the reader has got all of it.
type recorder struct {
	ctx      context.Context
	body     io.ReadCloser
	turn     *turn
	most     int
	patience time.Duration
	events   bool
	endless  bool // its end is that of the connection, so it cannot be told from one that was cut short

	reading sync.Mutex // who reads; Close does not wait for a Read that hangs
	answer  httpAnswer
	buf     []byte
	unread  []byte // of the last chunk
	last    byte   // that was read
	size    int
	err     error // how the body ended

	mu      sync.Mutex
	settled bool
	closed  bool
}

func newRecorder(ctx context.Context, resp *http.Response, t *turn, h HTTP) *recorder {
	chunked := len(resp.TransferEncoding) > 0 && resp.TransferEncoding[0] == "chunked"
	r := &recorder{
		ctx: ctx, body: resp.Body, turn: t, most: h.maxBody(), patience: h.patience(), answer: h.answerTo(resp), events: isEvents(resp.Header),
		endless: resp.ProtoMajor == 1 && resp.Close && resp.ContentLength < 0 && !chunked && !resp.Uncompressed,
	}
	if r.body == nil {
		r.body = http.NoBody
	}
	return r
}

func (r *recorder) Read(p []byte) (int, error) {
	r.reading.Lock()
	defer r.reading.Unlock()
	if r.isClosed() {
		return 0, http.ErrBodyReadAfterClose
	}
	if len(p) == 0 {
		return 0, nil
	}
	for len(r.unread) == 0 {
		if r.err != nil {
			return 0, r.err
		}
		r.fetch()
	}
	n := copy(p, r.unread)
	r.last, r.unread = p[n-1], r.unread[n:]
	if len(r.unread) == 0 && r.err == io.EOF { // a reader that knows how long the body is may not ask for its end
		r.finish()
	}
	return n, nil
}

// fetch takes what arrives next. r.reading is held.
func (r *recorder) fetch() {
	if r.buf == nil {
		r.buf = make([]byte, arrivals)
	}
	n, err := r.body.Read(r.buf)
	if n > 0 {
		r.take(r.buf[:n])
	}
	switch {
	case r.err != nil: // too large
	case err == io.EOF && r.endless && !r.selfEvident():
		r.err = err
		r.settle(false)
	case err == io.EOF:
		r.err = err
		if len(r.unread) == 0 {
			r.finish()
		}
	case err != nil:
		r.err = err
		r.settle(false)
	}
}

// finish makes the pin; that it cannot be made is said in the place of the end.
func (r *recorder) finish() {
	if err := r.settle(true); err != nil {
		r.err = err
	}
}

// take adds a chunk.
func (r *recorder) take(b []byte) {
	if r.size += len(b); r.size > r.most {
		r.err = fmt.Errorf("the answer has more than %d bytes, so it cannot be pinned (HTTP.MaxBody)", r.most)
		r.settle(false)
		return
	}
	c := bytes.Clone(b)
	r.answer.Chunks = append(r.answer.Chunks, c)
	r.unread = c
}

// selfEvident says whether a body shows by itself that it is whole.
func (r *recorder) selfEvident() bool {
	var whole []byte
	for _, c := range r.answer.Chunks {
		whole = append(whole, c...)
	}
	return structured(whole) || r.events && strings.HasSuffix(strings.TrimSpace(string(whole)), endMark)
}

// Close ends the answer. One that was not read to its end is looked at for a moment: whether anything follows.
func (r *recorder) Close() error {
	r.mu.Lock()
	again, settled := r.closed, r.settled
	r.closed = true
	r.mu.Unlock()
	if again {
		return nil
	}
	var err error
	if !settled {
		whole := false
		if r.reading.TryLock() { // else a Read hangs, and ends when the body is closed
			defer r.reading.Unlock()
			whole = r.nothingFollows()
		}
		err = r.settle(whole)
	}
	return errors.Join(err, r.body.Close())
}

// nothingFollows reads the rest. r.reading is held.
func (r *recorder) nothingFollows() bool {
	tail := after(r.last, r.events)
	if r.ctx.Err() != nil || r.endless || !tail.take(r.unread) || r.err != nil && r.err != io.EOF {
		return false
	}
	if r.err == io.EOF {
		return tail.end()
	}
	type rest struct {
		chunks []chunk
		whole  bool
	}
	found := make(chan rest, 1)
	go func() {
		var read rest
		buf := make([]byte, longTail)
		for size := r.size; ; {
			n, err := r.body.Read(buf)
			if size += n; size > r.most || !tail.take(buf[:n]) || err != nil && err != io.EOF {
				break
			}
			if n > 0 {
				read.chunks = append(read.chunks, bytes.Clone(buf[:n]))
			}
			if err == io.EOF {
				read.whole = tail.end()
				break
			}
		}
		found <- read
	}()
	patience := time.NewTimer(r.patience)
	defer patience.Stop()
	select {
	case read := <-found:
		r.answer.Chunks = append(r.answer.Chunks, read.chunks...)
		return read.whole
	case <-r.ctx.Done():
	case <-patience.C:
	}
	return false
}

func (r *recorder) isClosed() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.closed
}

// settle makes the pin, or gives the number back; once.
func (r *recorder) settle(whole bool) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.settled {
		return nil
	}
	r.settled = true
	if !whole {
		r.turn.giveBack()
		return nil
	}
	answer, err := r.answer.encode()
	if size := len(answer) + len(r.turn.call.canonical) + len(`{"answer":,"request":}`); err == nil && size > timeline.MaxPayload {
		err = fmt.Errorf("request and answer have %d bytes on the log, more than %d, so they cannot be pinned", size, timeline.MaxPayload)
	}
	if err != nil {
		r.turn.giveBack()
		return err
	}
	r.turn.keep(answer, nil)
	return nil
}
