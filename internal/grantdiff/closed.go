package grantdiff

import (
	"slices"

	"github.com/grantgen/grantgen/internal/box"
	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/schema"
)

// Closed is a schema in closed form: wildcards expanded, defaults filled in. It comes from a Model or from a lock file; of the latter
// it has no places.
type Closed struct {
	namespace  string
	byModel    bool
	rosters    map[string]*roster
	records    map[string]map[string]string // fields' types, by name
	foreign    map[string]string            // Go types that stand in place of fields
	events     map[string]*event
	byName     map[string]*event // older names too
	predicates map[string]*predicate
	tools      map[string]*tool
	layouts    map[string]items
	roles      map[string]*role
	never      map[string]*assertion
	rest       items               // what belongs to no role
	places     map[string]diag.Pos // of what is compared as text and stands in no role: layouts, tools, rosters and the rest
	vocabulary []string            // rosters, types, events, predicates: all of their facts
}

type roster struct {
	values []string // in the schema's order
	open   bool
	all    box.Values // the values, where it is not open
}

type event struct {
	name   string
	was    []string
	fields map[string]*field
}

type field struct {
	name, typ string
	attribute bool
}

type predicate struct {
	value string
	about map[string]string
}

type tool struct {
	owner string
	items items
}

type role struct {
	name, owner, layout string
	family              []string // rosters, sorted by name
	slices              map[string]*slice
	parts               map[string]*part
	writes              []string
	items               items // what is compared as text
	pos                 diag.Pos
	places              map[string]diag.Pos // of what is compared as text, and of scopes
	facts               []string            // all of them, as text
}

type slice struct {
	name, kind, owner string
	last              int
	since             string // the name of the slice
	scope             string // of chronicle, memory, retrieved
	clauses           []*clause
	written           schema.Written
	shows             map[string]map[string]bool // by event: fields, and "at"
	scopes            map[string]string          // of beliefs: by item
	predicates        []string
	about             bool
	memories, tools   []string
	pos               diag.Pos
}

type clause struct {
	event    string
	text     string // "always", or its where
	where    []timeline.Constraint
	match    timeline.Clause // what a witness is run through: of a Model, made from the Model itself
	owner    string
	wildcard bool
	pos      diag.Pos
	written  schema.Written
}

type part struct {
	from     string // slice, or slice.item
	register string
	items    items             // its keys and texts
	places   map[string]string // what its texts name, item and place, and the key that names it: text, group or fallback
	pos      diag.Pos
}

// rule says what a change of an item means.
type rule uint8

const (
	change rule = iota // CHANGED, and nothing is gained
	gain               // CHANGED when its text is another, WIDENED when it is new, NARROWED when it is gone
	opaque             // CHANGED, gained unless it is gone: nobody can show that nothing was gained
	more               // a number: greater is WIDENED, less NARROWED
	moved              // RELABELLED
)

// item is a fact that is compared as text.
type item struct {
	value string
	rule  rule
	both  bool   // it is compared only where both sides have it
	text  string // that value is the hash of, where it is at hand
	owner string
	role  string // whom it is about, where it stands with no role
}

type items map[string]item

func newClosed() *Closed {
	return &Closed{rosters: map[string]*roster{}, records: map[string]map[string]string{}, foreign: map[string]string{}, events: map[string]*event{}, byName: map[string]*event{}, predicates: map[string]*predicate{},
		tools: map[string]*tool{}, layouts: map[string]items{}, roles: map[string]*role{}, never: map[string]*assertion{}, rest: items{}, places: map[string]diag.Pos{}}
}

// Nothing is the closed form of no schema at all, beside which everything is new.
func Nothing() *Closed { return newClosed() }

func entry[T any](m map[string]*T, name string, fresh T) *T {
	v := m[name]
	if v == nil {
		v = &fresh
		m[name] = v
	}
	return v
}

func (c *Closed) role(name string) *role {
	return entry(c.roles, name, role{name: name, slices: map[string]*slice{}, parts: map[string]*part{}, items: items{}, places: map[string]diag.Pos{}})
}

func (r *role) slice(name string) *slice {
	return entry(r.slices, name, slice{name: name, shows: map[string]map[string]bool{}, scopes: map[string]string{}})
}

func (r *role) part(name string) *part {
	return entry(r.parts, name, part{items: items{}, places: map[string]string{}})
}

// types is the types of an event's attributes.
func (e *event) types() map[string]string {
	out := map[string]string{}
	for n, f := range e.fields {
		if f.attribute {
			out[n] = f.typ
		}
	}
	return out
}

// names is all names under which events of this type stand on a log, the present one first.
func (e *event) names() []string { return append([]string{e.name}, e.was...) }

// over is the slice's clauses over events of a type.
func (s *slice) over(e *event) []*clause {
	if e == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(s.clauses), func(c *clause) bool { return c.event != e.name })
}
