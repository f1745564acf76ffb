package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/grantgen/grantgen/gen"
	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/internal/grantdiff"
	"github.com/grantgen/grantgen/internal/regular"
	"github.com/grantgen/grantgen/schema"
	"github.com/spf13/cobra"
)

// against says what a schema is compared with.
type against struct {
	what      string
	mergeBase bool
	byDefault bool // nobody said what
}

// flagsOf is the flags that say the same again; none where nobody said anything.
func (a against) flagsOf() string {
	text := ""
	if !a.byDefault {
		text = " --against " + quoted(a.what)
	}
	if a.mergeBase {
		text += " --merge-base"
	}
	return text
}

// ackCommandLine is the whole command that acknowledges what widened in a folder's schema.
func (a against) ackCommandLine(dir string) string {
	text := "grantgen ack" + a.flagsOf()
	if d := filepath.ToSlash(filepath.Clean(dir)); d != "." {
		text += " --dir " + quoted(d)
	}
	return text + " --by NAME --why TEXT"
}

// quoted is a word for a shell: in quotes where the shell would not take it as it is.
func quoted(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-./@:+,=%~^", r) || r > 127
	}
	if word != "" && !strings.HasPrefix(word, "~") && !strings.ContainsFunc(word, func(r rune) bool { return !plain(r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

func (a *against) flags(cmd *cobra.Command, def string) {
	cmd.Flags().StringVar(&a.what, "against", def, "a commit, a folder, or a lock file; a path that is there comes first")
	cmd.Flags().BoolVar(&a.mergeBase, "merge-base", false, "of a commit: where HEAD parted from it")
}

// base is the older side of a comparison.
type base struct {
	closed *grantdiff.Closed
	label  string // HEAD, a folder, a lock
	dir    string // that its places lie below
	note   string // what a reader must know, or empty
	lock   bool   // it was read from a lock
	ack    string // the command that acknowledges what widened against it
}

// open reads the older side for the schema in dir.
func (e *env) open(dir string, a against) (*base, error) {
	info, err := os.Stat(a.what)
	switch {
	case a.what == "" || a.what == "-":
		return nil, fmt.Errorf("--against %q names nothing to compare with", a.what)
	case err != nil && errors.Is(err, fs.ErrNotExist) && !strings.HasSuffix(a.what, ".yaml"):
		return e.openCommit(dir, a)
	case err != nil:
		return nil, fmt.Errorf("read what to compare with: %w", err)
	case a.mergeBase:
		return nil, fmt.Errorf("--merge-base goes with a commit, and %s is a path", a.what)
	case info.IsDir():
		return e.openFolder(a.what)
	}
	return openLock(a.what)
}

// openFolder reads the schema of a folder, or the lock of one that has no schema.
func (e *env) openFolder(dir string) (*base, error) {
	if found, err := filepath.Glob(filepath.Join(dir, "*"+schema.Suffix)); err == nil && len(found) == 0 {
		if lock := filepath.Join(dir, gen.LockFile); isFile(lock) {
			return openLock(lock)
		}
	}
	m, err := e.closedOf(dir)
	if err != nil {
		return nil, err
	}
	return &base{closed: m, label: filepath.ToSlash(dir), dir: dir}, nil
}

func isFile(p string) bool {
	info, err := os.Stat(p)
	return err == nil && info.Mode().IsRegular()
}

// openLock reads a lock file: a regular one, since reading anything else may never end.
func openLock(file string) (*base, error) {
	b, err := regular.Read(file, maxBlob)
	if err != nil {
		return nil, fmt.Errorf("read the lock to compare with: %w", err)
	}
	c, err := grantdiff.ReadLock(filepath.ToSlash(file), b)
	if err != nil {
		return nil, fmt.Errorf("read the lock to compare with: %w", err)
	}
	return &base{closed: c, label: filepath.ToSlash(file), lock: true}, nil
}

// openCommit reads the schema as it was in a commit. Where there was none, everything is new.
func (e *env) openCommit(dir string, a against) (*base, error) {
	c, prefix, err := openCommit(dir, a.what, a.mergeBase)
	if err != nil {
		return nil, err
	}
	b := &base{label: a.what, dir: dir}
	if a.mergeBase {
		b.label = "the merge base of HEAD and " + a.what
	}
	entries, err := c.ReadDir(prefix)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var files []schema.File
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), schema.Suffix) {
			continue
		}
		content, err := c.ReadFile(path.Join(prefix, entry.Name()))
		if err != nil {
			return nil, fmt.Errorf("read the schema in %s: %w", b.label, err)
		}
		files = append(files, schema.File{Name: entry.Name(), Bytes: content})
	}
	if len(files) == 0 {
		b.closed, b.note = grantdiff.Nothing(), fmt.Sprintf("%s has no schema here: every role is new", b.label)
		return b, nil
	}
	m, list := schema.Parse(files, func(name string) ([]byte, error) {
		at := path.Join(prefix, name)
		if !fs.ValidPath(at) {
			return nil, fmt.Errorf("%s lies outside the repository", name)
		}
		return c.ReadFile(at)
	}, schema.WithCount(count), schema.WithFrame(frame))
	if m == nil {
		if err := diag.Write(e.err, list.Only(diag.Error).In(a.what+":"+prefix)); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("the schema in %s is wrong, and nothing was compared", b.label)
	}
	b.closed, err = grantdiff.FromModel(m)
	return b, err
}

// closedOf is the closed form of the schema in a folder. One that is wrong is shown, and an error.
func (e *env) closedOf(dir string) (*grantdiff.Closed, error) {
	l, err := load(dir)
	if err != nil {
		return nil, err
	}
	if l.diags.HasErrors() {
		if err := diag.Write(e.err, l.diags); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("the schema in %s is wrong, and nothing was compared", filepath.ToSlash(dir))
	}
	return grantdiff.FromModel(l.model)
}

// compareWith is the report on the schema in dir, with what was acknowledged.
func (e *env) compareWith(dir string, a against) (*grantdiff.Report, *base, error) {
	now, err := e.closedOf(dir)
	if err != nil {
		return nil, nil, err
	}
	b, err := e.open(dir, a)
	if err != nil {
		return nil, nil, err
	}
	if texts := grantdiff.UnknownTexts(b.closed, now); b.lock && len(texts) > 0 {
		b.note = fmt.Sprintf("%s holds no fixed texts: whether %s is another now is not known", b.label, strings.Join(texts, ", "))
	}
	report, err := grantdiff.Diff(b.closed, now)
	if err != nil {
		return nil, nil, fmt.Errorf("compare with %s: %w", b.label, err)
	}
	acks, err := readAcks(dir)
	if err != nil {
		return nil, nil, err
	}
	report.Acknowledge(acks)
	for i := range report.Findings {
		f := &report.Findings[i]
		if f.At.File != "" {
			f.At.File = join(dir, f.At.File)
		}
		if f.WasAt.File != "" {
			f.WasAt.File = join(b.dir, f.WasAt.File)
		}
	}
	return report, b, nil
}

// readAcks is the acknowledgements beside a schema; none where there is no file.
func readAcks(dir string) ([]grantdiff.Ack, error) {
	file := filepath.Join(dir, grantdiff.AckFile)
	b, err := regular.Read(file, maxBlob)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the acknowledgements: %w", err)
	}
	acks, err := grantdiff.ReadAcks(filepath.ToSlash(file), b)
	if err != nil {
		return nil, fmt.Errorf("read the acknowledgements: %w", err)
	}
	return acks, nil
}
