package slice

import (
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// Role is what generated code declares of a role: its closed grant.
type Role struct {
	Name   string
	Slices []Spec           // in the schema's order
	Slots  []*assembly.Slot // in the schema's order
	Layout *assembly.Layout // nil: none
}

// full says whether Describe is the longer form.
func (r *Role) full() bool {
	for _, s := range r.Slices {
		switch s.(type) {
		case *Memory, *Retrieved, *Tools:
			return true
		}
	}
	return false
}

// Spec is one entry of `sees:`. A role's slices are named by pointer; one that is not among them is NotGranted.
type Spec interface{ sliceName() string }

// Log reads the log.
type Log struct {
	Name    string
	Clauses []timeline.Clause // a union; values may be timeline.Self
	Last    int               // 0: all
	Since   *Chronicle        // nil: from the start
	Items   []Shown           // what the views show
}

// Events reads a fixed range of the log that Input gives.
type Events struct {
	Name    string
	Clauses []timeline.Clause
	Items   []Shown
}

// Beliefs reads scopes of beliefs.
type Beliefs struct {
	Name       string
	Namespace  string   // the schema's
	Predicates []string // that may be read
	Scopes     []Scope
	About      bool // the views show the subjects
}

// Scope is a scope under the name that the slice gives it. Pattern may hold {self.<roster>} as whole segments.
type Scope struct {
	Name    string `json:"name,omitempty"`
	Pattern string `json:"pattern"`
}

// Chronicle reads the sections of one scope.
type Chronicle struct {
	Name    string
	Pattern string
}

// Given is a value that the application computed.
type Given struct{ Name string }

// Fixed is a text embedded at generation.
type Fixed struct {
	Name    string
	File    string
	Version string
	SHA256  string
	Text    string
}

func (s *Log) sliceName() string       { return s.Name }
func (s *Events) sliceName() string    { return s.Name }
func (s *Beliefs) sliceName() string   { return s.Name }
func (s *Chronicle) sliceName() string { return s.Name }
func (s *Given) sliceName() string     { return s.Name }
func (s *Fixed) sliceName() string     { return s.Name }
