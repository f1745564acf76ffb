package schema_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/grantgen/grantgen/schema"
)

const schemaFile = "grantgen.schema.json"

func TestJSONSchemaIsCurrent(t *testing.T) {
	now, err := schema.JSONSchema()
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(schemaFile, now, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	was, err := os.ReadFile(schemaFile)
	if err != nil || !bytes.Equal(was, now) {
		t.Fatalf("%s is not current: UPDATE=1 go test ./schema writes it (%v)", schemaFile, err)
	}
	for range 20 {
		if again, _ := schema.JSONSchema(); !bytes.Equal(again, now) {
			t.Fatal("two runs differ")
		}
	}
}
