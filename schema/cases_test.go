package schema_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	jsonvalid "github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"
	"golang.org/x/tools/txtar"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema"
)

// A case is a folder of a .txtar archive under testdata/schemas: its *.grant.yaml files are one schema, its other files the fixed
// texts, and want is what a person reads. UPDATE=1 writes the wants, to be reviewed.
type testCase struct {
	name  string
	files []schema.File
	fixed map[string][]byte
	want  string
}

func (c testCase) parse() (*schema.Model, diag.List) {
	return schema.Parse(c.files, func(name string) ([]byte, error) {
		if b, ok := c.fixed[name]; ok {
			return b, nil
		}
		return nil, fmt.Errorf("%s cannot be read: no such file or directory", name)
	})
}

func (c testCase) said() string {
	m, l := c.parse()
	var b bytes.Buffer
	if err := diag.Write(&b, l); err != nil {
		panic(err)
	}
	if m != nil {
		b.WriteString("fine\n")
	}
	return b.String()
}

func casesOf(t testing.TB, archive string) []testCase {
	a, err := txtar.ParseFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	var out []testCase
	for _, f := range a.Files {
		dir, name := path.Split(f.Name)
		dir = strings.TrimSuffix(dir, "/")
		if len(out) == 0 || out[len(out)-1].name != dir {
			out = append(out, testCase{name: dir, fixed: map[string][]byte{}})
		}
		c := &out[len(out)-1]
		switch {
		case name == "want":
			c.want = string(f.Data)
		case strings.HasSuffix(name, schema.Suffix):
			c.files = append(c.files, schema.File{Name: name, Bytes: f.Data})
		default:
			c.fixed[name] = f.Data
		}
	}
	return out
}

// archives is the .txtar files of the folders of testdata/schemas.
func archives(t testing.TB, folders ...string) []string {
	var out []string
	for _, f := range folders {
		found, err := filepath.Glob(filepath.Join("../testdata/schemas", f, "*.txtar"))
		if err != nil || len(found) == 0 {
			t.Fatal("no cases in", f, err)
		}
		out = append(out, found...)
	}
	return out
}

func each(t *testing.T, folders []string, f func(t *testing.T, c testCase)) {
	for _, file := range archives(t, folders...) {
		for _, c := range casesOf(t, file) {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar")+"/"+c.name, func(t *testing.T) { f(t, c) })
		}
	}
}

func TestCases(t *testing.T) {
	if os.Getenv("UPDATE") != "" {
		for _, file := range archives(t, "yaml", "shape", "meaning") {
			update(t, file)
		}
	}
	each(t, []string{"yaml", "shape", "meaning"}, func(t *testing.T, c testCase) {
		if got := c.said(); got != c.want {
			t.Errorf("got\n%s\nwant\n%s", got, c.want)
		}
	})
}

func update(t *testing.T, file string) {
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	out := &txtar.Archive{Comment: a.Comment}
	said := map[string]string{}
	for _, c := range casesOf(t, file) {
		said[c.name] = c.said()
	}
	for i, f := range a.Files {
		dir, name := path.Split(f.Name)
		if name != "want" {
			out.Files = append(out.Files, f)
		}
		if i+1 == len(a.Files) || path.Dir(a.Files[i+1].Name)+"/" != dir {
			out.Files = append(out.Files, txtar.File{Name: dir + "want", Data: []byte(said[strings.TrimSuffix(dir, "/")])})
		}
	}
	if err := os.WriteFile(file, txtar.Format(out), 0o644); err != nil {
		t.Fatal(err)
	}
}

// The JSON Schema refuses every fault of shape, and takes whatever has the right shape.
func TestJSONSchemaAgreesWithTheReader(t *testing.T) {
	valid := validator(t)
	each(t, []string{"shape"}, func(t *testing.T, c testCase) {
		if valid.Validate(asJSON(t, c.files[0].Bytes)) == nil {
			t.Error("the JSON Schema takes it")
		}
	})
	each(t, []string{"meaning"}, func(t *testing.T, c testCase) {
		for _, f := range c.files {
			if err := valid.Validate(asJSON(t, f.Bytes)); err != nil {
				t.Error(err)
			}
		}
	})
	for _, f := range goodFiles(t) {
		if err := valid.Validate(asJSON(t, f.Bytes)); err != nil {
			t.Error(f.Name, err)
		}
	}
}

func validator(t *testing.T) *jsonvalid.Schema {
	b, err := schema.JSONSchema()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonvalid.UnmarshalJSON(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonvalid.NewCompiler()
	if err := c.AddResource("grantgen.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("grantgen.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// asJSON is the file as an editor hands it to a JSON Schema.
func asJSON(t *testing.T, src []byte) any {
	var v any
	if err := yaml.Unmarshal(src, &v); err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(finite(v))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonvalid.UnmarshalJSON(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// finite puts words in place of what JSON has no numbers for.
func finite(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			v[k] = finite(v[k])
		}
	case []any:
		for i := range v {
			v[i] = finite(v[i])
		}
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Sprint(v)
		}
	}
	return v
}
