package outdir

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/gen"
)

// State is how one path stands to what was generated.
type State string

// The states.
const (
	Same      State = "same"
	Missing   State = "missing"   // not there
	Different State = "different" // ours, with other bytes: out of date, or edited by hand
	Stale     State = "stale"     // ours, and no longer generated
	Foreign   State = "foreign"   // not ours, where ours should be or in a generated package
	Left      State = "left"      // half-written by a run that was killed; nothing reads it, and the next run removes it
)

// Finding is one path and how it stands.
type Finding struct {
	Path   string `json:"path"` // below the schema's folder, slash-separated
	State  State  `json:"state"`
	Detail string `json:"detail,omitempty"`
	want   []byte
	inWay  bool     // foreign, and generation would have to overwrite it
	others []string // of the lock file: folders that were output folders before
}

// InTheWay says that the path is not ours and generation would have to write over it or through it.
func (f Finding) InTheWay() bool { return f.inWay }

// Compare says how every path stands, sorted. Same with a Detail is equal but for line ends. An output folder that may not be one
// is one finding, and nothing in it is looked at.
func (d *Dir) Compare(out string, files []gen.File) ([]Finding, error) {
	err := d.CheckOut(out)
	if errors.Is(err, ErrOutside) {
		return []Finding{{Path: out, State: Foreign, Detail: err.Error(), inWay: true}}, nil
	}
	if err != nil {
		return nil, err
	}
	var found []Finding
	planned := map[string]bool{}
	for _, f := range files {
		planned[f.Path] = true
		one, err := d.compareOne(f)
		if err != nil {
			return nil, err
		}
		found = append(found, one)
	}
	left, err := d.leftBeside()
	if err != nil {
		return nil, err
	}
	found = append(found, left...)
	others := d.otherFolders(out)
	for i := range found {
		if found[i].Path == gen.LockFile {
			found[i].others = others
		}
	}
	for _, folder := range append([]string{out}, others...) {
		rest, err := d.rest(folder, planned)
		if err != nil {
			return nil, err
		}
		found = append(found, rest...)
	}
	slices.SortFunc(found, func(a, b Finding) int { return cmp.Compare(a.Path, b.Path) })
	// One folder may lie in another; what is in both is one finding.
	return slices.CompactFunc(found, func(a, b Finding) bool { return a.Path == b.Path }), nil
}

func (d *Dir) compareOne(f gen.File) (Finding, error) {
	one := Finding{Path: f.Path, State: Same, want: f.Bytes}
	for dir := path.Dir(f.Path); dir != "."; dir = path.Dir(dir) {
		if info, err := d.module.Lstat(d.at(dir)); err == nil && !info.IsDir() {
			one.State, one.inWay, one.Detail = Foreign, true, dir+" is no folder"
			return one, nil
		}
	}
	info, err := d.module.Lstat(d.at(f.Path))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		one.State = Missing
		return one, nil
	case err != nil:
		return one, fmt.Errorf("look at %s: %w", f.Path, err)
	case !info.Mode().IsRegular():
		one.State, one.inWay, one.Detail = Foreign, true, "it is no regular file, and grantgen writes through no symlink"
		return one, nil
	}
	content, err := d.module.ReadFile(d.at(f.Path))
	if errors.Is(err, fs.ErrNotExist) { // another run has just removed it
		one.State = Missing
		return one, nil
	}
	if err != nil {
		return one, fmt.Errorf("read %s: %w", f.Path, err)
	}
	same, crlf := sameText(content, f.Bytes)
	switch {
	case same && crlf:
		one.Detail = "equal but for CRLF line ends"
	case same:
	case !ours(f.Path, content):
		one.State, one.inWay, one.Detail = Foreign, true, "its first line does not say that grantgen wrote it"
	default:
		one.State, one.Detail = Different, firstDifference(content, f.Bytes)
	}
	return one, nil
}

func firstDifference(have, want []byte) string {
	h, w := strings.Split(string(have), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(h), len(w)) {
		if i >= len(h) || i >= len(w) || strings.TrimSuffix(h[i], "\r") != strings.TrimSuffix(w[i], "\r") {
			return fmt.Sprintf("from line %d on", i+1)
		}
	}
	return ""
}

// inBuild are the endings of files that become part of the package they lie in.
var inBuild = map[string]bool{".go": true, ".s": true, ".S": true, ".sx": true, ".c": true, ".h": true, ".syso": true}

// rest finds files in the output folder that are not planned: stale Go files of ours, and foreign files in a package of ours.
func (d *Dir) rest(folder string, planned map[string]bool) ([]Finding, error) {
	var found []Finding
	packages := map[string]bool{}
	for p := range planned {
		packages[path.Dir(p)] = true
	}
	err := d.walk(folder, func(p string, info fs.DirEntry) error {
		if one, ok := left(p, info); ok {
			found = append(found, one)
			return nil
		}
		if planned[p] || !inBuild[path.Ext(p)] {
			return nil
		}
		if info.Type().IsRegular() && path.Ext(p) == ".go" {
			content, err := d.module.ReadFile(d.at(p))
			if errors.Is(err, fs.ErrNotExist) { // another run has just removed it
				return nil
			}
			if err != nil {
				return fmt.Errorf("read %s: %w", p, err)
			}
			if ours(p, content) {
				found = append(found, Finding{Path: p, State: Stale})
				return nil
			}
		}
		if packages[path.Dir(p)] && !strings.HasSuffix(p, "_test.go") {
			found = append(found, Finding{Path: p, State: Foreign, Detail: "a file in a generated package reaches what the package keeps to itself"})
		}
		return nil
	})
	return found, err
}

// walk visits the files below a folder in order; it follows no symlink, and enters no folder with a schema or a module of its own.
func (d *Dir) walk(folder string, see func(p string, e fs.DirEntry) error) error {
	entries, err := fs.ReadDir(d.module.FS(), path.Join(d.Rel, folder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("list %s: %w", folder, err)
	}
	for _, e := range entries {
		if e.Name() == "go.mod" || strings.HasSuffix(e.Name(), ".grant.yaml") {
			return nil
		}
	}
	for _, e := range entries {
		p := path.Join(folder, e.Name())
		if e.IsDir() {
			err = d.walk(p, see)
		} else {
			err = see(p, e)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
