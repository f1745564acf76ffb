package docs_test

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Every member of what a command prints as data is named in commands.md: in its row, or below the table where all share it.
func TestTheMembersOfCommandsAreNamed(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the compiler")
	}
	dir := t.TempDir()
	bin := filepath.Join(dir, "grantgen")
	if out, err := exec.Command("go", "build", "-o", bin, "../cmd/grantgen").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	old, now, wrong := filepath.Join(dir, "old"), filepath.Join(dir, "now"), filepath.Join(dir, "wrong")
	schema := read(t, "../examples/fisheries/fisheries.grant.yaml")
	for at, text := range map[string]string{
		filepath.Join(dir, "go.mod"):             "module example.com/talks\n\ngo 1.26\n",
		filepath.Join(old, "a.grant.yaml"):       schema,
		filepath.Join(now, "a.grant.yaml"):       strings.Replace(schema, "room:        {log: [OfferMade]}", `room: {log: ["*"]}`, 1),
		filepath.Join(now, "grants", "notes.go"): "package grants\n",
		filepath.Join(wrong, "a.grant.yaml"):     strings.Replace(schema, "    sees:", "    seas:", 1),
	} {
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	page := read(t, "commands.md")
	_, shared, _ := strings.Cut(page, "A diagnostic has ")
	shared, _, _ = strings.Cut(shared, "```")
	for _, c := range []struct {
		in, args string
		has      string // a member that this call must print, or the case shows nothing
	}{
		{now, "generate --json --dry-run", "action"}, {wrong, "generate --json", "suggest"}, {now, "check --json --against ../old", "gained"},
		{now, "diff --json --against ../old", "shows"}, {old, "why --json norway SideTalk", "because"}, {old, "matrix --json", "cells"}, {old, "version --json", "language"},
	} {
		name, _, _ := strings.Cut(c.args, " ")
		_, data, _ := strings.Cut(page, "## As data")
		_, row, ok := strings.Cut(data, "| `"+name+"` |")
		if !ok {
			t.Fatalf("commands.md has no row of %s", name)
		}
		row, _, _ = strings.Cut(row, "\n")
		if strings.Contains(row, "as `diff` has them") {
			_, diff, _ := strings.Cut(page, "| `diff` | `ok`")
			diff, _, _ = strings.Cut(diff, "\n")
			row += diff
		}
		cmd := exec.Command(bin, strings.Fields(c.args)...)
		cmd.Dir = c.in
		out, _ := cmd.Output() // findings exit with 1
		var said any
		if err := json.Unmarshal(out, &said); err != nil {
			t.Fatalf("%s: %v\n%s", c.args, err, out)
		}
		members := map[string]bool{}
		gather(said, members)
		if !members[c.has] {
			t.Errorf("%s prints no %q\n%s", c.args, c.has, out)
		}
		for _, m := range slices.Sorted(maps.Keys(members)) {
			if !strings.Contains(row+shared, "`"+m+"`") {
				t.Errorf("commands.md does not say that %s prints %q", name, m)
			}
		}
	}
}

func gather(v any, into map[string]bool) {
	switch v := v.(type) {
	case map[string]any:
		for name, member := range v {
			into[name] = true
			gather(member, into)
		}
	case []any:
		for _, e := range v {
			gather(e, into)
		}
	}
}
