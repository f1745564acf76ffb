package schema

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema/internal/shape"
	"github.com/grantgen/grantgen/schema/internal/tree"
)

// Parse reads the files of one schema. It is pure, and the order of the files does not matter. The Model is nil if and only if the
// list has an error; warnings are in the list and in the Model.
func Parse(files []File, fixed Fixed, opts ...Option) (*Model, diag.List) {
	files = slices.Clone(files)
	slices.SortFunc(files, func(a, b File) int { return cmp.Or(cmp.Compare(a.Name, b.Name), bytes.Compare(a.Bytes, b.Bytes)) })

	var out diag.List
	var docs []*shape.Document
	whole := true
	for _, f := range files {
		n, found := tree.Read(f.Name, f.Bytes)
		out = append(out, found...)
		if n == nil {
			whole = false
			continue
		}
		var r shape.Reader
		docs = append(docs, r.Read(n))
		out = append(out, r.Out...)
	}
	if len(files) == 0 {
		out = append(out, diag.Diagnostic{Severity: diag.Error, Code: "empty", Message: "there is no *.grant.yaml file"})
	}
	// A file that could not be read at all would make every name that it declares unknown: those errors would only hide the one.
	if !whole || len(docs) == 0 {
		return nil, finish(out, files)
	}
	r := newResolver(fixed)
	for _, opt := range opts {
		opt(r)
	}
	m := r.model(docs, files)
	out = finish(append(out, r.out...), files)
	if out.HasErrors() {
		return nil, out
	}
	m.Warnings = out
	return m, out
}

// finish sorts the findings and draws their excerpts.
func finish(out diag.List, files []File) diag.List {
	out = out.Sorted()
	sources := make(map[string]*diag.Source, len(files))
	for _, f := range files {
		sources[f.Name] = diag.NewSource(f.Bytes[:min(len(f.Bytes), tree.MaxBytes)])
	}
	for i := range out {
		out[i].Excerpt = sources[out[i].File].Excerpt(out[i].Pos)
	}
	return out
}
