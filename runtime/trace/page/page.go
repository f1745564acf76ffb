package page

// Page is all that the page shows. Text stands once each in Texts, and what was read once each in Sources; elsewhere are their places.
type Page struct {
	Name     string    `json:"name"` // of the log
	Last     int64     `json:"last"` // the log's end
	Left     int       `json:"left"` // older contexts that are not in the page
	NoSlider string    `json:"no_slider,omitempty"`
	Texts    []string  `json:"texts"`
	Sources  []Source  `json:"sources"`
	Contexts []Context `json:"contexts"` // in the order of the log
}

// Source is something that was read.
type Source struct {
	Kind       string `json:"kind"` // event, belief, section, memory, evidence, given, fixed, tool
	Name       string `json:"name"` // its id, or what it is called
	Scope      string `json:"scope,omitempty"`
	Version    string `json:"version,omitempty"`
	Index      string `json:"index,omitempty"`
	Event      string `json:"event,omitempty"` // the event that it stands on, and that event's envelope
	Seq        int64  `json:"seq,omitempty"`
	Type       string `json:"type,omitempty"`
	At         string `json:"at,omitempty"`
	Attributes string `json:"attributes,omitempty"`
}

// Context is one recorded context.
type Context struct {
	ID         string    `json:"id"`
	Seq        int64     `json:"seq"`
	At         string    `json:"at"`
	Role       string    `json:"role"`
	Position   int64     `json:"position"`
	Assembler  string    `json:"assembler"`
	Grant      string    `json:"grant"`
	Input      int       `json:"input"` // of Texts
	Layout     string    `json:"layout,omitempty"`
	Counter    string    `json:"counter,omitempty"` // empty: it had no budget
	Total      int       `json:"total,omitempty"`
	Used       int       `json:"used,omitempty"`
	Rendered   string    `json:"rendered"`
	PrefixHash string    `json:"prefix_hash,omitempty"`
	Pin        string    `json:"pin,omitempty"`
	Notes      []string  `json:"notes,omitempty"`
	Sections   []Section `json:"sections,omitempty"`
	Read       []int     `json:"read"`  // of Sources
	Parts      []Part    `json:"parts"` // as in the prompt; the shed ones where they would have stood
	Sweep      *Sweep    `json:"sweep,omitempty"`
	NoSweep    string    `json:"no_sweep,omitempty"` // why there is none
	Lacks      Lack      `json:"-"`                  // the same for the summary
}

// Section is what a section of a layout came to.
type Section struct {
	Name    string `json:"name"`
	Budget  int    `json:"budget"`
	Used    int    `json:"used"`
	Shed    int    `json:"shed,omitempty"`
	Trimmed int    `json:"trimmed,omitempty"`
	Notice  bool   `json:"notice,omitempty"`
	Owner   string `json:"owner,omitempty"`
	Fresh   string `json:"fresh,omitempty"`
}

// Part is one part.
type Part struct {
	Place    int    `json:"place"` // among all, in the assembler's order
	Slot     string `json:"slot"`
	Register string `json:"register"`
	Rank     int    `json:"rank,omitempty"`
	Text     int    `json:"text"`
	Sources  []int  `json:"sources,omitempty"`
	Section  string `json:"section,omitempty"`
	Count    int    `json:"count,omitempty"`
	Shed     bool   `json:"shed,omitempty"`
	Reason   string `json:"reason,omitempty"`
	Cut      *Cut   `json:"cut,omitempty"`
}

// Cut says how a part stands shorter than it was.
type Cut struct {
	Whole    int  `json:"whole"`
	Kept     int  `json:"kept"`
	Omitted  int  `json:"omitted,omitempty"`
	Fallback bool `json:"fallback,omitempty"`
}

// Sweep is what Assemble makes of the same parts at other totals.
type Sweep struct {
	Recorded int       `json:"recorded"` // which of Totals is the one that was recorded
	Totals   []Outcome `json:"totals"`   // ascending
}

// Outcome is one total, as what is otherwise than at the one before; the first, than if everything were kept whole.
type Outcome struct {
	Total    int       `json:"total"`
	Used     int       `json:"used,omitempty"`
	Error    string    `json:"error,omitempty"` // then nothing else is set, and the next is as compared with the last that has none
	Flips    []int     `json:"flips,omitempty"` // places of parts that are shed and were not, or the other way
	Cuts     [][4]int  `json:"cuts,omitempty"`  // place, kept, omitted, 1 for a fallback: parts that are cut now, or otherwise
	Whole    []int     `json:"whole,omitempty"` // places of parts that were cut and are not
	Sections []Section `json:"sections,omitempty"`
}
