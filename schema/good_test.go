package schema_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/grantgen/grantgen/schema"
)

func TestGoodSchemas(t *testing.T) {
	files, err := filepath.Glob("../testdata/schemas/good/*.grant.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("no good schemas", err)
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			m, l := schema.Parse([]schema.File{{Name: filepath.Base(f), Bytes: b}}, nil)
			if m == nil || len(l) > 0 {
				t.Fatal(l)
			}
		})
	}
}
