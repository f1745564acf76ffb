package sqlite_test

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/grantgen/grantgen/runtime/timeline/sqlite"
)

// readOnly names the folder for the run of the test as another user.
const readOnly = "GRANTGEN_TEST_READONLY"

// A log in a folder that may not be written is a clear error, and nothing is made. Root may write anywhere, so root has the test run
// again as nobody.
func TestReadOnlyFolder(t *testing.T) {
	if os.Geteuid() == 0 {
		asNobody(t)
		return
	}
	dir := os.Getenv(readOnly)
	if dir == "" {
		dir = t.TempDir()
		if err := os.Chmod(dir, 0o500); err != nil {
			t.Fatal(err)
		}
	}
	_, err := sqlite.Open(ctx, filepath.Join(dir, "log.db"))
	if !errors.Is(err, os.ErrPermission) || !strings.Contains(err.Error(), "log.db") {
		t.Errorf("%v", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
	t.Log("refused:", err)
}

func asNobody(t *testing.T) {
	t.Helper()
	// Not t.TempDir, which another user cannot enter.
	dir, err := os.MkdirTemp("", "readonly")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	exe, folder := filepath.Join(dir, "test"), filepath.Join(dir, "folder")
	if err := errors.Join(os.Chmod(dir, 0o755), os.Mkdir(folder, 0o555), copySelf(exe)); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, "-test.run=^TestReadOnlyFolder$", "-test.v")
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), readOnly+"="+folder)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "refused:") {
		t.Errorf("as nobody: %v\n%s", err, out)
	}
}

func copySelf(to string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	from, err := os.Open(self)
	if err != nil {
		return err
	}
	defer from.Close()
	f, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o755)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, from)
	return errors.Join(err, f.Close())
}
