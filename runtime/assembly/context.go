package assembly

import (
	"slices"

	"github.com/grantgen/grantgen/runtime/token"
)

// Part is one piece of the prompt.
type Part struct {
	Slot       string
	Register   Register
	Rank       int
	Content    string // text, or one line of JSON when Structured
	Structured bool
	Verbatim   bool // fixed text: renderers write it as it is
	Sources    []Ref
	Count      int    // as counted under the budget; 0 without one
	Reason     string // of a shed part, e.g. "needs 36, 16 left"

	Section string // of the layout; empty without one
	Stamp   string // the line above the text that says where it comes from; empty: none
	Omitted int    // of a part that was cut: the tokens that the marker after it stands for
}

// Context is the result of an assembly: an operator's record, not for models.
type Context struct {
	Role    string
	UptoSeq int64
	Parts   []Part // in the assembler's order
	Shed    []Part // in the assembler's order
	Read    []Ref
	Counter string // the counter's name; empty without a budget
	Total   int    // the budget's total; 0 without one
	Used    int    // what the kept parts come to, as counted
	Trimmed []Trim // parts that stand shorter than they were, in the assembler's order
	Notes   []Note

	// With a layout.
	Layout     string
	Sections   []SectionCount // in the layout's order
	PrefixHash string         // sha256 of the text of the stable sections that come first, in hex; empty: there are none
	full       bool           // Describe is the longer form
	origin     func() (Origin, error)
	budget     *Budget
	inside     *inside // of the session that made it
	fates      []Fate
}

// Note is something an operator should know that changed nothing, e.g. text that reads like a heading.
type Note struct {
	Kind string `json:"kind"` // look-alike, notice, stale, version, over; of memory: not needed, failed search, unreadable, unadmitted; or an application's own
	Slot string `json:"slot"` // empty: it is of no part
	Text string `json:"text"` // what was noticed, in words; never the part's text
}

// context is what a session that passed the checks comes to.
func (in *inside) context(b *Budget) (*Context, error) {
	c := &Context{budget: b, inside: in, Role: in.setup.Role, UptoSeq: in.setup.Upto, Shed: []Part{}, Read: in.reads(), Notes: slices.Clip(in.notes), full: in.setup.Full}
	f := in.fitting()
	switch {
	case in.setup.Layout != nil:
		c.Layout, c.full = in.setup.Layout.Name, true
		c.Counter, c.Total = token.Name(b.Count), b.Total
		if err := in.arrange(c, f, b); err != nil {
			return nil, err
		}
		c.Used = f.used
	case b != nil:
		c.Counter, c.Total = token.Name(b.Count), b.Total
		if err := in.fit(c, f, b); err != nil {
			return nil, err
		}
		c.Used = f.used
	default:
		f.all()
	}
	c.Parts, c.Shed = f.split()
	c.Trimmed, c.fates = f.trimmed(), f.fates()
	c.Notes = append(c.Notes, in.versions(f)...)
	if in.setup.Layout == nil { // with one they were found as texts were written
		c.Notes = append(c.Notes, lookAlikes(c.Parts)...)
	}
	return c, nil
}

// budget is the budget that applies: with a layout, the layout's own wherever the option leaves it open.
func (in *inside) budget(o *Options) *Budget {
	l := in.setup.Layout
	if l == nil {
		return o.Budget
	}
	var b Budget
	if o.Budget != nil {
		b = *o.Budget
	}
	if b.Total == 0 {
		b.Total = l.Allowed
	}
	if b.Count == nil {
		b.Count = l.Counter
	}
	if b.Render == nil {
		b.Render = BySection
	}
	return &b
}
