package assembly

import "strconv"

// Ref is a source as plain data.
type Ref interface {
	// String is the ref as errors show it, e.g. EventRef(seq=3, event=<id>).
	String() string
	ref()
	kind() string // EventRef
}

// EventRef is an event on the log.
type EventRef struct {
	Event string `json:"event"`
	Seq   int64  `json:"seq"`
}

// StateRef is a belief, by the event that made it.
type StateRef struct {
	State string `json:"state"`
	Scope string `json:"scope"`
	Event string `json:"event"`
}

// SectionRef is a section of a chronicle.
type SectionRef struct {
	Section string `json:"section"`
	FromSeq int64  `json:"from_seq"`
	ToSeq   int64  `json:"to_seq"`
}

// GivenRef is a value that the application gave; Event is the event it came from, if it said so.
type GivenRef struct {
	Given string  `json:"given"`
	Event *string `json:"event"`
}

// FixedRef is a text embedded at generation.
type FixedRef struct {
	Fixed   string `json:"fixed"`
	Version string `json:"version"`
	SHA256  string `json:"sha256"`
}

// MemoryRef is a remembered fact, by the event that it was learnt from.
type MemoryRef struct {
	Memory string `json:"memory"`
	Scope  string `json:"scope"`
	Event  string `json:"event"`
}

// RetrievedRef is a piece of evidence that the application retrieved and recorded.
type RetrievedRef struct {
	Retrieved string `json:"retrieved"`
	Version   string `json:"version"`
	Index     string `json:"index"`
	Event     string `json:"event"`
	Seq       int64  `json:"seq"`
}

// ToolRef is the schema of a tool.
type ToolRef struct {
	Tool    string `json:"tool"`
	Version string `json:"version"`
}

func (EventRef) ref()     {}
func (StateRef) ref()     {}
func (SectionRef) ref()   {}
func (GivenRef) ref()     {}
func (FixedRef) ref()     {}
func (MemoryRef) ref()    {}
func (RetrievedRef) ref() {}
func (ToolRef) ref()      {}

func (EventRef) kind() string     { return "EventRef" }
func (StateRef) kind() string     { return "StateRef" }
func (SectionRef) kind() string   { return "SectionRef" }
func (GivenRef) kind() string     { return "GivenRef" }
func (FixedRef) kind() string     { return "FixedRef" }
func (MemoryRef) kind() string    { return "MemoryRef" }
func (RetrievedRef) kind() string { return "RetrievedRef" }
func (ToolRef) kind() string      { return "ToolRef" }

func (r EventRef) String() string {
	return "EventRef(seq=" + strconv.FormatInt(r.Seq, 10) + ", event=" + r.Event + ")"
}

func (r StateRef) String() string {
	return "StateRef(state=" + r.State + ", scope=" + r.Scope + ", event=" + r.Event + ")"
}

func (r SectionRef) String() string { return "SectionRef(section=" + r.Section + ")" }

func (r GivenRef) String() string {
	if r.Event == nil {
		return "GivenRef(given=" + r.Given + ")"
	}
	return "GivenRef(given=" + r.Given + ", event=" + *r.Event + ")"
}

func (r FixedRef) String() string {
	return "FixedRef(fixed=" + r.Fixed + ", version=" + r.Version + ")"
}

func (r MemoryRef) String() string {
	return "MemoryRef(memory=" + r.Memory + ", scope=" + r.Scope + ", event=" + r.Event + ")"
}

func (r RetrievedRef) String() string {
	return "RetrievedRef(retrieved=" + r.Retrieved + ", version=" + r.Version + ", seq=" + strconv.FormatInt(r.Seq, 10) + ")"
}

func (r ToolRef) String() string { return "ToolRef(tool=" + r.Tool + ", version=" + r.Version + ")" }

// sameGiven stands for a GivenRef as a map key: two pointers to one event id are one source.
type sameGiven struct {
	given, event string
	said         bool
}

// sameSection stands for a SectionRef as a map key: its id is only an id within its scope.
type sameSection struct {
	SectionRef
	scope string
}

// keyOf is what two refs to one thing have in common.
func keyOf(r Ref, mark any) any {
	switch r := r.(type) {
	case GivenRef:
		k := sameGiven{given: r.Given}
		if r.Event != nil {
			k.event, k.said = *r.Event, true
		}
		return k
	case SectionRef:
		scope, _ := mark.(string)
		if m, ok := mark.(interface{ Scope() string }); ok {
			scope = m.Scope()
		}
		return sameSection{r, scope}
	}
	return r
}
