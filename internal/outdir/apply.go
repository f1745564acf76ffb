package outdir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
)

// ErrInTheWay is the sentinel of a file that is not ours where ours should be.
var ErrInTheWay = errors.New("grantgen overwrites only what it wrote")

// Apply brings the folder to what was compared: every new file is written beside its place and renamed into it, and only then
// do stale ones go. When a foreign file is in the way nothing is written at all.
func (d *Dir) Apply(found []Finding) error {
	for _, f := range found {
		if f.inWay {
			return fmt.Errorf("%s is in the way (%s): %w", f.Path, f.Detail, ErrInTheWay)
		}
	}
	for _, f := range found {
		if f.State == Missing || f.State == Different {
			if err := d.write(f.Path, f.want); err != nil {
				return err
			}
		}
	}
	for _, f := range found {
		if f.State != Stale {
			continue
		}
		if err := d.module.Remove(d.at(f.Path)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove stale %s: %w", f.Path, err)
		}
		d.removeEmpty(path.Dir(f.Path))
	}
	return nil
}

// write leaves the old bytes or the new ones, never half: a temporary file in the same folder, renamed over the place.
// It is not synced: a thousand syncs cost seconds, and what a power cut takes, the next run makes again.
func (d *Dir) write(p string, content []byte) (err error) {
	if err := d.module.MkdirAll(d.at(path.Dir(p)), 0o777); err != nil {
		return fmt.Errorf("make the folder of %s: %w", p, err)
	}
	temp := path.Join(path.Dir(p), "."+path.Base(p)+"."+strconv.Itoa(os.Getpid())+".tmp")
	_ = d.module.Remove(d.at(temp)) // of a process of the same number that died
	file, err := d.module.OpenFile(d.at(temp), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return fmt.Errorf("write %s: %w", p, err)
	}
	defer func() {
		if err != nil {
			_ = d.module.Remove(d.at(temp))
		}
	}()
	_, err = file.Write(content)
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = d.module.Rename(d.at(temp), d.at(p))
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", p, err)
	}
	d.sweep(p)
	return nil
}

// sweep removes what killed runs left beside p.
func (d *Dir) sweep(p string) {
	entries, err := fs.ReadDir(d.module.FS(), path.Join(d.Rel, path.Dir(p)))
	if err != nil {
		return
	}
	for _, e := range entries {
		rest, ok := strings.CutPrefix(e.Name(), "."+path.Base(p)+".")
		if !ok {
			continue
		}
		if pid, err := strconv.Atoi(strings.TrimSuffix(rest, ".tmp")); err == nil && strings.HasSuffix(rest, ".tmp") && !alive(pid) {
			_ = d.module.Remove(d.at(path.Join(path.Dir(p), e.Name())))
		}
	}
}

func (d *Dir) removeEmpty(dir string) {
	for dir != "." && d.module.Remove(d.at(dir)) == nil { // refuses a folder that holds anything
		dir = path.Dir(dir)
	}
}
