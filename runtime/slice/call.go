package slice

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/internal/scope"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// Call is a role with the Input of one call.
type Call struct {
	Role   *Role
	Self   []Self
	Inputs []Input
	// Queries are what the call asks its memory slices, one each.
	Queries []Query
	Range   timeline.Range // of the events slice
	// Through asks a write door for the range that starts right after the last section. It excludes Range.
	Through timeline.Position
	// Given is the Input as the application gave it, and Assembler the function that fills the parts: how the context came to be.
	Given     json.Marshaler
	Assembler any
	// Now is the time by which freshness is told, where a section of the layout counts days.
	Now time.Time
}

// Self is the member's own value of one roster. Value is any roster value: its Name() is empty outside the roster, and it is the zero
// value when IsZero() says so.
type Self struct {
	Roster string
	Value  interface {
		Name() string
		IsZero() bool
	}
}

// Input says whether a required value is empty.
type Input struct {
	Name  string
	Empty bool
}

// ErrInput is the sentinel of [InputError].
var ErrInput = errors.New("input is not as the schema wants it")

// InputError is an Input refused before anything is read.
type InputError struct {
	Input string
	Why   string
}

func (e *InputError) Error() string { return fmt.Sprintf("input '%s' %s", e.Input, e.Why) }

// Is matches [ErrInput].
func (e *InputError) Is(target error) bool { return target == ErrInput }

// name is the role as Context shows it: negotiator@norway, assistant@acme@bob.
func (c *Call) name() string {
	if len(c.Self) == 0 {
		return c.Role.Name
	}
	members := make([]string, len(c.Self))
	for i, s := range c.Self {
		members[i] = scope.QuoteMember(s.Value.Name())
	}
	return c.Role.Name + "@" + strings.Join(members, "@")
}

func (c *Call) self() map[string]string {
	m := map[string]string{}
	for _, s := range c.Self {
		m[s.Roster] = s.Value.Name()
	}
	return m
}

func (c *Call) events() *Events {
	for _, s := range c.Role.Slices {
		if e, ok := s.(*Events); ok {
			return e
		}
	}
	return nil
}

// check refuses an Input before anything is read.
func (c *Call) check() error {
	for i, s := range c.Self {
		if s.Value.IsZero() {
			return &InputError{Input: "self." + s.Roster, Why: "is empty" + c.field(i)}
		}
		if s.Value.Name() == "" {
			return &assembly.NotGranted{Self: fmt.Sprintf("%d", s.Value), Roster: s.Roster}
		}
		if err := scope.CheckName(s.Value.Name()); err != nil { // of an open roster
			return &InputError{Input: "self." + s.Roster, Why: err.Error()}
		}
	}
	if c.Now.IsZero() && c.countsDays() {
		return &InputError{Input: "now", Why: "is empty"}
	}
	for _, in := range c.Inputs {
		if in.Empty {
			return &InputError{Input: in.Name, Why: "is empty"}
		}
	}
	if e := c.events(); e != nil {
		switch r := c.Range; {
		case r == timeline.Range{}:
			return &InputError{Input: e.Name, Why: "is empty"}
		case r.From < 1 || r.To < r.From:
			return &InputError{Input: e.Name, Why: fmt.Sprintf("is the range %d to %d, which is none", r.From, r.To)}
		}
	}
	return nil
}

// field says which field of Input holds the member's own value at i: the fields for these are its first.
func (c *Call) field(i int) string {
	t := reflect.TypeOf(c.Given)
	if t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == nil || t.Kind() != reflect.Struct || i >= t.NumField() || !strings.HasPrefix(t.Field(i).Name, "Self") {
		return "" // a call made by hand
	}
	return " (Input." + t.Field(i).Name + ")"
}

// countsDays says whether a section of the layout tells freshness in days.
func (c *Call) countsDays() bool {
	if c.Role.Layout == nil {
		return false
	}
	return slices.ContainsFunc(c.Role.Layout.Sections, func(s assembly.Section) bool { return s.Fresh.Days > 0 })
}

// micros is Now for the session; 0 when it was not given.
func (c *Call) micros() timeline.Micros {
	if c.Now.IsZero() {
		return 0
	}
	return c.Now.UnixMicro()
}

// bind puts the member's own values into a scope pattern.
func (c *Call) bind(pattern string) string {
	if !strings.Contains(pattern, "{") {
		return pattern
	}
	places := make([]string, 0, 2*len(c.Self))
	for _, s := range c.Self {
		places = append(places, "{self."+s.Roster+"}", scope.Quote(s.Value.Name()))
	}
	return strings.NewReplacer(places...).Replace(pattern) // in one pass: a value may be called {self.user}
}

func (c *Call) bindAll(clauses []timeline.Clause) ([]timeline.Clause, error) {
	self := c.self()
	out := make([]timeline.Clause, len(clauses))
	for i, clause := range clauses {
		bound, err := clause.Bind(self)
		if err != nil {
			return nil, fmt.Errorf("bind %s: %w", clause.Type, err)
		}
		out[i] = bound
	}
	return out, nil
}
