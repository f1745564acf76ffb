package assemblytest

import (
	"encoding/binary"
	"sync/atomic"
	"time"

	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/world"
)

// ID is the n-th fixed id: 00000000-0000-7000-8000-000000000001 for 1. n is at least 0.
func ID(n int) timeline.ID {
	var id timeline.ID
	binary.BigEndian.PutUint64(id[8:], uint64(n))
	id[6], id[8] = 0x70, 0x80 // a v7 UUID of the year 1970
	return id
}

// EventID is the n-th id that FixedIDs mints: 00000000-0000-7001-8000-000000000001 for 1. No ID(n) equals one, so that a test may use
// those for subjects.
func EventID(n int) timeline.ID {
	id := ID(n)
	id[7] = 1
	return id
}

// FixedIDs has a world mint EventID(1), EventID(2) … for its events.
func FixedIDs() world.Option {
	var n atomic.Int64
	return world.WithIDs(func() timeline.ID { return EventID(int(n.Add(1))) })
}

// FixedClock has a world date every event t.
func FixedClock(t time.Time) world.Option {
	return world.WithClock(func() time.Time { return t })
}
