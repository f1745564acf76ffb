package timeline

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// Position is a seq at which something is read: everything up to and including it. 0 is before the first event.
type Position = int64

// Range is a closed run of seqs, From..To. The zero Range is empty.
type Range struct {
	From Position
	To   Position
}

// Key names an event type.
type Key struct {
	Namespace string
	Type      string
}

// ReservedNamespace holds grantgen's own events (beliefs, sections, pins, traces). No "*" admits it.
const ReservedNamespace = "grantgen"

// Micros is a time in microseconds since 1970-01-01 UTC.
type Micros = int64

// Seal is the event's id, its hash, and its mark: what a trace keeps of what was read.
func (e Event) Seal() (id string, hash [32]byte, mark string) { return e.ID.String(), e.Hash, e.Mark() }

// Mark is 16 digits of a hash of what the event's own hash leaves out: its type, version and time.
func (e Event) Mark() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s.%s %d %d", e.Namespace, e.Type, e.Version, e.At))
	return hex.EncodeToString(sum[:8])
}

// Pending is an event before it stands on the log. A zero ID is minted and a zero At is set to the clock at append.
type Pending struct {
	ID ID
	Key
	Version    int // from 1
	At         Micros
	Attributes Attributes
	Payload    []byte // a JSON value; these exact bytes are kept
}

// Event is an event on the log.
type Event struct {
	Seq Position
	Pending
	Hash [32]byte // sha256 of the canonical attributes and the payload, see [HashOf]
}
