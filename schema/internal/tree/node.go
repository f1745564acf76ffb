package tree

import (
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/grantgen/grantgen/internal/diag"
)

// node turns the library's node into ours, or reports why not and returns nil.
func (r *reader) node(y *yaml.Node, depth int) *Node {
	pos := r.clamp(y.Line, y.Column)
	r.nodes++
	switch {
	case r.stop:
		return nil
	case r.nodes > MaxNodes:
		r.stop = true
		r.failf(pos, "too-many-nodes", "the file has more than %d values", MaxNodes).Expected = "several *.grant.yaml files in the folder, which are one schema"
		return nil
	case depth > MaxDepth && r.deep:
		return nil
	case depth > MaxDepth:
		r.deep = true
		r.failf(pos, "too-deep", "this is nested more than %d levels deep", MaxDepth).Expected = flatter
		return nil
	case !r.bare(y, pos):
		return nil
	}
	n := &Node{Pos: pos}
	switch y.Kind {
	case yaml.ScalarNode:
		return r.scalar(y, n)
	case yaml.SequenceNode:
		n.Kind = List
		for _, c := range y.Content {
			n.Items = append(n.Items, orBroken(r.node(c, depth+1), pos))
		}
	case yaml.MappingNode:
		n.Kind = Map
		r.pairs(y, n, depth)
	default:
		r.failf(pos, "yaml", "this is no map, list or single value").Expected = "one of these"
		return nil
	}
	return n
}

// bare refuses what YAML hangs on a node: anchors, aliases, tags.
func (r *reader) bare(y *yaml.Node, pos diag.Pos) bool {
	switch {
	case y.Kind == yaml.AliasNode:
		r.failf(pos, "alias", "an alias (*%s) may not stand in a schema", cut(y.Value)).Expected = "the value itself, written out"
	case y.Anchor != "":
		r.failf(pos, "anchor", "an anchor (&%s) may not stand in a schema", cut(y.Anchor)).Expected = "the value itself, written out"
	case y.Style&yaml.TaggedStyle != 0 || strings.HasPrefix(r.lines.from(pos), "!"):
		r.failf(pos, "tag", "a tag (%s) may not stand in a schema", r.word(pos)).Expected = "the value alone"
	default:
		return true
	}
	return false
}

func (r *reader) pairs(y *yaml.Node, n *Node, depth int) {
	seen := make(map[string]*Node, len(y.Content)/2)
	for i := 0; i+1 < len(y.Content) && !r.stop; i += 2 {
		k := y.Content[i]
		if k.Kind == yaml.ScalarNode && k.Value == "<<" && k.Style == 0 {
			r.failf(r.clamp(k.Line, k.Column), "merge-key", "a merge key (<<) may not stand in a schema").Expected = "the keys themselves, written out"
			continue
		}
		key := r.node(k, depth+1)
		val := r.node(y.Content[i+1], depth+1)
		if key == nil {
			continue
		}
		if key.Kind != Scalar {
			r.failf(key.Pos, "shape", "a key must be a name, and this is %s", key.Kind).Expected = "a letter, then up to 39 letters, digits, - or _"
			continue
		}
		if first := seen[key.Text]; first != nil {
			r.failf(key.Pos, "duplicate-key", "the key %q stands here twice", cut(key.Text)).Related = []diag.Related{{Pos: first.Pos, Message: "the first is here"}}
			continue
		}
		seen[key.Text] = key
		n.Keys, n.Vals = append(n.Keys, key), append(n.Vals, orBroken(val, key.Pos))
	}
}

// orBroken stands for a value that was refused, so that nobody goes on to say that it is missing.
func orBroken(n *Node, pos diag.Pos) *Node {
	if n == nil {
		return &Node{Pos: pos}
	}
	return n
}

func (r *reader) scalar(y *yaml.Node, n *Node) *Node {
	n.Kind, n.Text = Scalar, y.Value
	quoted := y.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0
	n.Plain = y.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) == 0
	n.Null = n.Plain && y.Tag == "!!null"
	for i, c := range y.Value {
		if forbidden(c) {
			r.failf(n.Pos, "hidden-character", "%s may not stand in a schema, not even escaped", nameOf(c)).Expected = "the text without it"
			return nil
		}
		if c == utf8.RuneError && !strings.HasPrefix(y.Value[i:], "\ufffd") {
			r.failf(n.Pos, "not-utf8", "this text is not UTF-8").Expected = "the file saved as UTF-8"
			return nil
		}
	}
	n.shift = -1
	at := r.lines.from(n.Pos)
	switch {
	case n.Plain && strings.HasPrefix(at, y.Value):
		n.shift = 0
	case quoted && at != "" && strings.HasPrefix(at[1:], y.Value):
		n.shift = 1
	}
	return n
}

// word is the source at p up to a space, for a message.
func (r *reader) word(p diag.Pos) string {
	word, _, _ := strings.Cut(r.lines.from(p), " ")
	return strings.TrimRight(cut(word), "\r")
}

// cut shortens a text for a message.
func cut(s string) string {
	if len(s) > 60 {
		return strings.ToValidUTF8(s[:60], "") + "…"
	}
	return s
}
