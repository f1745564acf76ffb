package pin

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/grantgen/grantgen/runtime/pin/internal/canon"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// Promoted is the event of a pin, in the namespace grantgen. Attributes: run, kind, key, occurrence; the payload is
// {"answer":…,"request":{…}}, the request in canonical form.
const Promoted = "PinPromoted"

// Version is the version of the event.
const Version = 1

var promoted = timeline.Key{Namespace: timeline.ReservedNamespace, Type: Promoted}

// pinned is one recorded call.
type pinned struct {
	slot
	name      string // of what was called
	request   json.RawMessage
	answer    json.RawMessage
	payload   []byte
	err       error  // what stands on the log cannot be read
	maker     *Model // nil for tools and transports, which are never set apart
	made      int    // in which order this ledger made its pins
	committed bool
	beaten    bool // another answer to this call stands on the log
}

// Key is sha256, in hex, of a request (JSON) in canonical form: RFC 8785's order and strings, numbers by their exact value. A
// duplicate key is refused.
func Key(request []byte) (string, error) {
	b, err := canon.JSON(request)
	if err != nil {
		return "", err
	}
	return keyOf(b), nil
}

func keyOf(canonical []byte) string {
	sum := sha256.Sum256(canonical)
	return hex.EncodeToString(sum[:])
}

// encode writes the payload.
func encode(canonical, answer []byte) []byte {
	out := make([]byte, 0, len(canonical)+len(answer)+len(`{"answer":,"request":}`))
	out = append(out, `{"answer":`...)
	out = append(out, answer...)
	out = append(out, `,"request":`...)
	return append(append(out, canonical...), '}')
}

func fromEvent(at slot, e timeline.Event) *pinned {
	p := &pinned{slot: at, payload: e.Payload, committed: true}
	p.name, p.request, p.answer, p.err = decode(at.kind, e)
	return p
}

// decode reads the payload of a pin.
func decode(kind string, e timeline.Event) (name string, request, answer json.RawMessage, err error) {
	if e.Version > Version {
		return "", nil, nil, e.Refuse(fmt.Sprintf("the program knows it up to version %d", Version), nil)
	}
	var body struct {
		Answer  json.RawMessage `json:"answer"`
		Request json.RawMessage `json:"request"`
	}
	if err := json.Unmarshal(e.Payload, &body); err != nil || len(body.Answer) == 0 {
		return "", nil, nil, e.Refuse("its payload is not that of a pin", err)
	}
	k, known := kinds[kind]
	if !known {
		return "", nil, nil, e.Refuse("the program does not know its kind", nil)
	}
	if name, err = k.name(body.Request); err == nil {
		err = k.check(body.Answer)
	}
	if err != nil {
		return "", nil, nil, e.Refuse("its payload is not that of a "+k.pin, err)
	}
	return name, body.Request, body.Answer, nil
}

// pending is the event that promotes p; its id derives from run and call, so that a call is promoted once.
func (p *pinned) pending(run string) timeline.Pending {
	return timeline.Pending{
		ID:      p.id(run),
		Key:     promoted,
		Version: Version,
		Attributes: timeline.NewAttributes(
			timeline.Attribute{Name: "key", Value: timeline.Text(p.key)},
			timeline.Attribute{Name: "kind", Value: timeline.Text(p.kind)},
			timeline.Attribute{Name: "occurrence", Value: timeline.Int(p.occurrence)},
			timeline.Attribute{Name: "run", Value: timeline.Text(run)},
		),
		Payload: append([]byte(nil), p.payload...),
	}
}

func (s slot) id(run string) timeline.ID {
	return timeline.DeriveID("pin", run, s.kind, s.key, strconv.FormatInt(s.occurrence, 10))
}
