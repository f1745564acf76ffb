package docs_test

import (
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/internal/need"
)

// unreachable is what the go command says where it finds nobody.
var unreachable = regexp.MustCompile(`dial tcp|no such host|i/o timeout|connection refused|disabled by GOPROXY=off`)

// What the guide says for a clone on one's disk works in an empty module where nobody has grantgen: no proxy is asked for it, and no
// repository.
func TestReplaceAsksNobody(t *testing.T) {
	if testing.Short() || runtime.GOOS == "windows" {
		t.Skip("runs the go command in a Unix shell")
	}
	tried := 0
	for _, b := range blocks(t, "guide.md") {
		if !b.is("replace") {
			continue
		}
		tried++
		cmd := exec.Command("sh", "-c", "set -e\ngo mod init example.com/talks\n"+strings.ReplaceAll(b.text, "/path/to/the/clone", repository(t))+"go tool grantgen init\ngo generate .\n")
		cmd.Dir = t.TempDir()
		cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GONOPROXY=github.com/grantgen/grantgen", "GONOSUMDB=github.com/grantgen/grantgen", "GOVCS=*:off")
		out, err := cmd.CombinedOutput()
		if err != nil && unreachable.Match(out) {
			need.Missing(t, "proxy", "the module proxy does not answer, and tidy asks it for modules other than grantgen:\n"+string(out))
		}
		if err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	}
	if tried != 1 {
		t.Errorf("%d blocks", tried)
	}
}
