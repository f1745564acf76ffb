package cli

import (
	"bytes"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/grantgen/grantgen/internal/outdir"
	"github.com/grantgen/grantgen/templates"
	"github.com/spf13/cobra"
)

// scaffold is what init writes, in this order, each from its template.
var scaffold = []struct{ file, template string }{
	{"schema.grant.yaml", "init_schema.grant.yaml.tmpl"},
	{"generate.go", "init_generate.go.tmpl"},
	{"assembler.go", "init_assembler.go.tmpl"},
	{"assembler_test.go", "init_assembler_test.go.tmpl"},
	{"testdata/goldens/helper.json", "init_golden.json.tmpl"},
}

func (e *env) initCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "init [DIR]",
		Short: "Write the smallest working schema, an assembler and a test",
		Long: "init writes into DIR (default: here) the smallest schema, a generate.go, an assembler and a test with its golden.\n" +
			"After `go generate ./...` they compile and pass. It overwrites nothing.",
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return e.init(dirs(args)[0]) },
	}
}

func (e *env) init(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("make %s: %w", dir, err)
	}
	place, err := outdir.Open(dir)
	if err != nil {
		return err
	}
	defer place.Close()
	pkg, err := packageOf(dir, place.ImportPath())
	if err != nil {
		return err
	}
	if err := nothingInTheWay(dir); err != nil {
		return err
	}
	data := map[string]string{"Package": pkg, "ImportPath": place.ImportPath(), "Grants": path.Join(place.ImportPath(), "grants")}
	for _, s := range scaffold {
		var b bytes.Buffer
		t, err := template.ParseFS(templates.Files, s.template)
		if err != nil {
			return fmt.Errorf("read the template of %s: %w", s.file, err)
		}
		if err := t.Execute(&b, data); err != nil {
			return fmt.Errorf("fill %s: %w", s.file, err)
		}
		at := filepath.Join(dir, filepath.FromSlash(s.file))
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			return fmt.Errorf("make the folder of %s: %w", at, err)
		}
		if err := writeNew(at, b.Bytes()); err != nil {
			return err
		}
		fmt.Fprintf(e.out, "wrote %s\n", join(dir, s.file))
	}
	fmt.Fprint(e.out, "next: go generate ./... && go vet ./... && go test ./...\n")
	return nil
}

func nothingInTheWay(dir string) error {
	for _, s := range scaffold {
		if _, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(s.file))); err == nil {
			return fmt.Errorf("%s is there already, and init overwrites nothing", join(dir, s.file))
		}
	}
	found, err := filepath.Glob(filepath.Join(dir, "*.grant.yaml"))
	if err == nil && len(found) > 0 {
		return fmt.Errorf("%s has a schema already: %s", dir, filepath.ToSlash(found[0]))
	}
	return nil
}

func writeNew(at string, content []byte) error {
	f, err := os.OpenFile(at, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return fmt.Errorf("write %s: %w", at, err)
	}
	_, err = f.Write(content)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", at, err)
	}
	return nil
}

// packageOf is the package of the Go files in dir; without any, a name made from the import path.
func packageOf(dir, importPath string) (string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("list %s: %w", dir, err)
	}
	for _, en := range entries {
		if strings.HasSuffix(en.Name(), ".go") && !strings.HasSuffix(en.Name(), "_test.go") {
			f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, en.Name()), nil, parser.PackageClauseOnly)
			if err != nil {
				return "", fmt.Errorf("read the package of %s: %w", en.Name(), err)
			}
			return f.Name.Name, nil
		}
	}
	var b strings.Builder
	for _, r := range strings.ToLower(path.Base(importPath)) {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' && b.Len() > 0 {
			b.WriteRune(r)
		}
	}
	if name := b.String(); token.IsIdentifier(name) && name != "main" && name != "init" {
		return name, nil
	}
	return "app", nil
}
