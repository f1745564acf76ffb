package timeline

import (
	"cmp"
	"context"
	"slices"
)

// AttributeDecl is what a schema declares of one attribute: its name and the kind of its values. An instant is a KindInt, a roster
// value and an id are KindText.
type AttributeDecl struct {
	Name string
	Kind Kind
}

// Indexer is a log that can make indexes for the attributes that types declare, so that a constraint costs what it admits. A world asks
// for them when it opens. They change no result: without them the types' index serves.
type Indexer interface {
	// EnsureIndexes makes what is missing, and never removes one. On a log that is open for reading only it does nothing.
	EnsureIndexes(ctx context.Context, types []Type) error
}

// Declared lists the attributes of types, each once, sorted; those whose name is none are left out.
func Declared(types []Type) []AttributeDecl {
	var out []AttributeDecl
	for _, t := range types {
		for _, a := range t.Attributes {
			if IsName(a.Name) {
				out = append(out, a)
			}
		}
	}
	slices.SortFunc(out, func(a, b AttributeDecl) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Kind, b.Kind))
	})
	return slices.Compact(out)
}
