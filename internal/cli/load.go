package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/grantgen/grantgen/gen"
	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/internal/outdir"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/token/bpe"
	"github.com/grantgen/grantgen/schema"
)

func isFolder(p string) bool {
	info, err := os.Stat(p)
	return err == nil && info.IsDir()
}

// dirs is the folders to work on; here, when none is named.
func dirs(args []string) []string {
	if len(args) == 0 {
		return []string{"."}
	}
	return args
}

// loaded is a schema that was read, with what it generates.
type loaded struct {
	dir   string
	model *schema.Model
	files []gen.File
	place *outdir.Dir // nil where the schema is wrong
	found []outdir.Finding
	diags diag.List
	notes diag.List // functions and types that are not written yet
}

// load reads the schema of a folder. Diagnostics are a schema that is wrong; an error is input that cannot be read.
func load(dir string) (*loaded, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return nil, fmt.Errorf("read the schema: %w", err)
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("%s is no folder: grantgen is given the folder that the *%s files lie in", dir, schema.Suffix)
	}
	model, diags, err := schema.Load(dir, schema.WithCount(count), schema.WithFrame(frame), schema.WithNear(nearIn(dir)))
	if err != nil {
		return nil, err
	}
	return &loaded{dir: dir, model: model, diags: diags.In(dir)}, nil
}

// frame is what the runtime's own renderer of sections writes beside the parts.
var frame = schema.Frame{
	Head: assembly.SectionHead, Marker: assembly.Marker(999_999),
	Heading: func(r schema.Register) string {
		for _, own := range []assembly.Register{assembly.Binding, assembly.Considered, assembly.Craft, assembly.Generated} {
			if own.String() == string(r) {
				return assembly.Heading(own)
			}
		}
		return ""
	},
}

// count proves fixed texts against their sections by the counters that the runtime counts with.
func count(tokenizer, text string) (int, error) {
	switch tokenizer {
	case "o200k_base":
		return bpe.O200kBase.Count(text)
	case "cl100k_base":
		return bpe.CL100kBase.Count(text)
	}
	return 0, fmt.Errorf("there is no tokenizer %s", tokenizer)
}

// generate is load, and what the schema generates.
func generate(dir string) (*loaded, error) {
	l, err := load(dir)
	if err != nil || l.diags.HasErrors() {
		return l, err
	}
	l.diags = append(l.diags, excerpts(dir, fixedFaults(l.model)).In(dir)...).Sorted()
	if l.diags.HasErrors() {
		return l, nil
	}
	if l.place, err = outdir.Open(dir); err != nil {
		return nil, err
	}
	files, diags, err := gen.Generate(l.model, gen.Config{ImportPath: l.place.ImportPath()})
	if err != nil {
		_ = l.place.Close()
		return nil, fmt.Errorf("generate %s: %w", dir, err)
	}
	more, err := editorFiles(dir)
	if err != nil {
		_ = l.place.Close()
		return nil, err
	}
	l.files = append(files, more...)
	l.notes = excerpts(dir, unwritten(l.model, l.place, l.files)).In(dir)
	l.diags = append(l.diags, excerpts(dir, diags).In(dir)...).Sorted()
	return l, nil
}

// fixedFaults asks the renderers whether each fixed text can go into a prompt as it is: the language knows the headings, they know
// what else reads like one.
func fixedFaults(m *schema.Model) diag.List {
	var out diag.List
	for _, r := range m.Roles {
		for _, s := range r.Sees {
			if s.Kind != schema.FixedSlice {
				continue
			}
			if err := render.CheckFixed(s.Text); err != nil {
				out = append(out, diag.Diagnostic{Pos: s.Pos, Severity: diag.Error, Code: "fixed",
					Message:  fmt.Sprintf("%s cannot go into a prompt as it is: %s", s.File, err),
					Expected: "another wording: a fixed text is never quoted"})
			}
		}
	}
	return out
}

// excerpts fills in the lines that diagnostics speak of, for those that were found after the files were read.
func excerpts(dir string, list diag.List) diag.List {
	sources := map[string]*diag.Source{}
	for i, d := range list {
		if d.Excerpt != "" || d.File == "" || d.Line == 0 {
			continue
		}
		src, ok := sources[d.File]
		if !ok {
			b, err := os.ReadFile(filepath.Join(dir, d.File))
			if err != nil {
				continue // the excerpt is a courtesy
			}
			src = diag.NewSource(b)
			sources[d.File] = src
		}
		list[i].Excerpt = src.Excerpt(d.Pos)
	}
	return list
}

func join(dir, file string) string {
	if file == "" {
		return filepath.ToSlash(dir)
	}
	return filepath.ToSlash(filepath.Join(dir, file))
}

// loadFine reads one schema and ends the command when it is wrong: as text on stderr, or as JSON on stdout. Warnings go to stderr.
func (e *env) loadFine(dir string, asJSON bool) (*schema.Model, error) {
	l, err := load(dir)
	if err != nil {
		return nil, err
	}
	if l.diags.HasErrors() && asJSON {
		err = writeJSON(e.out, map[string]any{"ok": false, "diagnostics": l.diags})
	} else {
		err = diag.Write(e.err, l.diags)
	}
	if err == nil && l.diags.HasErrors() {
		return nil, exit(exitFindings)
	}
	return l.model, err
}

func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
