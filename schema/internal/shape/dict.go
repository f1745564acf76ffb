package shape

import (
	"reflect"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema/internal/tree"
)

// Dict is a map whose keys are names of the schema's own, in the order as written.
type Dict[T any] struct {
	At      diag.Pos
	Set     bool // it is there, though perhaps empty
	Empty   bool // it is there, and empty
	Entries []Entry[T]
	Broken  []*tree.Node // the keys of values that were not understood: they are declared all the same
	Misread bool         // it is there and no map: nobody knows what it was to declare
}

// Entry is one of a Dict.
type Entry[T any] struct {
	Key  *tree.Node
	Node *tree.Node
	Val  T
}

// Name is the entry's key.
func (e Entry[T]) Name() string { return e.Key.Text }

func (d *Dict[T]) read(r *Reader, n *tree.Node) bool {
	if !r.is(n, tree.Map) {
		d.Misread = true
		return false
	}
	d.At, d.Set, d.Empty = n.Pos, true, len(n.Keys) == 0
	for i, k := range n.Keys {
		if !IsName(k.Text) {
			r.badName(k)
			continue
		}
		e := Entry[T]{Key: k, Node: n.Vals[i]}
		if r.into(e.Node, reflect.ValueOf(&e.Val).Elem()) {
			d.Entries = append(d.Entries, e)
		} else {
			d.Broken = append(d.Broken, k)
		}
	}
	return true
}

// JSONSchemaAlias implements the interface of invopop/jsonschema.
func (d Dict[T]) JSONSchemaAlias() any { return map[string]T{} }

// Names is a name or a list of names.
type Names struct {
	union
	One  Name   `json:"one"`
	Many []Name `json:"many"`
}

func (l *Names) read(r *Reader, n *tree.Node) bool {
	if n.Kind == tree.List {
		return r.into(n, reflect.ValueOf(&l.Many).Elem())
	}
	return l.One.read(r, n)
}

// All is the names as a list.
func (l Names) All() []Name {
	if l.One.Given() {
		return []Name{l.One}
	}
	return l.Many
}
