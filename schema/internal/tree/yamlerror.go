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
		d := fault(pos, "too-deep", "this is nested more than %d levels deep", MaxDepth)
		d.Expected = flatter
		return d
	case strings.HasPrefix(strings.TrimLeft(line, " "), "\t"):
		pos.Col = strings.IndexByte(line, '\t') + 1
		d := fault(pos, "tab", "a tab indents this line")
		d.Expected = "spaces"
		return d
	case strings.HasPrefix(le.Message, "unknown anchor"):
		d := fault(pos, "alias", "an alias may not stand in a schema")
		d.Expected = "the value itself, written out"
		return d
	}
	if le.ContextMsg != "" {
		d := fault(pos, "yaml", "this is not YAML: %s, %s", le.ContextMsg, le.Message)
		d.Expected = quotes(le)
		if began := r.clamp(le.ContextMark.Line, le.ContextMark.Column); le.ContextMark.Line > 0 && began != pos {
			d.Related = []diag.Related{{Pos: began, Message: "it began here"}}
		}
		return d
	}
	d := fault(pos, "yaml", "this is not YAML: %s", le.Message)
	d.Expected = quotes(le)
	return d
}

// flatter is what is expected of what is nested too deep.
const flatter = "fewer maps and lists in one another"

// quotes says what mends most of what is not YAML: a value without the quotes that it needs.
func quotes(le *yaml.LoadError) string {
	const needed = "quotes around a value that has {, }, [, ], *, ? or \": \" in it, e.g. {held: \"party:{party}:held\"} or {log: [\"*\"]}"
	switch {
	case strings.Contains(le.Message, "',' or '}'"), strings.Contains(le.Message, "',' or ']'"):
		return "a comma, or the end of the map or list; or " + needed
	case strings.Contains(le.ContextMsg, "alias"), strings.Contains(le.ContextMsg, "flow"), strings.Contains(le.Message, "cannot start any token"),
		strings.Contains(le.Message, "mapping values are not allowed"):
		return needed
	}
	return "YAML: keys and values on lines of their own, indented by spaces"
}
