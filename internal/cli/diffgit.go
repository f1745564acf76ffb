package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"strconv"
	"strings"
	"time"
)

// commit is the tree of one commit, read by the git command: an fs.FS whose root is the repository's.
type commit struct {
	dir  string // a folder of the work tree, in which git runs
	hash string
}

// maxBlob bounds what is read of a commit: schemas and fixed texts are at most 1 MiB, locks are longer.
const maxBlob = 64 << 20

// git runs the command in dir. Its complaint is the error.
func git(dir string, args ...string) ([]byte, error) {
	cmd := exec.Command("git", append([]string{"-C", dir}, args...)...)
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	if err := cmd.Run(); err != nil {
		var exit *exec.ExitError
		if said := strings.TrimSpace(complaint.String()); errors.As(err, &exit) && said != "" {
			err = errors.New(said)
		}
		return nil, fmt.Errorf("git %s: %w", args[0], err)
	}
	return out.Bytes(), nil
}

// openCommit finds a commit by any name that git knows, or its merge base with HEAD; prefix is where dir lies in the repository.
func openCommit(dir, ref string, mergeBase bool) (c commit, prefix string, err error) {
	if ref == "" || strings.HasPrefix(ref, "-") {
		return c, "", fmt.Errorf("%q is no name of a commit", ref)
	}
	where, err := git(dir, "rev-parse", "--show-prefix")
	if err != nil {
		return c, "", err
	}
	hash, err := git(dir, "rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^{commit}")
	if err != nil {
		return c, "", fmt.Errorf("%s is neither a path nor a commit that git knows", ref)
	}
	if mergeBase {
		base, err := git(dir, "merge-base", strings.TrimSpace(string(hash)), "HEAD")
		if err != nil {
			if shallow, err := git(dir, "rev-parse", "--is-shallow-repository"); err == nil && strings.TrimSpace(string(shallow)) == "true" {
				return c, "", fmt.Errorf("find where HEAD and %s part: this clone is shallow: fetch the history first (git fetch --unshallow; in a workflow, fetch-depth: 0)", ref)
			}
			return c, "", fmt.Errorf("find where HEAD and %s part: they have no commit in common: %w", ref, err)
		}
		hash = base
	}
	prefix = path.Clean(strings.TrimSuffix(string(where), "\n"))
	return commit{dir, strings.TrimSpace(string(hash))}, prefix, nil
}

// treeEntry is a file or folder of a commit.
type treeEntry struct {
	name, mode, object string
	size               int64
}

func (e treeEntry) Name() string               { return e.name }
func (e treeEntry) IsDir() bool                { return e.mode == "040000" }
func (e treeEntry) Size() int64                { return e.size }
func (e treeEntry) ModTime() time.Time         { return time.Time{} }
func (e treeEntry) Sys() any                   { return nil }
func (e treeEntry) Type() fs.FileMode          { return e.Mode().Type() }
func (e treeEntry) Info() (fs.FileInfo, error) { return e, nil }

// Mode tells folders, links and submodules from files.
func (e treeEntry) Mode() fs.FileMode {
	switch e.mode {
	case "040000":
		return fs.ModeDir
	case "120000":
		return fs.ModeSymlink
	case "100644", "100755":
		return 0
	}
	return fs.ModeIrregular
}

// list is what ls-tree says of paths.
func (c commit) list(at string) ([]treeEntry, error) {
	args := []string{"ls-tree", "-z", "-l", "--full-tree", c.hash}
	if at != "." {
		args = append(args, "--", at)
	}
	out, err := git(c.dir, args...)
	if err != nil {
		return nil, err
	}
	var entries []treeEntry
	for line := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		head, name, ok := strings.Cut(line, "\t")
		if fields := strings.Fields(head); ok && len(fields) == 4 {
			size, _ := strconv.ParseInt(fields[3], 10, 64) // "-" for what is no file
			entries = append(entries, treeEntry{path.Base(name), fields[0], fields[2], size})
		}
	}
	return entries, nil
}

// ReadDir lists a folder, by name. A folder that is not there is an error.
func (c commit) ReadDir(name string) ([]fs.DirEntry, error) {
	at := name
	if at != "." {
		at += "/"
	}
	entries, err := c.list(at)
	if err == nil && len(entries) == 0 && name != "." {
		err = fs.ErrNotExist
	}
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: name, Err: err}
	}
	out := make([]fs.DirEntry, len(entries))
	for i, e := range entries { // git keeps trees sorted
		out[i] = e
	}
	return out, nil
}

func (c commit) stat(name string) (treeEntry, error) {
	if !fs.ValidPath(name) {
		return treeEntry{}, fs.ErrInvalid
	}
	entries, err := c.list(name)
	if err == nil && len(entries) != 1 {
		err = fs.ErrNotExist
	}
	if err != nil {
		return treeEntry{}, err
	}
	return entries[0], nil
}

// ReadFile reads a regular file.
func (c commit) ReadFile(name string) ([]byte, error) {
	e, err := c.stat(name)
	switch {
	case err != nil:
	case !e.Mode().IsRegular():
		err = errors.New("not a regular file in that commit")
	case e.size > maxBlob:
		err = fmt.Errorf("it is longer than %d MiB", maxBlob>>20)
	}
	var b []byte
	if err == nil {
		b, err = git(c.dir, "cat-file", "blob", e.object)
	}
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: name, Err: err}
	}
	return b, nil
}

// Open opens a regular file.
func (c commit) Open(name string) (fs.File, error) {
	e, err := c.stat(name)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	b, err := c.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return &blob{e, bytes.NewReader(b)}, nil
}

type blob struct {
	entry treeEntry
	io.Reader
}

func (b *blob) Stat() (fs.FileInfo, error) { return b.entry, nil }
func (b *blob) Close() error               { return nil }
