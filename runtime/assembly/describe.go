package assembly

import (
	"bytes"
	"encoding/json"
)

// Description is a context as plain data: the record that goldens, traces and replays compare.
type Description struct {
	Role    string          `json:"role"`
	UptoSeq int64           `json:"upto_seq"`
	Parts   []DescribedPart `json:"parts"`
	Shed    []DescribedPart `json:"shed"`
	Read    []Ref           `json:"read"`
}

// DescribedPart is a part as plain data.
type DescribedPart struct {
	Slot     string   `json:"slot"`
	Register Register `json:"register"`
	Rank     int      `json:"rank"`
	Content  any      `json:"content"` // a string, or a json.RawMessage for structured content
	Sources  []Ref    `json:"sources"`
}

// Describe gives the context as plain data.
func (c *Context) Describe() Description {
	return Description{Role: c.Role, UptoSeq: c.UptoSeq, Parts: describe(c.Parts), Shed: describe(c.Shed), Read: refs(c.Read)}
}

func describe(parts []Part) []DescribedPart {
	out := make([]DescribedPart, len(parts))
	for i, p := range parts {
		out[i] = DescribedPart{Slot: p.Slot, Register: p.Register, Rank: p.Rank, Content: p.Content, Sources: refs(p.Sources)}
		if p.Structured && json.Valid([]byte(p.Content)) {
			out[i].Content = json.RawMessage(p.Content)
		}
	}
	return out
}

// refs keeps an empty list from becoming null.
func refs(list []Ref) []Ref {
	if list == nil {
		return []Ref{}
	}
	return list
}

// JSON is the description on one line, without a line feed and without HTML escaping.
func (d Description) JSON() []byte {
	type plain Description // without the methods, so that encoding does not come back here
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(plain(d)); err != nil {
		// Strings, numbers and JSON that was found valid always encode; content set by hand may not.
		return []byte(`{"error":"the description does not encode"}`)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// Indent is the form of goldens: two spaces a level and a final line feed.
func (d Description) Indent() []byte {
	var b bytes.Buffer
	_ = json.Indent(&b, d.JSON(), "", "  ") // JSON is valid
	b.WriteByte('\n')
	return b.Bytes()
}

// MarshalJSON is JSON. (json.Marshal escapes <, > and & in what it returns; an Encoder with SetEscapeHTML(false) does not.)
func (d Description) MarshalJSON() ([]byte, error) { return d.JSON(), nil }

// String is JSON.
func (d Description) String() string { return string(d.JSON()) }
