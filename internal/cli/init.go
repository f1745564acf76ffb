package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"github.com/grantgen/grantgen/internal/outdir"
	"github.com/grantgen/grantgen/schema"
	"github.com/grantgen/grantgen/templates"
	"github.com/spf13/cobra"
)

// scaffold is what init writes, in this order, each from its template; what has none is the language's JSON Schema.
var scaffold = []struct{ file, template string }{
	{"schema.grant.yaml", "init_schema.grant.yaml.tmpl"},
	{outdir.EditorFile, ""},
	{"generate.go", "init_generate.go.tmpl"},
	{"assembler.go", "init_assembler.go.tmpl"},
	{"assembler_test.go", "init_assembler_test.go.tmpl"},
	{"testdata/goldens/helper.json", "init_golden.json.tmpl"},
}

func (e *env) initCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "init [DIR]",
		Short: "Write the smallest working schema, an assembler and a test",
		Long: "init writes into DIR (default: here) the smallest schema, " + outdir.EditorFile + " for editors, a generate.go, an assembler and a\n" +
			"test with its golden. After `go generate` there they compile and pass. It overwrites nothing.",
		Args: takes(0, 1, "one DIR at most", "grantgen init talks"),
		RunE: func(_ *cobra.Command, args []string) error { return e.init(dirs(args)[0]) },
	}
}

func (e *env) init(dir string) error {
	importPath, isTool, err := moduleOf(dir)
	if err != nil {
		return err
	}
	pkg, err := packageOf(dir, importPath)
	if err != nil {
		return err
	}
	if err := nothingInTheWay(dir); err != nil {
		return err
	}
	data := map[string]string{"Package": pkg, "ImportPath": importPath, "Grants": path.Join(importPath, "grants")}
	contents := make([][]byte, len(scaffold))
	for i, s := range scaffold {
		if s.template == "" {
			contents[i], err = schema.JSONSchema()
		} else {
			contents[i], err = fill(s.template, data)
		}
		if err != nil {
			return fmt.Errorf("fill %s: %w", s.file, err)
		}
	}
	made := fresh{}
	for i, s := range scaffold {
		if err := made.write(filepath.Join(dir, filepath.FromSlash(s.file)), contents[i]); err != nil {
			made.undo()
			return err
		}
	}
	for _, s := range scaffold {
		fmt.Fprintf(e.out, "wrote %s\n", join(dir, s.file))
	}
	if !isTool {
		fmt.Fprintf(e.out, "first: go get -tool %s\n", tool)
	}
	fmt.Fprintf(e.out, "next: go generate %s && go vet ./... && go test ./...\n", packagePattern(dir))
	return nil
}

// packagePattern is a folder as the go command takes it: one that does not begin with a dot or a slash would be an import path.
func packagePattern(dir string) string {
	p := filepath.ToSlash(filepath.Clean(dir))
	if p != "." && p != ".." && !strings.HasPrefix(p, "../") && !filepath.IsAbs(dir) {
		p = "./" + p
	}
	return quoted(p)
}

func fill(name string, data map[string]string) ([]byte, error) {
	t, err := template.ParseFS(templates.Files, name)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, data)
	return b.Bytes(), err
}

// tool is what generate.go starts by go tool.
const tool = "github.com/grantgen/grantgen/cmd/grantgen"

// moduleOf is the import path of a folder that need not be there yet, and whether its module has the tool.
func moduleOf(dir string) (importPath string, isTool bool, err error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", false, fmt.Errorf("find %s: %w", dir, err)
	}
	there := abs
	for !isFolder(there) {
		if _, err := os.Lstat(there); err == nil {
			return "", false, fmt.Errorf("%s is no folder", there)
		}
		there = filepath.Dir(there)
	}
	place, err := outdir.Open(there)
	if err != nil {
		return "", false, err
	}
	defer place.Close()
	rest, err := filepath.Rel(there, abs)
	if err != nil {
		return "", false, fmt.Errorf("place %s in its module: %w", dir, err)
	}
	importPath = path.Join(place.ImportPath(), filepath.ToSlash(rest))
	return importPath, place.HasTool(tool), outdir.Importable(importPath)
}

func nothingInTheWay(dir string) error {
	for _, s := range scaffold {
		if _, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(s.file))); err == nil {
			return fmt.Errorf("%s is there already, and init overwrites nothing", join(dir, s.file))
		}
	}
	found, err := filepath.Glob(filepath.Join(dir, "*"+schema.Suffix))
	if err == nil && len(found) > 0 {
		return fmt.Errorf("%s has a schema already: %s", dir, filepath.ToSlash(found[0]))
	}
	return nil
}

// fresh is the files and folders that one init made, in the order made, so that a failure leaves none of them.
type fresh []string

func (f *fresh) undo() {
	for _, p := range slices.Backward(*f) {
		_ = os.Remove(p)
	}
}

// folder makes a folder, and those above it that are missing.
func (f *fresh) folder(dir string) error {
	err := os.Mkdir(dir, 0o777)
	if errors.Is(err, fs.ErrNotExist) {
		if err := f.folder(filepath.Dir(dir)); err != nil {
			return err
		}
		err = os.Mkdir(dir, 0o777)
	}
	switch {
	case err == nil:
		*f = append(*f, dir)
	case isFolder(dir):
		return nil
	}
	return err
}

// write makes a file that is not there yet.
func (f *fresh) write(at string, content []byte) error {
	if err := f.folder(filepath.Dir(at)); err != nil {
		return fmt.Errorf("make the folder of %s: %w", at, err)
	}
	file, err := os.OpenFile(at, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return fmt.Errorf("write %s: %w", at, err)
	}
	*f = append(*f, at)
	_, err = file.Write(content)
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", at, err)
	}
	return nil
}
