package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/pluginpb"

	"github.com/grantgen/grantgen/schema"
)

// Each input has as many units as it says.
func TestInputs(t *testing.T) {
	const units = 30
	dir := t.TempDir()
	for _, of := range []func(string) tool{grantgen, sqlc, ogen, protocGenGo} {
		tl := of("none")
		if err := tl.write(filepath.Join(dir, tl.name), units); err != nil {
			t.Fatalf("%s: %v", tl.name, err)
		}
	}
	read := func(name string) []byte {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}

	model, diags := schema.Parse([]schema.File{
		{Name: "a.grant.yaml", Bytes: read("grantgen/a.grant.yaml")}, {Name: "b.grant.yaml", Bytes: read("grantgen/b0000.grant.yaml")},
	}, nil)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	slices := 0
	for _, r := range model.Roles {
		if r.Name != "chronicler" {
			slices += len(r.Sees)
		}
	}
	if slices != units {
		t.Errorf("grantgen has %d slices", slices)
	}

	files, err := filepath.Glob(filepath.Join(dir, "sqlc", "queries", "*.sql"))
	queries := ""
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		queries += string(b)
	}
	if n := strings.Count(queries, "-- name: "); err != nil || n != units || len(files) != units/slicesARole {
		t.Errorf("sqlc has %d queries in %d files", n, len(files))
	}

	var doc struct{ Paths map[string]any }
	if err := json.Unmarshal(read("ogen/openapi.json"), &doc); err != nil || len(doc.Paths) != units {
		t.Errorf("ogen has %d operations, %v", len(doc.Paths), err)
	}

	var request pluginpb.CodeGeneratorRequest
	if err := proto.Unmarshal(read("protoc-gen-go/"+requestFile), &request); err != nil {
		t.Fatal(err)
	}
	messages := 0
	for _, f := range request.ProtoFile {
		messages += len(f.MessageType)
	}
	if messages != units || len(request.FileToGenerate) != units/slicesARole {
		t.Errorf("protoc-gen-go has %d messages in %d files", messages, len(request.FileToGenerate))
	}
}

// What cannot be built is left out, with its name; grantgen itself is not.
func TestWhatIsMissingIsSaid(t *testing.T) {
	dir := t.TempDir()
	if err := put(filepath.Join(dir, "go.mod"), "module example.org/empty\n\ngo 1.26\n"); err != nil {
		t.Fatal(err)
	}
	old := commands
	defer func() { commands = old }()
	commands = old[1:]
	tools, missing, err := builtTools(dir, dir)
	if err != nil || len(tools) > 0 || len(missing) != 3 || !strings.HasPrefix(missing[0], "sqlc does not build here") || slices.Contains(missing, "") {
		t.Errorf("%v, %q, %v", tools, missing, err)
	}
	commands = old[:1]
	if _, _, err := builtTools(dir, dir); err == nil || !strings.HasPrefix(err.Error(), "build grantgen: ") {
		t.Errorf("%v", err)
	}
}
