package worlds

import "reflect"

// Vocabulary is what a schema speaks of, as data. Field types stand as the schema writes them: "string", "int?", "list Terms",
// "set party".
type Vocabulary struct {
	Namespace  string // of its events
	Rosters    []Roster
	Records    []Record
	Events     []Event
	Predicates []Predicate
	Scopes     []Scope
	Roles      []Role
}

// Roster is a roster and the names in it; an open one has none.
type Roster struct {
	Name   string
	Values []string
}

// Field is a field of an event or a record, a subject of a predicate, or a given value of a role.
type Field struct{ Name, Type string }

// Record is a record of types:. One with a Go type of the application's own has no fields.
type Record struct {
	Name   string
	Fields []Field
	Go     reflect.Type
}

// Event is an event type. Where the application has a Go type for its payload, Payload lists what of it may be shown.
type Event struct {
	Name       string
	Version    int
	Was        []string // older names
	Attributes []Field
	Payload    []Field
	Go         reflect.Type
}

// Predicate is a kind of belief.
type Predicate struct {
	Name  string
	About []Field
	Value string
}

// Scope is a family of scopes: its kind (beliefs, chronicle, memory, retrieved) and its name, in which {party} stands for a value.
type Scope struct{ Kind, Pattern string }

// Role is what the Input of a role holds.
type Role struct {
	Name    string
	Package string   // the last element of its package's path
	Self    []string // the rosters of a family
	Given   []Field
	Records []string // the retrieved slices
	Range   string   // the events slice
	Now     bool
}

func find[T any](list []T, name func(T) string, want string) (T, bool) {
	for _, e := range list {
		if name(e) == want {
			return e, true
		}
	}
	return *new(T), false
}

func (v *Vocabulary) roster(name string) (Roster, bool) {
	return find(v.Rosters, func(r Roster) string { return r.Name }, name)
}

func (v *Vocabulary) record(name string) (Record, bool) {
	return find(v.Records, func(r Record) string { return r.Name }, name)
}

// event finds an event type by its name, or by an older one.
func (v *Vocabulary) event(name string) (Event, bool) {
	if e, ok := find(v.Events, func(e Event) string { return e.Name }, name); ok {
		return e, true
	}
	for _, e := range v.Events {
		for _, was := range e.Was {
			if was == name {
				return e, true
			}
		}
	}
	return Event{}, false
}

// RoleIn finds a role by the path of its package.
func (v *Vocabulary) RoleIn(pkg string) (Role, bool) {
	return find(v.Roles, func(r Role) string { return r.Package }, pkg)
}
