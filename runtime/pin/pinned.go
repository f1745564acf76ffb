package pin

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/grantgen/grantgen/runtime/pin/internal/canon"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// Promoted is the event of a pin, in the namespace grantgen. Attributes: run, kind, key, occurrence; the payload is
// {"answer":…,"request":{…}}, the request in canonical form.
const Promoted = "PinPromoted"

// Version is the version of the event.
const Version = 1

// ModelKind is the kind of a model's pins.
const ModelKind = "model"

var promoted = timeline.Key{Namespace: timeline.ReservedNamespace, Type: Promoted}

// pinned is one recorded call.
type pinned struct {
	slot
	request   request
	answer    string
	payload   []byte
	err       error // what stands on the log cannot be read
	maker     *Model
	made      int // in which order this ledger made its pins
	committed bool
	beaten    bool // another answer to this call stands on the log
}

// request is what a model was asked; its canonical form is what the key is made of.
type request struct {
	Kind   string `json:"kind"`
	Name   string `json:"name"`
	Prompt string `json:"prompt"`
}

func (r request) canonical() ([]byte, error) {
	if !utf8.ValidString(r.Name) || !utf8.ValidString(r.Prompt) {
		return nil, fmt.Errorf("the request is not UTF-8")
	}
	b, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	return canon.JSON(b)
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
func encode(canonical []byte, answer string) []byte {
	out := append([]byte(`{"answer":`), timeline.Text(answer).JSON()...)
	out = append(out, `,"request":`...)
	return append(append(out, canonical...), '}')
}

func fromEvent(at slot, e timeline.Event) *pinned {
	p := &pinned{slot: at, payload: e.Payload, committed: true}
	if e.Version > Version {
		p.err = e.Refuse(fmt.Sprintf("the program knows it up to version %d", Version), nil)
		return p
	}
	var body struct {
		Answer  *string `json:"answer"`
		Request request `json:"request"`
	}
	if err := json.Unmarshal(e.Payload, &body); err != nil || body.Answer == nil {
		p.err = e.Refuse("its payload is not that of a model's pin", err)
		return p
	}
	p.answer, p.request = *body.Answer, body.Request
	return p
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
