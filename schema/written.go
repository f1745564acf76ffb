package schema

import (
	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema/internal/tree"
)

// Written is a piece of a schema as it was written, to be asked where the value of a key stands. The zero one, of what came from a
// default, has no places.
type Written struct{ node *tree.Node }

// At is where the value at the end of a path stands: keys of maps and, of lists of names, the names. No path is the piece itself. ok is
// false where nothing of the kind is written.
func (w Written) At(path ...string) (p diag.Pos, ok bool) {
	n := w.node
	for _, step := range path {
		if n = childOf(n, step); n == nil {
			return diag.Pos{}, false
		}
	}
	if n == nil {
		return diag.Pos{}, false
	}
	return n.Pos, true
}

func childOf(n *tree.Node, step string) *tree.Node {
	if n == nil {
		return nil
	}
	for _, item := range n.Items {
		if item.Kind == tree.Scalar && item.Text == step {
			return item
		}
	}
	return n.Get(step)
}
