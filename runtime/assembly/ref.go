package assembly

// Ref is a source as plain data.
type Ref interface {
	// String is the ref as errors show it, e.g. EventRef(seq=3, event=<id>).
	String() string
	ref()
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

func (EventRef) ref()   {}
func (StateRef) ref()   {}
func (SectionRef) ref() {}
func (GivenRef) ref()   {}
func (FixedRef) ref()   {}

func (r EventRef) String() string   { panic("stub") }
func (r StateRef) String() string   { panic("stub") }
func (r SectionRef) String() string { panic("stub") }
func (r GivenRef) String() string   { panic("stub") }
func (r FixedRef) String() string   { panic("stub") }
