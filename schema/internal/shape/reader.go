package shape

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema/internal/tree"
)

// Reader reads nodes into the types of this package and collects what does not fit.
type Reader struct{ Out diag.List }

// form is a type that reads itself; the others are read by their Go kind: a struct is a map of its json keys, a slice is a list.
type form interface {
	read(r *Reader, n *tree.Node) bool
}

// Read reads a schema file's node.
func (r *Reader) Read(n *tree.Node) *Document {
	d := new(Document)
	r.into(n, reflect.ValueOf(d).Elem())
	return d
}

func (r *Reader) into(n *tree.Node, v reflect.Value) bool {
	ok := r.readInto(n, v)
	if !ok {
		n.SetMisread()
	}
	return ok
}

func (r *Reader) readInto(n *tree.Node, v reflect.Value) bool {
	if f, ok := v.Addr().Interface().(form); ok {
		return f.read(r, n)
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		if !r.into(n, v.Elem()) {
			v.SetZero()
			return false
		}
		return true
	case reflect.Slice:
		return r.list(n, v)
	default:
		return r.keys(n, v)
	}
}

// keys reads a map with fixed keys into a struct. What could not be read is reported and left as if it were not given; the whole
// stands, so that the rest is still checked.
func (r *Reader) keys(n *tree.Node, v reflect.Value) bool {
	if !r.is(n, tree.Map) {
		return false
	}
	if at := v.FieldByName("At"); at.IsValid() {
		at.Set(reflect.ValueOf(n.Pos))
	}
	if at := v.FieldByName("Node"); at.IsValid() {
		at.Set(reflect.ValueOf(n))
	}
	known, required := Keys(v.Type())
	meant := map[string]bool{} // required keys that an unknown one was probably meant to be: they are not missing too
	for i, k := range n.Keys {
		f, ok := field(v, k.Text)
		if !ok {
			meant[r.unknown(k, known, v)] = true
			continue
		}
		r.into(n.Vals[i], f)
	}
	var missing []string
	for _, k := range required {
		if n.Get(k) == nil && !meant[k] {
			missing = append(missing, strconv.Quote(k))
		}
	}
	switch len(missing) {
	case 0:
	case 1:
		r.fail(n.Pos, "missing-key", "the key %s is missing", missing[0]).Expected = r.example(v.Type(), n, meant)
	default:
		last := len(missing) - 1
		r.fail(n.Pos, "missing-key", "the keys %s and %s are missing", strings.Join(missing[:last], ", "), missing[last]).Expected = r.example(v.Type(), n, meant)
	}
	return true
}

// example shows the required keys that a map lacks, and says of a single one what it is.
func (r *Reader) example(t reflect.Type, n *tree.Node, meant map[string]bool) string {
	var keys []string
	said := ""
	for i := range t.NumField() {
		tag := t.Field(i).Tag
		key, _, _ := strings.Cut(tag.Get("json"), ",")
		if tag.Get("eg") == "" || n.Get(key) != nil || meant[key] {
			continue
		}
		keys, said = append(keys, tag.Get("eg")), strings.TrimSuffix(tag.Get("jsonschema_description"), ".")
	}
	text := "e.g. " + strings.Join(keys, ", ")
	if len(keys) == 1 {
		text += " (" + strings.ToLower(said[:1]) + said[1:] + ")"
	}
	return text
}

// hinter is a struct that knows why a key of others is looked for in it.
type hinter interface{ hint(key string) string }

func (r *Reader) list(n *tree.Node, v reflect.Value) bool {
	if !r.is(n, tree.List) {
		return false
	}
	if len(n.Items) == 0 {
		r.fail(n.Pos, "empty-list", "this list is empty").Expected = "at least one item, or the key left out"
		return false
	}
	for _, item := range n.Items {
		e := reflect.New(v.Type().Elem()).Elem()
		if r.into(item, e) {
			v.Set(reflect.Append(v, e))
		}
	}
	return true
}

// Keys is the keys of a struct type, and those that must be there, in order.
func Keys(t reflect.Type) (known, required []string) {
	for i := range t.NumField() {
		tag := t.Field(i).Tag
		key, _, _ := strings.Cut(tag.Get("json"), ",")
		if key == "" || key == "-" {
			continue
		}
		known = append(known, key)
		if slices.Contains(strings.Split(tag.Get("jsonschema"), ","), "required") {
			required = append(required, key)
		}
	}
	return known, required
}

func field(v reflect.Value, key string) (reflect.Value, bool) {
	for i := range v.NumField() {
		if k, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ","); k == key && k != "" && k != "-" {
			return v.Field(i), true
		}
	}
	return reflect.Value{}, false
}

func (r *Reader) fail(p diag.Pos, code, format string, args ...any) *diag.Diagnostic {
	r.Out = append(r.Out, diag.Diagnostic{Pos: p, Severity: diag.Error, Code: code, Message: fmt.Sprintf(format, args...)})
	return &r.Out[len(r.Out)-1]
}

// unknown reports a key, and gives the one that was probably meant.
func (r *Reader) unknown(k *tree.Node, known []string, v reflect.Value) string {
	d := r.fail(k.Pos, "unknown-key", "unknown key %q", shorten(k.Text))
	d.Expected = "one of: " + strings.Join(known, ", ")
	d.Suggest = diag.DidYouMean(k.Text, known)
	if h, ok := v.Addr().Interface().(hinter); ok && d.Suggest == "" {
		d.Suggest = h.hint(k.Text)
	}
	near, _ := diag.Nearest(k.Text, known)
	return near
}

func (r *Reader) is(n *tree.Node, want tree.Kind) bool {
	if n.Kind == want || n.Kind == 0 {
		return n.Kind != 0
	}
	if n.Null {
		r.fail(n.Pos, "null", "nothing stands here (null)").Expected = want.String()
		return false
	}
	r.fail(n.Pos, "shape", "this is %s", n.Kind).Expected = want.String()
	return false
}

func (r *Reader) null(n *tree.Node, want string) {
	d := r.fail(n.Pos, "null", "nothing stands here (null)")
	d.Expected = want
	if IsName(n.Text) {
		d.Suggest = fmt.Sprintf("where a name or text %s is meant, write %q", n.Text, n.Text)
	}
}

func (r *Reader) single(n *tree.Node, want string, s *scalar) bool {
	switch {
	case n.Kind == 0:
		return false
	case n.Null:
		r.null(n, want)
		return false
	case n.Kind != tree.Scalar:
		d := r.fail(n.Pos, "shape", "this is %s", n.Kind)
		d.Expected = want
		if n.Kind == tree.Map && len(n.Keys) == 1 && n.Vals[0].Null && n.Vals[0].Text == "" {
			d.Suggest = fmt.Sprintf("where the text {%s} is meant, write it in quotes: \"{%s}\"", shorten(n.Keys[0].Text), shorten(n.Keys[0].Text))
		}
		return false
	}
	s.node = n
	return true
}

func (r *Reader) badName(n *tree.Node) {
	r.fail(n.Pos, "name", "%q is not a name", shorten(n.Text)).Expected = "a letter, then up to 39 letters, digits, - or _"
}

func (r *Reader) choice(n *tree.Node, words []string) {
	d := r.fail(n.Pos, "shape", "%q cannot stand here", shorten(n.Text))
	d.Expected = "one of: " + strings.Join(words, ", ")
	d.Suggest = diag.DidYouMean(n.Text, words)
}

func shorten(s string) string {
	if len(s) > 60 {
		return strings.ToValidUTF8(s[:60], "") + "…"
	}
	return s
}
