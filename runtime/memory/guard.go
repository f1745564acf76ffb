package memory

import (
	"context"
	"errors"
	"time"
)

// Guard runs an application's function by a deadline and survives its panic; a deadline of 0 or less is none. The error is the
// caller's context's alone. A function that does not come back is left behind: its goroutine ends when it does.
func Guard[T any](ctx context.Context, deadline time.Duration, do func(context.Context) (T, error)) (T, Failure, error) {
	type outcome struct {
		value   T
		failure Failure
	}
	within, cancel := ctx, context.CancelFunc(func() {})
	if deadline > 0 {
		within, cancel = context.WithTimeout(ctx, deadline)
	}
	defer cancel()
	done := make(chan outcome, 1)
	go func() {
		o := outcome{failure: Panicked}
		defer func() {
			_ = recover() // and runtime.Goexit comes by here too
			done <- o
		}()
		value, err := do(within)
		switch {
		case err == nil:
			o = outcome{value: value}
		case errors.Is(err, context.DeadlineExceeded) && within.Err() != nil:
			o.failure = Late
		default:
			o.failure = Failed
		}
	}()
	var o outcome
	select {
	case o = <-done:
	case <-within.Done():
		o.failure = Late
	}
	if err := ctx.Err(); err != nil {
		return *new(T), "", err
	}
	return o.value, o.failure, nil
}
