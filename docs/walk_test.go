package docs_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/internal/need"
)

// What the guide and the README tell a newcomer to type, in an empty module: the files are written, the commands run, and what they
// print is what the page shows. UPDATE_DOCS=1 writes what they print into the page; blocks with an ellipsis stay.
func TestWalk(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the compiler")
	}
	if runtime.GOOS == "windows" {
		t.Skip("the pages' commands are for a Unix shell")
	}
	// The walk is offline: what it needs is put into the module cache first.
	for _, load := range [][]string{{"mod", "graph"}, {"list", "-deps", "./cmd/grantgen", "./runtime/timeline/sqlite"}} {
		cmd := exec.Command("go", load...)
		cmd.Dir = repository(t)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("load what the pages need: %v\n%s", err, out)
		}
	}
	for _, page := range []string{"guide.md", "budgets.md", "counters.md", "negotiation.md", "tenants.md", "go-types.md", "only-budgets.md", "own-log.md", "commands.md", "../README.md"} {
		t.Run(filepath.Base(page), func(t *testing.T) {
			t.Parallel()
			if _, err := exec.LookPath("git"); err != nil && page == "guide.md" {
				need.Missing(t, "git", "git is not here: the guide's chapter on widening compares with a commit")
			}
			w := walker{t: t, dir: t.TempDir(), root: repository(t), text: read(t, page)}
			t.Cleanup(func() { w.update(page) })
			for _, b := range blocks(t, page) {
				switch {
				case b.word("file") != "":
					w.write(b.word("file"), b.text)
				case b.word("excerpt") != "":
					w.excerpt(b)
				case b.word("wrong") != "":
					w.wrong(b)
				case b.is("printed"):
					w.printedBefore(b)
				case b.lang == "console":
					w.console(b)
				}
			}
		})
	}
}

type walker struct {
	t         *testing.T
	dir, root string
	text      string         // of the page
	said      string         // all that commands and the compiler printed so far
	printed   map[int]string // for UPDATE_DOCS: the text of a block, by its line
}

// excerpt looks for each run of lines in a file of the repository.
func (w *walker) excerpt(b block) {
	w.t.Helper()
	whole := read(w.t, filepath.Join(w.root, filepath.FromSlash(b.word("excerpt"))))
	for run := range strings.SplitSeq(b.text, "…\n") {
		if !strings.Contains(whole, strings.Trim(run, "\n")) {
			w.t.Errorf("%s:%d: %s does not say\n%s", b.page, b.line, b.word("excerpt"), run)
		}
	}
}

// wrong compiles a file that the repository does not have, in its place there. It must fail.
func (w *walker) wrong(b block) {
	w.t.Helper()
	at := filepath.Join(w.root, filepath.FromSlash(b.word("wrong")))
	w.write("wrong.go", b.text)
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {at: filepath.Join(w.dir, "wrong.go")}})
	if err != nil {
		w.t.Fatal(err)
	}
	w.write("overlay.json", string(overlay))
	got, failed := w.run(w.root, "go build -overlay "+filepath.Join(w.dir, "overlay.json")+" ./"+filepath.ToSlash(filepath.Dir(b.word("wrong"))))
	if !failed {
		w.t.Errorf("%s:%d: this compiles", b.page, b.line)
	}
	w.said += strings.ReplaceAll(got, filepath.Join(w.dir, "wrong.go"), b.word("wrong"))
}

// printedBefore looks for the block in what was printed.
func (w *walker) printedBefore(b block) {
	w.t.Helper()
	if !strings.Contains(w.said, b.text) {
		w.t.Errorf("%s:%d: the page says\n%s\nand this was printed\n%s", b.page, b.line, b.text, w.said)
	}
}

