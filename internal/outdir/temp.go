package outdir

import (
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"github.com/grantgen/grantgen/gen"
)

// EditorFile is the JSON Schema of the language beside a schema, for editors.
const EditorFile = "grantgen.schema.json"

// tempSuffix ends the names of temporary files. They begin with a dot, so that the go command does not see them.
const tempSuffix = ".grantgen.tmp"

// tempName is the temporary file for p: in the same folder, since a rename over file systems is none.
func tempName(p string, pid int) string {
	return path.Join(path.Dir(p), "."+path.Base(p)+"."+strconv.Itoa(pid)+tempSuffix)
}

// tempOf takes a temporary file's name apart: whose it was to become, and which process made it.
func tempOf(name string) (of string, pid int, ok bool) {
	rest, ok := strings.CutSuffix(name, tempSuffix)
	if !ok || !strings.HasPrefix(rest, ".") {
		return "", 0, false
	}
	dot := strings.LastIndexByte(rest, '.')
	pid, err := strconv.Atoi(rest[dot+1:])
	if err != nil || pid <= 0 || dot == 0 {
		return "", 0, false
	}
	return rest[1:dot], pid, true
}

// left says whether p is what a killed run left. What a process that still runs is writing is none of it.
func left(p string, e fs.DirEntry) (Finding, bool) {
	_, pid, ok := tempOf(path.Base(p))
	if !ok || !e.Type().IsRegular() || alive(pid) {
		return Finding{}, false
	}
	return Finding{Path: p, State: Left}, true
}

// leftBeside is what killed runs left beside the schema, of the files that we write there.
func (d *Dir) leftBeside() ([]Finding, error) {
	entries, err := fs.ReadDir(d.module.FS(), d.Rel)
	if err != nil {
		return nil, fmt.Errorf("list the schema's folder: %w", err)
	}
	var found []Finding
	for _, e := range entries {
		if of, _, _ := tempOf(e.Name()); of != gen.LockFile && of != gen.GrantsFile && of != EditorFile {
			continue
		}
		if one, ok := left(e.Name(), e); ok {
			found = append(found, one)
		}
	}
	return found, nil
}
