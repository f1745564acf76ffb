package schema_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/schema"
)

// folder makes a module with files; a name that ends in / is a folder, a text that begins with -> is a link.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		switch to, link := strings.CutPrefix(text, "->"); {
		case link:
			err = os.Symlink(to, path)
		case strings.HasSuffix(name, "/"):
			err = os.MkdirAll(path, 0o755)
		default:
			err = os.WriteFile(path, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

const withPolicy = "grantgen: 1\nroles: {helper: {sees: {policy: {fixed: FILE}}}}\n"

func TestLoad(t *testing.T) {
	secret := filepath.Join(folder(t, map[string]string{"secret.md": "secret\n"}), "secret.md")
	for _, c := range []struct {
		name  string
		files map[string]string
		want  string // of the list or the error; empty: a model
		fails bool   // the error
	}{
		{"two files", map[string]string{"d/a.grant.yaml": "grantgen: 1\nevents: {Said: {text: string}}\n", "d/b.grant.yaml": "grantgen: 1\nroles: {helper: {sees: {talk: Said}}}\n", "d/other.yaml": "x: 1\n"}, "", false},
		{"no folder", map[string]string{"x": ""}, "no such file or directory", true},
		{"no schema", map[string]string{"d/other.yaml": "x: 1\n", "d/grant.yaml": "x"}, "no *.grant.yaml file here", true},
		{"a folder called so", map[string]string{"d/x.grant.yaml/": ""}, "not a regular file", true},
		{"F1 a device", map[string]string{"d/x.grant.yaml": "->/dev/zero"}, "not a regular file", true},
		{"a link that leads nowhere", map[string]string{"d/x.grant.yaml": "->nowhere"}, "no such file or directory", true},
		{"too big", map[string]string{"d/x.grant.yaml": "# " + strings.Repeat("a", 3<<20)}, "larger than 1 MiB", false},
		{"a wrong schema", map[string]string{"d/x.grant.yaml": "grantgen: 1\nroels: {}\n"}, "x.grant.yaml:2:1: error: unknown key \"roels\"", false},
		{"a fixed text", map[string]string{"go.mod": "module x\n", "d/x.grant.yaml": strings.ReplaceAll(withPolicy, "FILE", "policy.md"), "d/policy.md": "Speak.\n"}, "", false},
		{"a fixed text beside the folder", map[string]string{"go.mod": "module x\n", "d/x.grant.yaml": strings.ReplaceAll(withPolicy, "FILE", "../prompts/policy.md"), "prompts/policy.md": "Speak.\n"}, "", false},
		{"a fixed text outside the module", map[string]string{"d/go.mod": "module x\n", "d/x.grant.yaml": strings.ReplaceAll(withPolicy, "FILE", "../policy.md"), "policy.md": "Speak.\n"}, "../policy.md lies outside the module", false},
		{"a missing fixed text outside the module", map[string]string{"d/go.mod": "module x\n", "d/x.grant.yaml": strings.ReplaceAll(withPolicy, "FILE", "../policy.md")}, "../policy.md lies outside the module", false},
		{"a link out of the module", map[string]string{"d/go.mod": "module x\n", "d/x.grant.yaml": strings.ReplaceAll(withPolicy, "FILE", "policy.md"), "d/policy.md": "->" + secret}, "policy.md lies outside the module", false},
		{"a linked folder out of the module", map[string]string{"d/go.mod": "module x\n", "d/x.grant.yaml": strings.ReplaceAll(withPolicy, "FILE", "p/secret.md"), "d/p": "->" + filepath.Dir(secret)}, "p/secret.md lies outside the module", false},
		{"a link inside the module", map[string]string{"d/go.mod": "module x\n", "d/x.grant.yaml": strings.ReplaceAll(withPolicy, "FILE", "policy.md"), "d/policy.md": "->real.md", "d/real.md": "Speak.\n"}, "", false},
		{"a fixed text that is missing", map[string]string{"go.mod": "module x\n", "d/x.grant.yaml": strings.ReplaceAll(withPolicy, "FILE", "policy.md")}, "policy.md cannot be read: no such file or directory", false},
		{"a fixed text that is a folder", map[string]string{"go.mod": "module x\n", "d/x.grant.yaml": strings.ReplaceAll(withPolicy, "FILE", "policy.md"), "d/policy.md/": ""}, "policy.md cannot be read: not a regular file", false},
		{"a fixed text that is too big", map[string]string{"go.mod": "module x\n", "d/x.grant.yaml": strings.ReplaceAll(withPolicy, "FILE", "policy.md"), "d/policy.md": strings.Repeat("a", 1<<20+2)}, "policy.md is larger than 1 MiB", false},
		{"a fixed text that is not UTF-8", map[string]string{"go.mod": "module x\n", "d/x.grant.yaml": strings.ReplaceAll(withPolicy, "FILE", "policy.md"), "d/policy.md": "a\xff"}, "policy.md is not UTF-8", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, l, err := schema.Load(filepath.Join(folder(t, c.files), "d"))
			said := l.Error()
			if err != nil {
				said = err.Error()
			}
			if c.want == "" && m == nil || !strings.Contains(said, c.want) || c.fails != (err != nil) || (m != nil) != (c.want == "") {
				t.Errorf("got %v %q", m != nil, said)
			}
		})
	}
}
