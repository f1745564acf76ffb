package assembly

import "github.com/grantgen/grantgen/runtime/token"

// Layout is fixed sections in a fixed order, each with its budget: what generated code declares of a schema's layout.
//
// The rule. A section with Keep (or Stable) is never touched, nor is a binding part anywhere; if these and the markers of the rest
// come to more than the total, that is [BudgetExceeded]. Every other section has its budget as room, its heading and markers
// included; Rest has what the budgets leave of the total. Where sections that are kept need more than their budgets, the others
// give way: each keeps room for its marker, and the rest is divided in proportion to what they asked for, the remainder to the
// first. What budgets are not used for goes to sections with Grow, in order, up to what they need.
//
// Inside a section parts are visited as under a budget without a layout, the marker of what may go set aside first. With Shed a batch
// stays if it fits, else its fallback, else it goes. Otherwise a part of plain text also stays if it can be cut: every part that can
// is cut in proportion to its size, the remainder to the first in the prompt. Structured content, fixed text, groups, and a part that
// is no longer than what a cut would leave are never cut. A part that is too short to be cut in that proportion stays whole, if it
// fits beside what was visited before it.
//
// With Step and Shed parts go from the least important on, until as many tokens went as are the next multiple of Step; with Step and
// cutting, what stays of a part is a multiple of Step.
//
// Memory is decided last: all of it goes in, if it keeps to its section's budget and all together keeps to the total; or none, and
// a notice stands in its place if that fits the total.
type Layout struct {
	Name     string
	Allowed  int           // floor(safety × window) − reserve: the total unless WithBudget says otherwise
	Counter  token.Counter // of the layout's tokenizer; nil: WithBudget gives one
	Sections []Section
}

// Section is one section of a layout.
type Section struct {
	Name   string
	Budget int    // tokens; 0 with Rest
	Rest   bool   // takes what the others leave
	Keep   bool   // never touched
	Stable bool   // in the cached prefix
	Shed   bool   // over its budget it drops whole parts; otherwise it trims
	Grow   bool   // may use room that others leave, in order
	Step   int    // the cut point moves only in steps of so many tokens; 0: any
	Memory bool   // filled by memory: all or nothing, decided last
	Owner  string // who answers for it
	Fresh  Fresh
	Stamp  bool // source, version and date are written into the text
}

// stable is the names of the stable sections.
func (l *Layout) stable() map[string]bool {
	if l == nil {
		return nil
	}
	var out map[string]bool
	for i := range l.Sections {
		if s := &l.Sections[i]; s.Stable {
			if out == nil {
				out = map[string]bool{}
			}
			out[s.Name] = true
		}
	}
	return out
}

// kept says that nothing in the section is ever touched: also where it is only stable, or its bytes would not be.
func (s *Section) kept() bool { return s.Keep || s.Stable }

// SectionCount is what a section came to.
type SectionCount struct {
	Name    string `json:"name"`
	Budget  int    `json:"budget"` // with Rest, what was left for it
	Stable  bool   `json:"-"`
	Used    int    `json:"used"` // with its heading and markers, as rendered
	Shed    int    `json:"shed"` // parts that went whole
	Trimmed int    `json:"trimmed"`
	// Omitted is the number in the section's marker for parts that went whole; 0: it has none. (A cut part has its own marker.)
	Omitted int `json:"omitted"`
	// After is the number of the section's parts, in the prompt's order, that stand above that marker.
	After  int           `json:"-"`
	Notice bool          `json:"notice"` // a notice stands in the place of memory
	Owner  string        `json:"owner,omitempty"`
	Fresh  string        `json:"fresh,omitempty"` // release, regenerated, index, 30d
	Stamps []SourceStamp `json:"stamps,omitempty"`
}

// SourceStamp is where a part that stands in the prompt comes from.
type SourceStamp struct {
	Slot    string `json:"slot"`
	Source  string `json:"source"`
	Version string `json:"version"`
	Date    string `json:"date"` // 2026-01-02, UTC; empty: not known
}

// Fresh is how a section's items are kept fresh.
type Fresh struct {
	Kind  string // release, regenerated, index, days, or empty
	Days  int    // of days
	Stale string // flag (default), refuse, drop
}
