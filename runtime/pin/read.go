package pin

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/grantgen/grantgen/runtime/pin/internal/canon"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// Pin is a pin on the log, or a miss (which has no answer), for who looks into a log.
type Pin struct {
	Run        string
	Kind       string
	Name       string // of the model or tool; method and address of a transport's
	Key        string
	Occurrence int64
	Request    json.RawMessage // in canonical form
	Answer     json.RawMessage
}

// Events are the clauses of pins and misses.
func Events() (pins, misses timeline.Clause) {
	return timeline.Clause{Key: promoted}, timeline.Clause{Key: timeline.Key{Namespace: timeline.ReservedNamespace, Type: Missed}}
}

// Decode reads a pin or a miss from its event. One that cannot be read is a [timeline.Undecodable].
func Decode(e timeline.Event) (Pin, error) {
	var p Pin
	run, hasRun := e.Attributes.Get("run").AsText()
	kind, hasKind := e.Attributes.Get("kind").AsText()
	key, hasKey := e.Attributes.Get("key").AsText()
	occurrence, hasOccurrence := e.Attributes.Get("occurrence").AsInt()
	if !hasRun || !hasKind || !hasKey || !hasOccurrence {
		return p, e.Refuse("its attributes are not those of a pin", nil)
	}
	p = Pin{Run: run, Kind: kind, Key: key, Occurrence: occurrence}
	var err error
	if e.Type == Missed {
		p.Name, p.Request, err = decodeMiss(kind, e)
	} else {
		p.Name, p.Request, p.Answer, err = decode(kind, e)
	}
	return p, err
}

func decodeMiss(kind string, e timeline.Event) (name string, request json.RawMessage, err error) {
	var body struct {
		Request json.RawMessage `json:"request"`
	}
	k, known := kinds[kind]
	if err := json.Unmarshal(e.Payload, &body); err != nil || e.Version > Version || !known {
		return "", nil, e.Refuse("its payload is not that of a miss", err)
	}
	if name, err = k.name(body.Request); err != nil {
		return "", nil, e.Refuse("its payload is not that of a miss", err)
	}
	return name, body.Request, nil
}

// Check says what is wrong with a pin that was read from e: its key must be that of its request, and its id that of the call.
func (p Pin) Check(e timeline.Event) error {
	canonical, err := canon.JSON(p.Request)
	switch {
	case err != nil:
		return fmt.Errorf("its request has no canonical form: %w", err)
	case string(canonical) != string(p.Request):
		return errors.New("its request is not in canonical form")
	case keyOf(canonical) != p.Key:
		return errors.New("its key is not that of its request")
	case e.Type == Promoted && e.ID != (slot{p.Kind, p.Key, p.Occurrence}).id(p.Run):
		return errors.New("its id is not that of the call")
	}
	return nil
}

// Lines is the request for people: the prompt, or one line for each value.
func (p Pin) Lines() string {
	k, known := kinds[p.Kind]
	if !known {
		return string(p.Request)
	}
	return k.text(p.Request)
}

// AnswerText is the answer for people: a model's text, a tool's result, or the body of an HTTP answer.
func (p Pin) AnswerText() string {
	switch p.Kind {
	case ModelKind:
		var text string
		_ = json.Unmarshal(p.Answer, &text) // it was read before
		return text
	case ToolKind:
		r, _ := decodeResult(p.Answer)
		return r.String()
	case HTTPKind:
		a, _ := decodeAnswer(p.Answer)
		var body []byte
		for _, c := range a.Chunks {
			body = append(body, c...)
		}
		return string(body)
	default:
		return string(p.Answer)
	}
}

// Diff shows in a few lines where two texts differ, as a miss does; empty when they do not.
func Diff(old, now string) string { return diff(old, now) }

// Similarity is from 0, no word in common, to 1, the same words: how a miss finds the nearest pin.
func Similarity(a, b string) float64 { return bagOf(a).like(bagOf(b)) }
