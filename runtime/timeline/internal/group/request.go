package group

import (
	"context"
	"errors"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// Request is one caller's append.
type Request struct {
	Expect timeline.Position // -1: any end will do
	Events []timeline.Event  // prepared
	Range  timeline.Range    // the result
	Err    error

	ctx  context.Context // of the caller; it counts until the request is taken
	done chan struct{}
}

// New is a request. Its events are prepared.
func New(expect timeline.Position, events []timeline.Event) *Request {
	return &Request{Expect: expect, Events: events}
}

// errUnfinished is what a caller is told when the commit ended without a word on its request.
var errUnfinished = errors.New("the commit was broken off")

// Fail gives every request one error.
func Fail(batch []*Request, err error) {
	for _, r := range batch {
		r.Range, r.Err = timeline.Range{}, err
	}
}

func (r *Request) size() int {
	size := 0
	for i := range r.Events {
		size += r.Events[i].Size()
	}
	return size
}
