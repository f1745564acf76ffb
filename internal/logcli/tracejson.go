package logcli

import (
	"encoding/json"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/trace"
)

// shown is a context as `trace show --json` has it.
type shown struct {
	contextRow
	Grant    string                  `json:"grant"`
	Input    json.RawMessage         `json:"input"`
	Rendered string                  `json:"rendered"`
	Renderer string                  `json:"renderer"`
	Prefix   string                  `json:"prefix_hash,omitempty"`
	Sections []assembly.SectionCount `json:"sections,omitempty"`
	Notes    []assembly.Note         `json:"notes,omitempty"`
	All      []shownPart             `json:"all"` // the parts as in the prompt, the shed ones where they would have stood
}

type shownPart struct {
	Number   int           `json:"number"`
	Slot     string        `json:"slot"`
	Register string        `json:"register"`
	Rank     int           `json:"rank"`
	Section  string        `json:"section,omitempty"`
	Count    int           `json:"count,omitempty"`
	Kept     bool          `json:"kept"`
	Reason   string        `json:"reason,omitempty"`
	Trim     *trace.Trim   `json:"trim,omitempty"`
	Content  string        `json:"content"`
	Sources  []shownSource `json:"sources"`
}

type shownSource struct {
	Kind    string            `json:"kind"`
	Name    string            `json:"name"`
	Scope   string            `json:"scope,omitempty"`
	Version string            `json:"version,omitempty"`
	Event   string            `json:"event,omitempty"`
	Seq     timeline.Position `json:"seq,omitempty"`
	Type    string            `json:"type,omitempty"`
}

func shownOf(rec *trace.Recorded, d *trace.Described, c *cited) shown {
	row, _ := rowOf(rec) // d is what it describes
	out := shown{contextRow: row, Grant: rec.Grant, Input: rec.Input, Rendered: rec.Rendered, Renderer: rec.Renderer, Prefix: d.PrefixHash, Sections: d.Sections, Notes: d.Notes, All: []shownPart{}}
	for i, p := range d.Prompt() {
		part := shownPart{Number: i + 1, Slot: p.Slot, Register: p.Register, Rank: p.Rank, Section: p.Section, Count: p.Count, Kept: p.Kept, Reason: p.Reason, Trim: p.Trim,
			Content: p.Content, Sources: []shownSource{}}
		for _, s := range p.Sources {
			kind, name := s.What()
			source := shownSource{Kind: kind, Name: name, Scope: s.Scope, Version: s.Version, Event: c.id(s)}
			if ev, ok := c.event(s); ok {
				source.Seq, source.Type = ev.Seq, ev.Namespace+"."+ev.Type
			}
			part.Sources = append(part.Sources, source)
		}
		out.All = append(out.All, part)
	}
	return out
}
