package shape

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/invopop/jsonschema"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema/internal/tree"
)

// NamePattern is what a name is.
const NamePattern = `^[A-Za-z][A-Za-z0-9_-]{0,39}$`

var nameRE = regexp.MustCompile(NamePattern)

// IsName says whether s is a name.
func IsName(s string) bool { return nameRE.MatchString(s) }

// scalar is what the single values have in common: where they stand, and whether they are there at all.
type scalar struct{ node *tree.Node }

// Given says whether the schema has the value.
func (s scalar) Given() bool { return s.node != nil }

// Pos is where it stands.
func (s scalar) Pos() diag.Pos {
	if s.node == nil {
		return diag.Pos{}
	}
	return s.node.Pos
}

// At is the position of the byte i of its text.
func (s scalar) At(i int) diag.Pos { return s.node.At(i) }

// Node is the value as it was read.
func (s scalar) Node() *tree.Node { return s.node }

func (s scalar) text() string {
	if s.node == nil {
		return ""
	}
	return s.node.Text
}

// Text is free text.
type Text struct{ scalar }

// String is the text, empty when it is not given.
func (t Text) String() string { return t.text() }

func (t *Text) read(r *Reader, n *tree.Node) bool { return r.single(n, "a text", &t.scalar) }

// JSONSchema implements the interface of invopop/jsonschema.
func (Text) JSONSchema() *jsonschema.Schema {
	return oneOf(&jsonschema.Schema{Type: "string"}, &jsonschema.Schema{Type: "number"}, &jsonschema.Schema{Type: "boolean"})
}

// Name is a name that the schema declares or refers to.
type Name struct{ scalar }

// String is the name.
func (w Name) String() string { return w.text() }

func (w *Name) read(r *Reader, n *tree.Node) bool {
	if !r.single(n, "a name", &w.scalar) {
		return false
	}
	if !IsName(n.Text) {
		r.badName(n)
		w.node = nil
		return false
	}
	return true
}

// JSONSchema implements the interface of invopop/jsonschema. What YAML reads as a boolean is a name here.
func (Name) JSONSchema() *jsonschema.Schema {
	return oneOf(&jsonschema.Schema{Type: "string", Pattern: NamePattern}, &jsonschema.Schema{Type: "boolean"})
}

// Word is a name or a short expression of names (a field type, a scope, slice.item), whose grammar the resolver knows.
type Word struct{ scalar }

// String is the text.
func (w Word) String() string { return w.text() }

func (w *Word) read(r *Reader, n *tree.Node) bool {
	if !r.single(n, "a text", &w.scalar) {
		return false
	}
	if strings.TrimSpace(n.Text) == "" {
		r.fail(n.Pos, "shape", "this text is empty").Expected = "a text, or the key left out"
		w.node = nil
		return false
	}
	return true
}

// JSONSchema implements the interface of invopop/jsonschema.
func (Word) JSONSchema() *jsonschema.Schema {
	return oneOf(&jsonschema.Schema{Type: "string", Pattern: `\S`}, &jsonschema.Schema{Type: "boolean"})
}

// Flag is true or false.
type Flag struct {
	scalar
	On bool
}

func (f *Flag) read(r *Reader, n *tree.Node) bool {
	if !r.single(n, "true or false", &f.scalar) {
		return false
	}
	if !n.Plain || n.Text != "true" && n.Text != "false" {
		r.fail(n.Pos, "shape", "%q is neither true nor false", shorten(n.Text)).Expected = "true or false"
		return false
	}
	f.On = n.Text == "true"
	return true
}

// JSONSchema implements the interface of invopop/jsonschema.
func (Flag) JSONSchema() *jsonschema.Schema { return &jsonschema.Schema{Type: "boolean"} }

var wholeRE = regexp.MustCompile(`^(0|-?[1-9][0-9]*)$`)

// Whole is a whole number.
type Whole struct {
	scalar
	N int
}

func (w *Whole) read(r *Reader, n *tree.Node) bool {
	if !r.single(n, "a whole number", &w.scalar) {
		return false
	}
	i, err := strconv.ParseInt(n.Text, 10, 32)
	if !n.Plain || err != nil || !wholeRE.MatchString(n.Text) {
		r.fail(n.Pos, "shape", "%q is not a whole number", shorten(n.Text)).Expected = "a whole number such as 3"
		w.node = nil
		return false
	}
	w.N = int(i)
	return true
}

// JSONSchema implements the interface of invopop/jsonschema.
func (Whole) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "integer", Minimum: "-2147483648", Maximum: "2147483647"}
}

// Number is a decimal number.
type Number struct{ scalar }

func (w *Number) read(r *Reader, n *tree.Node) bool {
	if !r.single(n, "a number", &w.scalar) {
		return false
	}
	if _, err := strconv.ParseFloat(n.Text, 64); !n.Plain || err != nil {
		r.fail(n.Pos, "shape", "%q is not a number", shorten(n.Text)).Expected = "a number such as 0.75"
		return false
	}
	return true
}

// JSONSchema implements the interface of invopop/jsonschema.
func (Number) JSONSchema() *jsonschema.Schema { return &jsonschema.Schema{Type: "number"} }

func oneOf(s ...*jsonschema.Schema) *jsonschema.Schema { return &jsonschema.Schema{AnyOf: s} }
