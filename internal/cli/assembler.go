package cli

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"strings"

	"github.com/grantgen/grantgen/gen"
	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/internal/gocode"
	"github.com/grantgen/grantgen/internal/outdir"
	"github.com/grantgen/grantgen/schema"
)

// userCode is the application's Go code as a schema's names are looked up in it. The packages are parsed and never type-checked: they may need
// what is about to be generated.
type userCode struct {
	place    *outdir.Dir
	modules  *gocode.Modules
	planned  map[string]map[string][]byte // by folder below the module's root
	packages map[string]*gocode.Package   // by folder
}

// codeOf is nil where the module cannot be understood, so that nothing can be said.
func codeOf(place *outdir.Dir, files []gen.File) *userCode {
	modules, err := gocode.ReadModules(place.Root, os.Getenv("GOWORK"))
	if err != nil {
		return nil // the go command says it better
	}
	c := &userCode{place, modules, map[string]map[string][]byte{}, map[string]*gocode.Package{}}
	for _, f := range files {
		folder, name := path.Split(path.Join(place.Rel, f.Path))
		if folder = path.Clean(folder); c.planned[folder] == nil {
			c.planned[folder] = map[string][]byte{}
		}
		c.planned[folder][name] = f.Bytes
	}
	return c
}

// unwritten is a note for each function and type that the schema names and that is not there.
func unwritten(m *schema.Model, place *outdir.Dir, files []gen.File) diag.List {
	c := codeOf(place, files)
	if c == nil {
		return nil
	}
	var out diag.List
	note := func(p diag.Pos, code, text string) {
		if text != "" {
			out = append(out, diag.Diagnostic{Pos: p, Severity: diag.Note, Code: code, Message: text})
		}
	}
	for _, r := range m.Roles {
		if r.Assembler != "" {
			note(r.AssemblerPos, "assembler", c.missing("assembler", r.Assembler, schema.GoFunction))
		}
	}
	for _, t := range m.Types {
		if t.Go != "" {
			note(t.GoPos, "go", c.missing("go", t.Go, schema.GoTypeName))
		}
	}
	for _, e := range m.Events {
		if e.Go == "" {
			continue
		}
		text := c.missing("go", e.Go, schema.GoTypeName)
		note(e.GoPos, "go", text)
		for _, f := range e.Fields {
			if text != "" || f.Attribute {
				continue
			}
			said, code := c.missingField(e, f)
			if code == embeds { // one note for all fields that what is embedded may have
				note(e.GoPos, code, said)
				break
			}
			note(f.Pos, code, said)
		}
	}
	return out.Sorted()
}

// missing says that there is no such function or type; it is empty where there is one, or where nothing can be said.
func (c *userCode) missing(key, whole string, kind schema.GoKind) string {
	at, name := cutName(whole)
	module, folder, ok := c.modules.Of(at)
	if !ok {
		if std, is := gocode.Standard(at); is && kind == schema.GoTypeName {
			module, folder, ok = "std", std, true
		}
	}
	if !ok {
		text := fmt.Sprintf("%s %s: no module in go.mod has the package %s; this module is %s", key, whole, at, c.modules.Main)
		if near := c.near(at, name, kind); near != "" {
			text += " (did you mean " + near + "?)"
		}
		return text
	}
	if folder == "" {
		return "" // a module that somebody else wrote
	}
	p := c.read(at, folder)
	if p == nil {
		return ""
	}
	if p.Main {
		return fmt.Sprintf("%s %s: %s is package main, which nothing can import: move it into a package of its own", key, whole, at)
	}
	if has(p, name, kind) {
		return ""
	}
	where := at
	if module == c.modules.Main {
		where = cmp.Or(strings.TrimPrefix(strings.TrimPrefix(at, module), "/"), "the module's root")
	}
	text := fmt.Sprintf("%s %s: no %s of that name in %s yet", key, whole, kind, where)
	if near, ok := diag.Nearest(name, namesIn(p, kind)); ok {
		text += " (did you mean " + near + "?)"
	} else if near, ok := diag.Nearest(at, c.ours()); ok && c.declares(near, name, kind) {
		text += " (did you mean " + near + "." + name + "?)"
	}
	return text
}

// embeds is the code of a note that says what was not looked at, and no fault.
const embeds = "go-embeds"

// missingField says that the struct of an event's Go type lacks a field that the schema names, or that this cannot be known.
func (c *userCode) missingField(e *schema.Event, f *schema.Field) (text, code string) {
	at, name := cutName(e.Go)
	_, folder, ok := c.modules.Of(at)
	if !ok || folder == "" {
		return "", ""
	}
	p := c.read(at, folder)
	if p == nil || p.Types[name] == nil || p.Types[name].Fields == nil {
		return "", ""
	}
	fields := p.Types[name].Fields
	want := gen.GoName(f.Name)
	for _, has := range fields {
		if has == want {
			return "", ""
		}
	}
	if from := p.Types[name].Embeds; from != "" {
		return fmt.Sprintf("the fields of %s were not looked at: it embeds %s", e.Go, from), embeds
	}
	text = fmt.Sprintf("go %s: the struct has no field %s, which the field %s of %s is read from", e.Go, want, f.Name, e.Name)
	if near, ok := diag.Nearest(want, fields); ok {
		text += " (did you mean " + near + "?)"
	}
	return text, "go"
}

// read is a package with what is about to be written into it; nil where a file is no Go yet.
func (c *userCode) read(importPath, folder string) *gocode.Package {
	p, known := c.packages[folder]
	if !known {
		var planned map[string][]byte
		if rest, ours := strings.CutPrefix(importPath+"/", c.modules.Main+"/"); ours {
			planned = c.planned[cmp.Or(strings.TrimSuffix(rest, "/"), ".")]
		}
		p = gocode.ReadPackage(folder, planned)
		c.packages[folder] = p
	}
	return p
}

func cutName(whole string) (importPath, name string) {
	dot := strings.LastIndexByte(whole, '.')
	return whole[:dot], whole[dot+1:]
}

func has(p *gocode.Package, name string, kind schema.GoKind) bool {
	if kind == schema.GoTypeName {
		return p.Types[name] != nil
	}
	return p.Funcs[name]
}

func namesIn(p *gocode.Package, kind schema.GoKind) []string {
	if kind == schema.GoTypeName {
		return p.TypeNames()
	}
	return p.FuncNames()
}
