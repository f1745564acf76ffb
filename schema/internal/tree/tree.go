package tree

import (
	"slices"
	"unicode/utf8"

	"github.com/grantgen/grantgen/internal/diag"
)

// The limits of one file.
const (
	MaxBytes = 1 << 20
	MaxDepth = 16
	MaxNodes = 20_000
)

// Kind is the kind of a node.
type Kind uint8

// The kinds. A node without one was refused and reported.
const (
	Scalar Kind = iota + 1
	List
	Map
)

// String says what k is in an error's words.
func (k Kind) String() string { return [...]string{"nothing", "a single value", "a list", "a map"}[k] }

// Node is a scalar, a list or a map.
type Node struct {
	Pos   diag.Pos
	Kind  Kind
	Text  string  // Scalar: as written, without quotes
	Plain bool    // Scalar: without quotes
	Null  bool    // Scalar: plain, and a null for YAML
	Items []*Node // List
	Keys  []*Node // Map: scalars, distinct
	Vals  []*Node // Map: one for each key

	// shift is where Text begins after Pos, in characters; -1 where the source spells the text otherwise (escapes, several lines).
	shift int

	misread bool
}

// Misread says whether a reader of this node, or of a part of it, could make nothing of it.
func (n *Node) Misread() bool {
	return n != nil && (n.misread || slices.ContainsFunc(n.Items, (*Node).Misread) || slices.ContainsFunc(n.Vals, (*Node).Misread))
}

// SetMisread is called by such a reader.
func (n *Node) SetMisread() { n.misread = true }

// At is the position of the byte i of n's text, as exactly as it can be told.
func (n *Node) At(i int) diag.Pos {
	p := n.Pos
	if n.shift >= 0 {
		p.Col += n.shift + utf8.RuneCountInString(n.Text[:min(i, len(n.Text))])
	}
	return p
}

// Get is the value of a key of a map, or nil.
func (n *Node) Get(key string) *Node {
	for i, k := range n.Keys {
		if k.Text == key {
			return n.Vals[i]
		}
	}
	return nil
}

// Equal says whether a and b say the same, wherever they stand.
func Equal(a, b *Node) bool {
	if a == b {
		return true
	}
	if a.Kind != b.Kind || a.Text != b.Text || a.Plain != b.Plain || len(a.Items) != len(b.Items) || len(a.Keys) != len(b.Keys) {
		return false
	}
	for i := range a.Items {
		if !Equal(a.Items[i], b.Items[i]) {
			return false
		}
	}
	for i := range a.Keys {
		if a.Keys[i].Text != b.Keys[i].Text || !Equal(a.Vals[i], b.Vals[i]) {
			return false
		}
	}
	return true
}
