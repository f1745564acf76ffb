package docs_test

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

// What the guide says for a clone on one's disk works in an empty module where no proxy answers.
func TestReplaceAsksNobody(t *testing.T) {
	if testing.Short() || runtime.GOOS == "windows" {
		t.Skip("runs the go command in a Unix shell")
	}
	load := exec.Command("go", "list", "-deps", "./cmd/grantgen")
	load.Dir = repository(t)
	if out, err := load.CombinedOutput(); err != nil {
		t.Fatalf("load what the command needs: %v\n%s", err, out)
	}
	tried := 0
	for _, b := range blocks(t, "guide.md") {
		if !b.is("replace") {
			continue
		}
		tried++
		dir := t.TempDir()
		script := "set -e\ngo mod init example.com/talks\n" + strings.ReplaceAll(b.text, "/path/to/the/clone", repository(t)) + "go tool grantgen init\ngo generate .\n"
		cmd := exec.Command("sh", "-c", script)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOSUMDB=off", "GOWORK=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	}
	if tried != 1 {
		t.Errorf("%d blocks", tried)
	}
}
