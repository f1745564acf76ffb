package timeline

import "encoding/json"

// MaxPayload is the largest payload in bytes.
const MaxPayload = 16 << 20

// Prepare is what every engine runs before it appends: it mints missing ids, sets missing times from now, checks names,
// versions, attributes and payload (one JSON value, valid UTF-8, no duplicate key at any depth, no more than MaxPayload, depth at most 1000), and hashes. The batch
// given is not changed.
func Prepare(batch []Pending, now Micros) ([]Event, error) { panic("stub") }

// HashOf is sha256 over the length of the canonical attributes (8 bytes, big endian), the attributes, and the payload.
func HashOf(a Attributes, payload []byte) [32]byte { panic("stub") }

// CheckJSON refuses what is not exactly one JSON value in valid UTF-8 without duplicate keys.
func CheckJSON(b []byte) error { panic("stub") }

var _ = json.Valid
