package tree

import (
	"errors"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/grantgen/grantgen/internal/diag"
)

var errTooDeep = errors.New("nested too deep")

// yamlError turns the library's error into a finding in plain words, at a place in the file.
func (r *reader) yamlError(err error) *diag.Diagnostic {
	var le *yaml.LoadError
	if !errors.As(err, &le) {
		return fault(diag.Pos{File: r.name, Line: 1, Col: 1}, "yaml", "this is not YAML: %v", err)
	}
	pos := r.clamp(le.Mark.Line, le.Mark.Column)
	line := r.lines.text[pos.Line-1]
	switch {
	case strings.Contains(le.Message, errTooDeep.Error()) || strings.Contains(le.ContextMsg, errTooDeep.Error()):
		return fault(pos, "too-deep", "this is nested more than %d levels deep", MaxDepth)
	case strings.HasPrefix(strings.TrimLeft(line, " "), "\t"):
		pos.Col = strings.IndexByte(line, '\t') + 1
		d := fault(pos, "tab", "a tab indents this line")
		d.Expected = "spaces"
		return d
	case strings.HasPrefix(le.Message, "unknown anchor"):
		return fault(pos, "alias", "an alias may not stand in a schema")
	}
	if le.ContextMsg != "" {
		d := fault(pos, "yaml", "this is not YAML: %s, %s", le.ContextMsg, le.Message)
		if began := r.clamp(le.ContextMark.Line, le.ContextMark.Column); le.ContextMark.Line > 0 && began != pos {
			d.Related = []diag.Related{{Pos: began, Message: "it began here"}}
		}
		return d
	}
	return fault(pos, "yaml", "this is not YAML: %s", le.Message)
}
