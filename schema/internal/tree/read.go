package tree

import (
	"bytes"
	"errors"
	"io"

	"go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/loaderlimits"

	"github.com/grantgen/grantgen/internal/diag"
)

// Read reads src strictly. The node is a map, and nil when the file could not be read as one; what is merely out of place inside
// (a key twice, a tag) is reported and left out, so that the rest is still checked.
func Read(name string, src []byte) (*Node, diag.List) {
	src, d := scan(name, src)
	if d != nil {
		return nil, diag.List{*d}
	}
	r := &reader{name: name, lines: newLines(src)}
	root := r.document(src)
	if root == nil {
		return nil, r.out
	}
	n := r.node(root, 1)
	if n == nil {
		return nil, r.out
	}
	if n.Kind != Map {
		r.failf(n.Pos, "shape", "a schema is a map, and this is %s", n.Kind).Expected = `"grantgen: 1" and the other keys`
		return nil, r.out
	}
	return n, r.out
}

type reader struct {
	name  string
	lines *lines
	nodes int
	out   diag.List
	stop  bool // too many nodes: said once
	deep  bool // too deep: said once
}

// document composes the one document of src, and refuses a second.
func (r *reader) document(src []byte) *yaml.Node {
	// The library's own depth counts flow and block apart; ours is exact, this one bounds the recursion.
	loader, err := yaml.NewLoader(bytes.NewReader(src), yaml.WithPlugin(loaderlimits.New(loaderlimits.DepthFunc(
		func(depth int, _ *yaml.DepthContext) error {
			if depth > 2*MaxDepth {
				return errTooDeep
			}
			return nil
		}), loaderlimits.AliasNone())))
	if err != nil {
		r.out = append(r.out, *r.yamlError(err))
		return nil
	}
	var doc, second yaml.Node
	switch err := loader.Load(&doc); {
	case errors.Is(err, io.EOF):
		r.failf(diag.Pos{File: r.name, Line: 1, Col: 1}, "empty", "the file is empty").Expected = `"grantgen: 1" and the schema`
		return nil
	case err != nil:
		r.out = append(r.out, *r.yamlError(err))
		return nil
	}
	switch err := loader.Load(&second); {
	case errors.Is(err, io.EOF):
	case err != nil:
		r.out = append(r.out, *r.yamlError(err))
		return nil
	default:
		r.failf(r.clamp(second.Line, second.Column), "second-document", "a second document begins here").Expected = "one document a file"
		return nil
	}
	if len(doc.Content) == 0 || doc.Content[0].Tag == "!!null" && doc.Content[0].Value == "" && doc.Content[0].Anchor == "" {
		r.failf(diag.Pos{File: r.name, Line: 1, Col: 1}, "empty", "the file is empty").Expected = `"grantgen: 1" and the schema`
		return nil
	}
	return doc.Content[0]
}

func (r *reader) failf(p diag.Pos, code, format string, args ...any) *diag.Diagnostic {
	r.out = append(r.out, *fault(p, code, format, args...))
	return &r.out[len(r.out)-1]
}

func (r *reader) clamp(line, col int) diag.Pos { return r.lines.clamp(r.name, line, col) }
