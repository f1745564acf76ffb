package cli

import (
	"github.com/grantgen/grantgen/internal/diag"
)

// schemas are the schemas that one command works on, in the order named.
type schemas []*loaded

// compareAll reads every schema and compares what it generates with what lies there. A folder that is named twice counts once.
// What was opened before an error is in the result, to be closed.
func compareAll(folders []string) (schemas, error) {
	var all schemas
	seen := map[string]bool{}
	for _, dir := range folders {
		if seen[join(dir, "")] {
			continue
		}
		seen[join(dir, "")] = true
		l, err := generate(dir)
		if err != nil {
			return all, err
		}
		all = append(all, l)
		if l.diags.HasErrors() {
			continue
		}
		if l.found, err = l.place.Compare(l.model.Out, l.files); err != nil {
			return all, err
		}
	}
	return all, nil
}

// diags is what there is to say of all the schemas: an empty list, not null, where there is nothing.
func (s schemas) diags() diag.List {
	list := diag.List{}
	for _, l := range s {
		list = append(list, l.diags...)
	}
	return list
}

// notes is the functions and types that are not written yet.
func (s schemas) notes() diag.List {
	list := diag.List{}
	for _, l := range s {
		list = append(list, l.notes...)
	}
	return list
}

func (s schemas) inTheWay() bool {
	for _, l := range s {
		for _, f := range l.found {
			if f.InTheWay() {
				return true
			}
		}
	}
	return false
}

func (s schemas) close() {
	for _, l := range s {
		if l.place != nil {
			_ = l.place.Close()
		}
	}
}
