package schema

import (
	"slices"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema/internal/shape"
)

// readTools resolves the tools that roles may be given.
func (r *resolver) readTools() {
	declareBroken(&r.tools, r.doc.Tools)
	for _, e := range r.doc.Tools.Entries {
		r.tools.declare(e.Name())
		f := e.Val
		t := &Tool{Pos: e.Key.Pos, Name: e.Name(), Doc: f.Doc.String(), Version: f.Version.String(), Owner: f.Owner.String(), Written: Written{e.Node}}
		t.Parameters = r.fields(f.Parameters, false)
		if slices.ContainsFunc(t.Parameters, func(p *Field) bool { return p.Type.Kind == "" }) {
			continue // reported
		}
		t.Schema, t.Text = toolSchema(t)
		r.tools.add(e.Name(), t)
	}
}

// toolsOf reads a tools slice.
func (r *resolver) toolsOf(s *Slice, f *shape.ToolsSlice) bool {
	good := true
	for _, n := range f.Tools {
		t, ok := find(r, &r.tools, n.Pos(), "tool", n.String())
		switch {
		case !ok:
			good = false
		case slices.Contains(s.Tools, t):
			r.fail(n.Pos(), "duplicate-key", "tools: names %q twice", n).Expected = "each name once"
			good = false
		default:
			s.Tools = append(s.Tools, t)
		}
	}
	return good && len(f.Tools) > 0 // an empty list was reported
}

// oneToolsSlice refuses a second slice with a tool that another has: a model is offered each tool once.
func (r *resolver) oneToolsSlice(role *Role) {
	first := map[*Tool]*Slice{}
	for _, s := range role.Sees {
		for _, t := range s.Tools {
			if other := first[t]; other != nil {
				r.fail(s.Pos, "tools", "the slices %q and %q both offer the tool %q", other.Name, s.Name, t.Name).Related =
					[]diag.Related{{Pos: other.Pos, Message: "the first is here"}}
			}
			first[t] = s
		}
	}
}
