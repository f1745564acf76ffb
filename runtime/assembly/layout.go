package assembly

import "github.com/grantgen/grantgen/runtime/token"

// Layout is fixed sections in a fixed order, each with its budget: what generated code declares of a schema's layout.
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

// Fresh is how a section's items are kept fresh.
type Fresh struct {
	Kind  string // release, regenerated, index, days, or empty
	Days  int    // of days
	Stale string // flag (default), refuse, drop
}
