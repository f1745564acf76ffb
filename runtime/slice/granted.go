package slice

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// Granted is one slice of a role as plain data, with the member's own values in place: what tools and tests know a grant by. It is a
// copy, and changing it changes no grant.
type Granted struct {
	Name string `json:"name"`
	Kind string `json:"kind"` // as the schema writes it: log, beliefs …

	Clauses []timeline.Clause `json:"clauses,omitempty"` // log, events
	Items   []Shown           `json:"items,omitempty"`   // log, events
	Last    int               `json:"last,omitempty"`
	Since   string            `json:"since,omitempty"` // the chronicle slice's scope

	Namespace  string   `json:"namespace,omitempty"` // beliefs
	Predicates []string `json:"predicates,omitempty"`
	About      bool     `json:"about,omitempty"`
	Scopes     []Scope  `json:"scopes,omitempty"` // beliefs: all; chronicle, memory, retrieved: one

	Kinds      []string `json:"kinds,omitempty"` // memory
	Query      string   `json:"query,omitempty"`
	Top        int      `json:"top,omitempty"`
	Lines      int      `json:"lines,omitempty"`
	Triggers   []string `json:"triggers,omitempty"`
	Summarised bool     `json:"summarised,omitempty"`

	Tools   []string `json:"tools,omitempty"`   // what is said of each
	Version string   `json:"version,omitempty"` // fixed
	SHA256  string   `json:"sha256,omitempty"`  // fixed
}

// Shown is what a log or events slice shows of one event type.
type Shown struct {
	Type   string   `json:"type"`
	Fields []string `json:"fields"`
	At     bool     `json:"at,omitempty"`
}

// Grant is a role's closed grant for one call.
type Grant struct {
	Role   string            // with the member
	Self   map[string]string // by roster
	Slices []Granted
	Range  timeline.Range // of the events slice
	Sum    string         // sha256 of the closed grant, hex
	// Outline is the sha256, in hex, of what grants.lock.yaml says of the role's slices too, without clauses.
	Outline string
}

// ClosedHash is Sum, for whom the type is too much to know.
func (g Grant) ClosedHash() string { return g.Sum }

// Observe has f called with the grant of a call before anything is read: for tests that must know what a role may read.
func Observe(f func(Grant)) assembly.Option {
	return func(o *assembly.Options) {
		o.Observe = func(v any) {
			if g, ok := v.(Grant); ok {
				f(g)
			}
		}
	}
}

// grant is the closed grant of a call.
func (c *Call) grant() (g Grant, err error) {
	g = Grant{Role: c.name(), Self: maps.Clone(c.self()), Range: c.Range, Outline: c.Role.outline()}
	for _, s := range c.Role.Slices {
		granted, err := c.granted(s)
		if err != nil {
			return Grant{}, err
		}
		g.Slices = append(g.Slices, granted)
	}
	g.Sum, err = c.hash(g)
	return g, err
}

func (c *Call) granted(spec Spec) (Granted, error) {
	g := Granted{Name: spec.sliceName()}
	var err error
	switch s := spec.(type) {
	case *Log:
		g.Kind, g.Last, g.Items = "log", s.Last, slices.Clone(s.Items)
		if s.Since != nil {
			g.Since = c.bind(s.Since.Pattern)
		}
		g.Clauses, err = c.bindAll(s.Clauses)
	case *Events:
		g.Kind, g.Items = "events", slices.Clone(s.Items)
		g.Clauses, err = c.bindAll(s.Clauses)
	case *Beliefs:
		g.Kind, g.Namespace, g.Predicates, g.About = "beliefs", s.Namespace, slices.Clone(s.Predicates), s.About
		for _, sc := range s.Scopes {
			g.Scopes = append(g.Scopes, Scope{Name: sc.Name, Pattern: c.bind(sc.Pattern)})
		}
	case *Chronicle:
		g.Kind, g.Scopes = "chronicle", c.oneScope(s.Pattern)
	case *Memory:
		g.Kind, g.Scopes, g.Kinds, g.Triggers = "memory", c.oneScope(s.Pattern), slices.Clone(s.Kinds), slices.Clone(s.Triggers)
		g.Top, g.Lines, g.Summarised, g.Query = s.top(), s.lines(), s.Summarised, s.Query.Name
	case *Retrieved:
		g.Kind, g.Scopes = "retrieved", c.oneScope(s.Pattern)
	case *Given:
		g.Kind = "given"
	case *Fixed:
		g.Kind, g.Version, g.SHA256 = "fixed", s.Version, s.SHA256
	case *Tools:
		g.Kind = "tools"
		for _, t := range s.Tools {
			g.Tools = append(g.Tools, t.Version+" "+t.Text)
		}
	}
	return g, err
}

func (c *Call) oneScope(pattern string) []Scope { return []Scope{{Pattern: c.bind(pattern)}} }

// hash is the sha256 of the role's closed grant: its slices, slots and layout.
func (c *Call) hash(g Grant) (string, error) {
	b, err := json.Marshal(struct {
		Role   string
		Slices []Granted
		Slots  []*assembly.Slot
		Layout any
	}{c.Role.Name, g.Slices, c.Role.Slots, plainLayout(c.Role.Layout)})
	if err != nil {
		return "", fmt.Errorf("write down the closed grant: %w", err)
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:]), nil
}

// plainLayout is a layout without its counter, which has no form as data.
func plainLayout(l *assembly.Layout) any {
	if l == nil {
		return nil
	}
	plain := *l
	plain.Counter = nil
	return plain
}

// origin is how a context of this call came to be.
func (c *Call) origin() (assembly.Origin, error) {
	o := assembly.Origin{Role: c.Role.Name, Outline: c.Role.outline(), Assembler: assembly.FunctionName(c.Assembler)}
	g, err := c.grant()
	if err != nil {
		return o, err
	}
	o.Grant = g.Sum
	if c.Given == nil {
		return o, assembly.ErrNoOrigin
	}
	if o.Input, err = c.Given.MarshalJSON(); err != nil {
		return o, fmt.Errorf("write down the input of %s: %w", c.name(), err)
	}
	return o, nil
}
