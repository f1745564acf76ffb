package schema_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/grantgen/grantgen/schema"
)

func goodFiles(t testing.TB) []schema.File {
	names, err := filepath.Glob("../testdata/schemas/good/*.grant.yaml")
	if err != nil || len(names) == 0 {
		t.Fatal("no good schemas", err)
	}
	var out []schema.File
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, schema.File{Name: filepath.Base(name), Bytes: b})
	}
	return out
}

func policy(string) ([]byte, error) { return []byte("Speak in the name of your party.\n"), nil }

func TestGoodSchemas(t *testing.T) {
	for _, f := range goodFiles(t) {
		t.Run(f.Name, func(t *testing.T) {
			m, l := schema.Parse([]schema.File{f}, policy)
			if m == nil || len(l) > 0 {
				t.Fatal(l)
			}
		})
	}
}
