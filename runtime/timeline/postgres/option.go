package postgres

import "time"

// Option changes how a log is opened. What concerns the connection (TLS, pool_max_conns, timeouts, password files) stands in the DSN, as
// pgx takes it.
type Option func(*options)

type options struct {
	patience time.Duration
	readOnly bool
}

func defaults() options { return options{patience: time.Minute} }

// Patience is how long an append that has begun may take, with the wait for writers of other processes, before it is given up with
// [ErrUnknown]. A caller's cancel does not end an append that has begun. The default is one minute.
func Patience(d time.Duration) Option { return func(o *options) { o.patience = d } }

// ReadOnly opens a log that is there, and refuses appends; the server refuses them too.
func ReadOnly() Option { return func(o *options) { o.readOnly = true } }
