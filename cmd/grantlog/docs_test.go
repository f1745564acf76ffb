package main

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/internal/logcli"
	"github.com/grantgen/grantgen/runtime/foldstore"
	"github.com/grantgen/grantgen/runtime/timeline/sqlite"
)

// The commands of docs/grantlog.md print what the page says; -update writes it there.
func TestThePagePrintsWhatItSays(t *testing.T) {
	page, err := filepath.Abs(filepath.Join("..", "..", "docs", "grantlog.md"))
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	lock, err := os.ReadFile(filepath.Join("..", "..", "examples", "fisheries", "grants.lock.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("grants.lock.yaml", lock, 0o666); err != nil {
		t.Fatal(err)
	}
	scene(t)
	var out []string
	code, inside, fails := 0, false, false
	for _, line := range strings.Split(string(b), "\n") {
		switch {
		case !inside && strings.HasPrefix(line, "```console"):
			inside, fails, code = true, strings.Contains(line, "fails"), 0
		case inside && line == "```":
			inside = false
			if (code != 0) != fails {
				t.Errorf("exit code %d", code)
			}
		case inside && strings.HasPrefix(line, "$ grantlog "):
			out = append(out, line)
			var said bytes.Buffer
			code = max(code, logcli.Run(context.Background(), strings.Fields(line)[2:], nil, &said, &said))
			if text := strings.TrimSuffix(said.String(), "\n"); text != "" {
				out = append(out, text)
			}
			continue
		case inside:
			continue
		}
		out = append(out, line)
	}
	got := strings.Join(out, "\n")
	if got == string(b) {
		return
	}
	if *update {
		if err := os.WriteFile(page, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	was := strings.Split(string(b), "\n")
	for i, line := range strings.Split(got, "\n") {
		if i >= len(was) || was[i] != line {
			t.Fatalf("line %d of the page (-update writes it): %q", i+1, line)
		}
	}
}

// scene makes the files of the page.
func scene(t *testing.T) {
	t.Helper()
	ctx := context.Background()
	for _, name := range []string{"negotiation.db", "quotas.db", "traced.db"} {
		log, err := sqlite.Open(ctx, name)
		if err != nil {
			t.Fatal(err)
		}
		write := tell
		switch name {
		case "quotas.db":
			write = quotas
		case "traced.db":
			write = traced
		}
		if err := write(ctx, log); err != nil {
			t.Fatal(err)
		}
		if name == "negotiation.db" {
			folds, err := foldstore.Open(ctx, "folds.db", log)
			if err != nil {
				t.Fatal(err)
			}
			if err := folds.CatchUp(ctx, 6); err != nil {
				t.Fatal(err)
			}
			if err := folds.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if err := log.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// Every command has its place on the page.
func TestThePageNamesEveryCommand(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("..", "..", "docs", "grantlog.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range slices.Concat([]string{"tail", "show", "verify", "export", "import", "fork", "backup"},
		[]string{"fold status", "fold rebuild", "pins ls", "pins verify", "pins miss", "pins diff", "trace list", "trace show", "trace diff", "trace why", "trace who", "trace html", "trace budget"}) {
		if !strings.Contains(string(b), "$ grantlog "+command) {
			t.Errorf("the page does not show %s", command)
		}
	}
}

// What `trace --json` prints is what the page's table says of it: every field has its name there.
func TestThePageNamesEveryField(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("..", "..", "docs", "grantlog.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, page, _ := strings.Cut(string(b), "### trace --json")
	rows := map[string]string{}
	command, seen := "", map[string]bool{}
	for line := range strings.Lines(page) {
		switch {
		case strings.HasPrefix(line, "| `"):
			name, _, _ := strings.Cut(strings.TrimPrefix(line, "| `"), "`")
			rows[name] = line
		case strings.HasPrefix(line, "$ grantlog trace "):
			command = strings.Fields(line)[3]
		case strings.HasPrefix(line, "{"):
			seen[command] = true
			var fields map[string]any
			if err := json.Unmarshal([]byte(line), &fields); err != nil {
				t.Fatalf("%s: %v: %s", command, err, line)
			}
			row := rows[command]
			if command == "show" {
				row += rows["list"]
			}
			for name := range names(fields) {
				if !strings.Contains(row, "`"+name+"`") {
					t.Errorf("%s prints %q, which the table does not name", command, name)
				}
			}
		}
	}
	if len(rows) != 5 || len(seen) != 5 {
		t.Errorf("%d rows, %d examples", len(rows), len(seen))
	}
}

// names are the names of the fields of a value and of what is in it, but for what the application gave.
func names(v any) map[string]bool {
	out := map[string]bool{}
	switch v := v.(type) {
	case map[string]any:
		for name, in := range v {
			if out[name] = true; name != "input" {
				maps.Copy(out, names(in))
			}
		}
	case []any:
		for _, in := range v {
			maps.Copy(out, names(in))
		}
	}
	return out
}
