package logcli

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// line is an event as a line of JSON: what export writes and import reads.
type line struct {
	Seq        timeline.Position `json:"seq"`
	ID         timeline.ID       `json:"id"`
	Namespace  string            `json:"namespace"`
	Type       string            `json:"type"`
	Version    int               `json:"version"`
	At         timeline.Micros   `json:"at"`
	Attributes json.RawMessage   `json:"attributes"`
	// Payload is the bytes themselves; Text holds them where they would not survive as a part of a line (line ends, white space around).
	Payload json.RawMessage `json:"payload,omitempty"`
	Text    *string         `json:"payload_text,omitempty"`
	Hash    string          `json:"hash"`
}

func newLine(e timeline.Event, payload bool) line {
	l := line{
		Seq: e.Seq, ID: e.ID, Namespace: e.Namespace, Type: e.Type, Version: e.Version, At: e.At,
		Attributes: e.Attributes.JSON(), Hash: hex.EncodeToString(e.Hash[:]),
	}
	if !payload {
		return l
	}
	if bytes.ContainsAny(e.Payload, "\n\r") || len(bytes.TrimSpace(e.Payload)) != len(e.Payload) {
		text := string(e.Payload)
		l.Text = &text
	} else {
		l.Payload = e.Payload
	}
	return l
}

// write is the line, without the escapes for HTML that encoding/json would put into the payload; it would also compact it.
func (l line) write() ([]byte, error) {
	payload := l.Payload
	l.Payload = nil
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(l); err != nil {
		return nil, err
	}
	if payload == nil {
		return b.Bytes(), nil
	}
	out := bytes.TrimSuffix(b.Bytes(), []byte("}\n"))
	out = append(out, `,"payload":`...)
	return append(append(out, payload...), "}\n"...), nil
}

// event is what is to be appended.
func (l line) event() (timeline.Pending, error) {
	attributes, err := timeline.ParseAttributes(l.Attributes)
	if err != nil {
		return timeline.Pending{}, err
	}
	payload := []byte(l.Payload)
	if l.Text != nil {
		payload = []byte(*l.Text)
	}
	if hash := timeline.HashOf(attributes, payload); l.Hash != hex.EncodeToString(hash[:]) {
		return timeline.Pending{}, fmt.Errorf("its hash is not that of its bytes")
	}
	return timeline.Pending{
		ID: l.ID, Key: timeline.Key{Namespace: l.Namespace, Type: l.Type}, Version: l.Version, At: l.At,
		Attributes: attributes, Payload: payload,
	}, nil
}

// envelope is an event for people, in one line.
func envelope(e timeline.Event) string {
	return printable(fmt.Sprintf("%d  %s  %s.%s v%d  %s", e.Seq, stamp(e.At), e.Namespace, e.Type, e.Version, e.Attributes.JSON()))
}

func stamp(at timeline.Micros) string {
	return time.UnixMicro(at).UTC().Format("2006-01-02T15:04:05.000000Z")
}
