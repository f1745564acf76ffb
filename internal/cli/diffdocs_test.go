package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What docs/widening.md quotes, the scripts of diff and ack print.
func TestWideningPage(t *testing.T) {
	read := func(path ...string) string {
		b, err := os.ReadFile(filepath.Join(append([]string{"..", ".."}, path...)...))
		if err != nil {
			t.Fatal(err)
		}
		return strings.ReplaceAll(string(b), "\r\n", "\n")
	}
	scripts := read("testdata", "script", "diff.txtar") + read("testdata", "script", "ack.txtar")
	quoted := 0
	for i, block := range strings.Split(read("docs", "widening.md"), "```text said\n") {
		if i == 0 {
			continue
		}
		quoted++
		text, _, closed := strings.Cut(block, "```\n")
		if !closed || !strings.Contains(scripts, text) {
			t.Errorf("no script prints\n%s", text)
		}
	}
	if quoted < 3 {
		t.Errorf("only %d blocks are quoted", quoted)
	}
}
