package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/grantgen/grantgen/bench/internal/figure"
)

// tool is a generator with the input that it is measured on.
type tool struct {
	name string
	unit string // what one unit of it is
	made string // the folder of what it writes
	most int    // over so many units it is left out; 0: never

	write   func(dir string, units int) error
	command func(dir string) (*exec.Cmd, error)
	take    func(dir string, out []byte) error // for a generator that writes to its standard output
}

// generate makes everything anew. What it wrote before goes first, and that is not measured; a tool that keeps its files if they are
// the same is not to be measured on that here.
func (t tool) generate(dir string) (figure.Cost, error) {
	if err := os.RemoveAll(filepath.Join(dir, t.made)); err != nil {
		return figure.Cost{}, err
	}
	return t.again(dir)
}

// again runs the tool over what it wrote.
func (t tool) again(dir string) (figure.Cost, error) {
	cmd, err := t.command(dir)
	if err != nil {
		return figure.Cost{}, err
	}
	if t.take == nil {
		return figure.Command(cmd)
	}
	var errs bytes.Buffer
	cmd.Stderr = &errs
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return figure.Cost{}, fmt.Errorf("run %s: %w: %s", t.name, err, errs.Bytes())
	}
	cost := figure.Cost{CPU: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), Wall: time.Since(start)}
	return cost, t.take(dir, cmd.Stdout.(*bytes.Buffer).Bytes())
}

// files calls each for every Go file that the tool wrote.
func (t tool) files(dir string, each func(path string) error) error {
	return filepath.WalkDir(filepath.Join(dir, t.made), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		return each(path)
	})
}

// build compiles what the tool wrote, and that alone: a comment more in each file, and the go command must compile it again.
func (t tool) build(dir string, turn int) (figure.Cost, error) {
	err := t.files(dir, func(path string) error {
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(f, "\n// %d of %d\n", turn, time.Now().UnixNano())
		return errors.Join(err, f.Close())
	})
	if err != nil {
		return figure.Cost{}, err
	}
	return figure.Command(in(dir, "go", "build", "./"+t.made+"/..."))
}

// lines are the lines of Go that the tool wrote.
func (t tool) lines(dir string) (int, error) {
	n := 0
	err := t.files(dir, func(path string) error {
		b, err := os.ReadFile(path)
		n += bytes.Count(b, []byte("\n"))
		return err
	})
	return n, err
}

func in(dir, program string, args ...string) *exec.Cmd {
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	return cmd
}

func put(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}
