package assembly

import (
	"bytes"
	"encoding/json"
	"slices"
)

// Description is a context as plain data: the record that goldens, traces and replays compare.
type Description struct {
	Role    string          `json:"role"`
	UptoSeq int64           `json:"upto_seq"`
	Parts   []DescribedPart `json:"parts"`
	Shed    []DescribedPart `json:"shed"`
	Read    []Ref           `json:"read"`

	// More is of contexts with a layout, memory, evidence or tools; nil otherwise, and then there is nothing after read.
	More *More `json:"-"`
}

// More is what stands after read.
type More struct {
	Sections   []SectionCount `json:"sections"`
	Counter    string         `json:"counter"`
	PrefixHash string         `json:"prefix_hash"`
	Trimmed    []Trim         `json:"trimmed"`
	Notes      []Note         `json:"notes"`
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
	d := Description{Role: c.Role, UptoSeq: c.UptoSeq, Parts: describe(c.Parts), Shed: describe(c.Shed), Read: refs(c.Read)}
	if c.full || c.Layout != "" || slices.ContainsFunc(c.Read, longer) {
		d.More = &More{
			Sections: listed(c.Sections), Counter: c.Counter, PrefixHash: c.PrefixHash, Trimmed: listed(c.Trimmed), Notes: listed(c.Notes),
		}
	}
	return d
}

// longer says that a source of this kind makes the description the longer one.
func longer(r Ref) bool {
	switch r.(type) {
	case MemoryRef, RetrievedRef, ToolRef:
		return true
	}
	return false
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

func refs(list []Ref) []Ref { return listed(list) }

// listed keeps an empty list from becoming null.
func listed[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// JSON is the description on one line, without a line feed and without HTML escaping.
func (d Description) JSON() []byte {
	type plain Description // without the methods, so that encoding does not come back here
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	var all any = plain(d)
	if d.More != nil {
		all = struct {
			plain
			*More
		}{plain(d), d.More}
	}
	if err := enc.Encode(all); err != nil {
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
