//go:build unix

package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// C11: on a checkout that cannot be written, check works, generate is content where there is nothing to write, and says clearly
// why it cannot where there is something.
func TestC11ReadOnlyCheckout(t *testing.T) {
	// Not t.TempDir, which another user cannot enter.
	dir, err := os.MkdirTemp("", "readonly")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		modes(t, dir, 0o755)
		_ = os.RemoveAll(dir)
	})
	exe := filepath.Join(dir, "bin", "grantgen")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	write(t, exe, read(t, self))
	app := filepath.Join(dir, "app")
	write(t, filepath.Join(app, "go.mod"), "module example.com/app\n\ngo 1.26\n")
	write(t, filepath.Join(app, "x.grant.yaml"), small)
	grantgen(t, 0, app)

	modes(t, dir, 0o555)
	if out, code := asNobody(t, exe, app, "check"); code != 0 {
		t.Errorf("check: exit code %d\n%s", code, out)
	}
	if out, code := asNobody(t, exe, app, "generate"); code != 0 {
		t.Errorf("generate with nothing to write: exit code %d\n%s", code, out)
	}
	modes(t, dir, 0o755)
	write(t, filepath.Join(app, "x.grant.yaml"), strings.Replace(small, "ask: string", "question: string", 1))
	modes(t, dir, 0o555)
	before := tree(app)
	if out, code := asNobody(t, exe, app, "check"); code != 1 || !strings.Contains(out, "different: grants/helper/helper.go") {
		t.Errorf("check of what is out of date: exit code %d\n%s", code, out)
	}
	if out, code := asNobody(t, exe, app, "generate"); code != 2 || !strings.Contains(out, "permission denied") || !strings.Contains(out, "GRANTS.md") {
		t.Errorf("generate: exit code %d\n%s", code, out)
	}
	if tree(app) != before {
		t.Error("something was written")
	}
}

// modes gives every folder and file below dir the permissions of mode, files those of reading and running alike.
func modes(t *testing.T, dir string, mode fs.FileMode) {
	t.Helper()
	err := filepath.WalkDir(dir, func(p string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chmod(p, mode)
	})
	if err != nil {
		t.Error(err)
	}
}

// asNobody runs the command as a user whom permissions bind: root is not bound by them.
func asNobody(t *testing.T, exe, dir string, args ...string) (string, int) {
	t.Helper()
	cmd := exec.Command(exe, args...)
	cmd.Dir = dir
	if os.Getuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}
