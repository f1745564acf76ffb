package outdir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"

	"github.com/grantgen/grantgen/gen"
)

// ErrInTheWay is the sentinel of a file that is not ours where ours should be.
var ErrInTheWay = errors.New("grantgen overwrites only what it wrote")

// Apply brings the folder to what was compared: every new file is written beside its place and renamed into it, and only then
// do stale ones go. When a foreign file is in the way nothing is written at all. The lock file comes last of all, since it says in
// which folders files of ours may lie; when the output folder is another than it was, it says so first.
func (d *Dir) Apply(found []Finding) error {
	for _, f := range found {
		if f.inWay {
			return fmt.Errorf("%s is in the way (%s): %w", f.Path, f.Detail, ErrInTheWay)
		}
	}
	for _, f := range found {
		if len(f.others) > 0 {
			if err := d.write(f.Path, unfinished(f.want, f.others)); err != nil {
				return err
			}
		}
	}
	isLock := func(f Finding) bool { return f.Path == gen.LockFile }
	for _, f := range found {
		if !isLock(f) {
			if err := d.bring(f); err != nil {
				return err
			}
		}
	}
	if err := d.removeStale(found); err != nil {
		return err
	}
	for _, f := range found {
		if isLock(f) {
			return d.bring(f)
		}
	}
	return nil
}

// bring writes a file that is missing or different.
func (d *Dir) bring(f Finding) error {
	if f.State != Missing && f.State != Different {
		return nil
	}
	return d.write(f.Path, f.want)
}

// removeStale removes what is stale, and what killed runs left.
func (d *Dir) removeStale(found []Finding) error {
	for _, f := range found {
		if f.State != Stale && f.State != Left {
			continue
		}
		if err := d.module.Remove(d.at(f.Path)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove %s, which is %s: %w", f.Path, f.State, err)
		}
		d.removeEmpty(path.Dir(f.Path))
	}
	return nil
}

// write leaves the old bytes or the new ones, never half: a temporary file in the same folder, renamed over the place.
// It is not synced: a thousand syncs cost seconds, and what a power cut takes, the next run makes again.
func (d *Dir) write(p string, content []byte) (err error) {
	temp := tempName(p, os.Getpid())
	file, err := d.create(p, temp)
	if err != nil {
		return err
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
	return nil
}

// create makes a temporary file. Another run may remove its folder, which is empty so far, as fast as it is made.
func (d *Dir) create(p, temp string) (*os.File, error) {
	const tries = 100
	for try := 1; ; try++ {
		if err := d.module.MkdirAll(d.at(path.Dir(p)), 0o777); err != nil && (try == tries || !errors.Is(err, fs.ErrNotExist)) {
			return nil, fmt.Errorf("make the folder of %s: %w", p, err)
		}
		_ = d.module.Remove(d.at(temp)) // of a process of the same number that died
		file, err := d.module.OpenFile(d.at(temp), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil {
			return file, nil
		}
		if try == tries || !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("write %s: %w", p, err)
		}
	}
}

func (d *Dir) removeEmpty(dir string) {
	for dir != "." && d.module.Remove(d.at(dir)) == nil { // refuses a folder that holds anything
		dir = path.Dir(dir)
	}
}
