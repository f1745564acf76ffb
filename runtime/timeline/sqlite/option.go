package sqlite

import "time"

// Option changes how a log is opened.
type Option func(*options)

type options struct {
	synchronous string
	busy        time.Duration
	readers     int
	readOnly    bool
}

func defaults() options {
	return options{synchronous: "FULL", busy: 10 * time.Second, readers: 4}
}

// SynchronousNormal does not wait for the disk at each append, only at checkpoints. Appends are several times faster, and the file stays
// sound; but when the machine loses power or its kernel dies, the appends of the last moments may be gone although Append had
// returned. A mere crash of the program loses nothing.
func SynchronousNormal() Option { return func(o *options) { o.synchronous = "NORMAL" } }

// BusyTimeout is how long an append waits for another process that is writing. The default is 10 seconds.
func BusyTimeout(d time.Duration) Option { return func(o *options) { o.busy = d } }

// Readers is how many reads may run at once. The default is 4.
func Readers(n int) Option { return func(o *options) { o.readers = max(n, 1) } }

// ReadOnly opens a log that is there, and refuses appends; the file is not changed. Its folder must be writable all the same while nobody else has
// the log open, since SQLite keeps -shm beside it.
func ReadOnly() Option { return func(o *options) { o.readOnly = true } }
