package shape

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema/internal/tree"
)

// structs is every form with fixed keys that a schema can hold, found from the Document down.
func structs() []reflect.Type {
	seen := map[reflect.Type]bool{}
	var out []reflect.Type
	var walk func(t reflect.Type)
	walk = func(t reflect.Type) {
		for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
			t = t.Elem()
		}
		if t.Kind() != reflect.Struct || seen[t] || !strings.HasPrefix(t.PkgPath(), "github.com/grantgen/grantgen/schema/internal/shape") {
			return
		}
		seen[t] = true
		if !reflect.PointerTo(t).Implements(reflect.TypeFor[form]()) {
			if known, _ := Keys(t); len(known) > 0 {
				out = append(out, t)
			}
		}
		for i := range t.NumField() {
			walk(t.Field(i).Type)
		}
	}
	walk(reflect.TypeFor[Document]())
	return out
}

// The reader and the JSON Schema take the same keys, and ask for the same ones.
func TestSameKeysInReaderAndJSONSchema(t *testing.T) {
	b, err := JSONSchema()
	if err != nil {
		t.Fatal(err)
	}
	type object struct {
		Properties map[string]struct{ Description string }
		Required   []string
		Additional *bool `json:"additionalProperties"`
	}
	var doc struct {
		object
		Defs map[string]json.RawMessage `json:"$defs"`
	}
	if err := json.Unmarshal(b, &doc); err != nil {
		t.Fatal(err)
	}
	types := structs()
	if len(types) < 20 {
		t.Fatal("only", len(types), "forms were found")
	}
	for _, typ := range types {
		def := doc.object
		if typ.Name() != "Document" {
			def = object{}
			name := strings.ToLower(typ.Name()[:1]) + typ.Name()[1:]
			if err := json.Unmarshal(doc.Defs[name], &def); err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
		}
		known, required := Keys(typ)
		var keys []string
		for k, p := range def.Properties {
			keys = append(keys, k)
			if p.Description == "" {
				t.Errorf("%s.%s has no description", typ.Name(), k)
			}
		}
		slices.Sort(known)
		slices.Sort(keys)
		slices.Sort(required)
		slices.Sort(def.Required)
		if !slices.Equal(known, keys) || !slices.Equal(required, def.Required) {
			t.Errorf("%s: the reader takes %v (needs %v), the JSON Schema %v (%v)", typ.Name(), known, required, keys, def.Required)
		}
		if def.Additional == nil || *def.Additional {
			t.Errorf("%s takes other keys", typ.Name())
		}
	}
}

// Every key that a form has is read, and one that it has not is reported.
func TestReaderTakesEachKey(t *testing.T) {
	for _, typ := range structs() {
		known, _ := Keys(typ)
		for _, k := range append(known, "nonsense") {
			n := &tree.Node{Kind: tree.Map, Keys: []*tree.Node{{Kind: tree.Scalar, Text: k}}, Vals: []*tree.Node{{Kind: tree.Scalar, Text: "x", Plain: true}}}
			var r Reader
			r.keys(n, reflect.New(typ).Elem())
			unknown := slices.ContainsFunc(r.Out, func(d diag.Diagnostic) bool { return d.Code == "unknown-key" })
			if unknown != (k == "nonsense") {
				t.Errorf("%s.%s: unknown is %v", typ.Name(), k, unknown)
			}
		}
	}
}