func (w *walker) write(name, text string) {
	w.t.Helper()
	at := filepath.Join(w.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(at, []byte(text), 0o666); err != nil {
		w.t.Fatal(err)
	}
}

// console runs each line that begins with "$ "; the lines below it are what it prints.
func (w *walker) console(b block) {
	w.t.Helper()
	dir := w.dir
	if b.is("root") {
		dir = w.root
	}
	var is strings.Builder
	for part := range strings.SplitSeq(strings.TrimPrefix(b.text, "$ "), "\n$ ") {
		command, want, _ := strings.Cut(strings.TrimSuffix(part, "\n"), "\n")
		got, failed := w.run(dir, command)
		if failed != b.is("fails") {
			w.t.Fatalf("%s:%d: %s: failed is %v\n%s", b.page, b.line, command, failed, got)
		}
		w.said += got
		is.WriteString("$ " + command + "\n" + got)
		switch {
		case os.Getenv("UPDATE_DOCS") != "" && !strings.Contains(b.text, "\n…\n"):
		case !matches(got, want):
			w.t.Errorf("%s:%d: %s prints\n%s\nand the page says\n%s", b.page, b.line, command, got, want)
		}
	}
	if os.Getenv("UPDATE_DOCS") != "" && !strings.Contains(b.text, "\n…\n") {
		if w.printed == nil {
			w.printed = map[int]string{}
		}
		w.printed[b.line] = is.String()
	}
}

func (w *walker) run(dir, command string) (string, bool) {
	w.t.Helper()
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir = dir
	// The module cache is all there is: what the pages need, this module's own dependencies bring.
	cmd.Env = append(os.Environ(), "GOPROXY=off", "GOSUMDB=off", "GOFLAGS=", "GOWORK=off", "UPDATE_DOCS=", "UPDATE_GOLDEN=",
		"GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull, "GIT_AUTHOR_NAME=Ada", "GIT_AUTHOR_EMAIL=ada@example.com",
		"GIT_COMMITTER_NAME=Ada", "GIT_COMMITTER_EMAIL=ada@example.com")
	if dir == w.root {
		cmd.Env = append(os.Environ(), "UPDATE_DOCS=")
	}
	out, err := cmd.CombinedOutput()
	if strings.HasPrefix(command, "go mod init ") {
		if text, failed := w.run(dir, "go mod edit -replace github.com/grantgen/grantgen="+w.root); failed {
			w.t.Fatal(text)
		}
	}
	text := downloading.ReplaceAllString(string(out), "")
	return seconds.ReplaceAllString(text, "0.01s"), err != nil
}

// downloading is what the go command says where the module cache is empty.
var downloading = regexp.MustCompile(`(?m)^go: downloading .*\n`)

// seconds is what differs between two runs.
var seconds = regexp.MustCompile(`\b\d+\.\d+s\b|\(cached\)`)

// matches compares line by line; a line of an ellipsis stands for any lines.
func matches(got, want string) bool {
	g, w := lines(got), lines(want)
	for i, line := range w {
		if line == "…" {
			rest := w[i+1:]
			for from := i; from <= len(g); from++ {
				if matches(strings.Join(g[from:], "\n"), strings.Join(rest, "\n")) {
					return true
				}
			}
			return false
		}
		if i >= len(g) || g[i] != line {
			return false
		}
	}
	return len(g) == len(w)
}

func lines(text string) []string {
	var out []string
	for _, l := range strings.Split(text, "\n") {
		out = append(out, strings.TrimRight(seconds.ReplaceAllString(l, "0.01s"), " \t"))
	}
	for len(out) > 0 && out[len(out)-1] == "" {
		out = out[:len(out)-1]
	}
	return out
}

func (w *walker) update(page string) {
	if len(w.printed) == 0 {
		return
	}
	if read(w.t, page) != w.text {
		w.t.Errorf("%s was edited while its commands ran: nothing is written", page)
		return
	}
	var out strings.Builder
	skipping := false
	for i, line := range strings.SplitAfter(w.text, "\n") {
		if text, ok := w.printed[i+1]; ok {
			out.WriteString(text)
			skipping = true
		}
		if skipping = skipping && !strings.HasPrefix(line, "```"); !skipping {
			out.WriteString(line)
		}
	}
	if err := os.WriteFile(page, []byte(out.String()), 0o666); err != nil {
		w.t.Fatal(err)
	}
}

func repository(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	return root
}
