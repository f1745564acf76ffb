package slice

import (
	"iter"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/tool"
)

// Tools is the tools that the role's model may call, and no others.
type Tools struct {
	Name  string
	Tools []tool.Tool // in the schema's order
}

func (s *Tools) sliceName() string { return s.Name }

// Offered yields what a prompt says of the tools, in the schema's order.
//
//go:noinline
func Offered[R, V any](s *Session, spec *Tools, read func(assembly.Source[R], *tool.Tool) V) iter.Seq[V] {
	return func(yield func(V) bool) {
		s.eachTool(spec, func(h assembly.Handle, t *tool.Tool) bool { return yield(read(assembly.SourceOf[R](h), t)) })
	}
}

func (c *Session) eachTool(spec *Tools, see func(assembly.Handle, *tool.Tool) bool) {
	if _, ok := c.enter(spec, spec.Name); !ok {
		return
	}
	for i := range spec.Tools {
		t := spec.Tools[i]
		c.log.Alive()
		handle := c.log.HandOut(spec.Name, assembly.ToolRef{Tool: t.Name, Version: t.Version}, false, nil)
		c.stamp(handle, assembly.Meta{Source: "tool " + t.Name, Version: t.Version})
		if !see(handle, &t) {
			return
		}
	}
}

// MayCall refuses the call of a tool that is not the role's. The name is a model's, and the error does not repeat it.
func MayCall(tools []tool.Tool, name string) error {
	for _, t := range tools {
		if t.Name == name {
			return nil
		}
	}
	return &assembly.NotGranted{ToolOf: "role"}
}
