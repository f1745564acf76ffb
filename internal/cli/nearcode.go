package cli

import (
	"go/token"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/internal/gocode"
	"github.com/grantgen/grantgen/internal/outdir"
	"github.com/grantgen/grantgen/schema"
)

// near is the import/path.Name that was probably meant by one whose package no module has; empty where none is near.
func (c *userCode) near(at, name string, kind schema.GoKind) string {
	var candidates []string
	for _, m := range append([]string{c.modules.Main}, c.modules.Paths()...) {
		if p, ok := underModule(at, m); ok {
			candidates = append(candidates, p)
		}
	}
	own := c.ours()
	if p, ok := diag.Nearest(at, own); ok {
		candidates = append(candidates, p)
	}
	for _, p := range append(candidates, c.place.ImportPath()) {
		if c.declares(p, name, kind) {
			return p + "." + name
		}
	}
	if len(candidates) > 0 {
		return candidates[0] + "." + name
	}
	own = slices.DeleteFunc(own, func(p string) bool { return !c.declares(p, name, kind) })
	if len(own) == 1 {
		return own[0] + "." + name
	}
	return ""
}

// underModule is an import path as one of a module whose head it has in other words: without the first elements, or misspelt.
func underModule(at, module string) (string, bool) {
	asked, head := strings.Split(at, "/"), strings.Split(module, "/")
	for i := 1; i < len(head); i++ { // lounge/sub, of example.org/lounge
		tail := head[i:]
		if len(asked) >= len(tail) && slices.Equal(asked[:len(tail)], tail) {
			return path.Join(append([]string{module}, asked[len(tail):]...)...), true
		}
	}
	if len(asked) < len(head) {
		return "", false
	}
	if _, ok := diag.Nearest(path.Join(asked[:len(head)]...), []string{module}); !ok {
		return "", false
	}
	return path.Join(append([]string{module}, asked[len(head):]...)...), true
}

// ours is the import paths of this module's packages, and of those about to be generated.
func (c *userCode) ours() []string {
	folders, err := gocode.Packages(c.place.Root)
	if err != nil {
		return nil // a suggestion is a courtesy
	}
	for folder := range c.planned {
		folders = append(folders, folder)
	}
	var out []string
	for _, f := range folders {
		out = append(out, path.Join(c.modules.Main, f))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (c *userCode) declares(importPath, name string, kind schema.GoKind) bool {
	_, folder, ok := c.modules.Of(importPath)
	if !ok || folder == "" {
		return false
	}
	p := c.read(importPath, folder)
	return p != nil && has(p, name, kind)
}

// nearIn finds what is meant by a text that is no import/path.Name: a name of the package that it begins with, or of the one in the schema's
// own folder.
func nearIn(dir string) func(text string, kind schema.GoKind) string {
	return func(text string, kind schema.GoKind) string {
		place, err := outdir.Open(dir)
		if err != nil {
			return "" // it is told where it matters
		}
		defer place.Close()
		c := codeOf(place, nil)
		if c == nil {
			return ""
		}
		cut := strings.LastIndexAny(text, "./")
		name := text[cut+1:]
		if !token.IsIdentifier(name) {
			return ""
		}
		first, size := utf8.DecodeRuneInString(name)
		name = string(unicode.ToUpper(first)) + name[size:]
		for _, at := range []string{strings.TrimRight(text[:max(cut, 0)], "./"), place.ImportPath()} {
			if c.declares(at, name, kind) {
				return at + "." + name
			}
		}
		_, folder, ok := c.modules.Of(place.ImportPath())
		if !ok {
			return ""
		}
		if p := c.read(place.ImportPath(), folder); p != nil {
			exported := slices.DeleteFunc(namesIn(p, kind), func(n string) bool { return !token.IsExported(n) })
			if near, ok := diag.Nearest(name, exported); ok {
				return place.ImportPath() + "." + near
			}
		}
		return ""
	}
}
