package outdir

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/grantgen/grantgen/gen"
)

// A schema's output folder may change, and what lies in the old one is stale then. The lock file on disk says which one that was.
// While a run moves from one to the other it says both, so that a run that is killed on the way leaves nothing that the next one,
// whichever folder its schema names, would not find.
const (
	outLine   = "out: "
	unsettled = "# unfinished; generated files may lie in: "
)

// otherFolders are the folders that the lock file on disk names and that are not, and not in, the schema's own.
func (d *Dir) otherFolders(out string) []string {
	lock, err := d.module.ReadFile(d.at(gen.LockFile))
	if err != nil || !ours(gen.LockFile, lock) {
		return nil
	}
	var others []string
	for line := range strings.Lines(string(lock)) {
		line = strings.TrimSpace(line)
		folder, ok := strings.CutPrefix(line, outLine)
		if !ok {
			folder, ok = strings.CutPrefix(line, unsettled)
		}
		if !ok {
			continue
		}
		if plain, err := strconv.Unquote(folder); err == nil {
			folder = plain
		}
		if folder != out && !strings.HasPrefix(folder, out+"/") && !slices.Contains(others, folder) && d.CheckOut(folder) == nil {
			others = append(others, folder)
		}
	}
	return others
}

// unfinished is the lock file as it is while files move from other folders.
func unfinished(lock []byte, others []string) []byte {
	b := bytes.Clone(lock)
	for _, folder := range others {
		b = append(b, unsettled+strconv.Quote(folder)+"\n"...)
	}
	return b
}
