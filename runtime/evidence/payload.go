package evidence

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// itemJSON is an item as the payload has it; a time is RFC 3339.
type itemJSON struct {
	Document string  `json:"document"`
	Source   string  `json:"source,omitempty"`
	Version  string  `json:"version,omitempty"`
	At       string  `json:"at,omitempty"`
	Text     *string `json:"text,omitempty"`
	Ref      string  `json:"ref,omitempty"`
	SHA256   string  `json:"sha256,omitempty"`
}

type payload struct {
	Query *string    `json:"query"`
	Items []itemJSON `json:"items"`
}

func encode(r Retrieval) ([]byte, error) {
	p := payload{Query: &r.Query, Items: []itemJSON{}}
	for _, it := range r.Items {
		j := itemJSON{Document: it.Document, Source: it.Source, Version: it.Version, Ref: it.Ref, SHA256: it.SHA256}
		if !it.At.IsZero() {
			j.At = it.At.UTC().Format(time.RFC3339Nano)
		}
		if it.Ref == "" {
			j.Text = &it.Text
		}
		p.Items = append(p.Items, j)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(p); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// Record is a retrieval as it stands on the log.
type Record struct {
	ID    timeline.ID
	Seq   timeline.Position
	At    timeline.Micros // when it was recorded
	Scope string
	Retrieval
	Sealed [32]byte // the hash of its event
	Mark   string   // its event's mark
}

// Mark says what a record is of, by its attributes alone.
func Mark(e timeline.Event) (scopeName, index string, ok bool) {
	if e.Namespace != timeline.ReservedNamespace || e.Type != Retrieved {
		return "", "", false
	}
	scopeName, ok = e.Attributes.Get("scope").AsText()
	index, _ = e.Attributes.Get("index").AsText()
	return scopeName, index, ok
}

// Decode reads a record. One that is newer than the code, or that does not decode, is a [timeline.Undecodable].
func Decode(e timeline.Event) (Record, error) {
	if e.Version > Version {
		return Record{}, e.Refuse(fmt.Sprintf("the program knows it up to version %d", Version), nil)
	}
	scopeName, index, ok := Mark(e)
	if !ok {
		return Record{}, e.Refuse("it is no record of evidence", nil)
	}
	var p payload
	if err := json.Unmarshal(e.Payload, &p); err != nil || p.Query == nil {
		return Record{}, e.Refuse("its payload is no retrieval", err)
	}
	r := Record{ID: e.ID, Seq: e.Seq, At: e.At, Scope: scopeName, Sealed: e.Hash, Mark: e.Mark(), Retrieval: Retrieval{Query: *p.Query, Index: index}}
	for i, j := range p.Items {
		it := Item{Document: j.Document, Source: j.Source, Version: j.Version, Ref: j.Ref, SHA256: j.SHA256}
		if j.At != "" {
			at, err := time.Parse(time.RFC3339Nano, j.At)
			if err != nil {
				return Record{}, e.Refuse(fmt.Sprintf("the time of item %d is none", i+1), nil)
			}
			it.At = at.UTC()
		}
		if j.Text != nil {
			it.Text = *j.Text
		}
		if err := it.check(); err != nil {
			return Record{}, e.Refuse(fmt.Sprintf("item %d is not whole", i+1), err)
		}
		r.Items = append(r.Items, it)
	}
	return r, nil
}
