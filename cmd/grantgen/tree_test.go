package main

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// snapshotPrefix names what the scripts keep beside what they look at.
const snapshotPrefix = ".snapshot-"

// tree is one line for each path below dir: its name, mode, time and bytes.
func tree(dir string) string {
	var b strings.Builder
	walk(dir, func(p string, info fs.FileInfo, content []byte) {
		fmt.Fprintf(&b, "%s %v %d %x\n", p, info.Mode(), info.ModTime().UnixNano(), sha256.Sum256(content))
	})
	return b.String()
}

// files are the regular files below dir, by slash-separated name.
func files(dir string) map[string]string {
	out := map[string]string{}
	walk(dir, func(p string, info fs.FileInfo, content []byte) {
		if info.Mode().IsRegular() {
			out[p] = string(content)
		}
	})
	return out
}

func walk(dir string, see func(p string, info fs.FileInfo, content []byte)) {
	_ = filepath.WalkDir(dir, func(p string, e fs.DirEntry, err error) error {
		if err != nil {
			return nil // gone in the meantime
		}
		if e.Name() == ".tmp" {
			return fs.SkipDir
		}
		info, err := e.Info()
		if err != nil || p == dir || strings.HasPrefix(e.Name(), snapshotPrefix) {
			return nil
		}
		var content []byte
		if info.Mode().IsRegular() {
			content, _ = os.ReadFile(p)
		}
		rel, _ := filepath.Rel(dir, p)
		see(filepath.ToSlash(rel), info, content)
		return nil
	})
}

// repository is the root of this module.
func repository() string {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		panic(err)
	}
	return root
}
