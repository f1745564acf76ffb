package assembly

import "github.com/grantgen/grantgen/runtime/token"

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
	Notes   []Note
}

// Note is something an operator should know that changed nothing, e.g. text that reads like a heading.
type Note struct {
	Kind string // look-alike
	Slot string
	Text string // what was noticed, in words; never the part's text
}

// context is what a session that passed the checks comes to.
func (in *inside) context(b *Budget) (*Context, error) {
	c := &Context{Role: in.setup.Role, UptoSeq: in.setup.Upto, Shed: []Part{}, Read: in.reads()}
	f := in.fitting()
	if b == nil {
		f.all()
	} else {
		c.Counter, c.Total = token.Name(b.Count), b.Total
		if err := in.fit(c, f, b); err != nil {
			return nil, err
		}
		c.Used = f.used
	}
	c.Parts, c.Shed = f.split()
	c.Notes = lookAlikes(c.Parts)
	return c, nil
}
