package acl

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/schema"
)

// files says which schema says a store.
var files = map[string]string{
	"openfga/sample-stores slack": "slack", "openfga/sample-stores gdrive": "gdrive", "openfga/sample-stores github": "github",
	"openfga/sample-stores multitenant-rbac": "multitenant-rbac", "openfga/sample-stores superadmin": "superadmin",
	"openfga/sample-stores groups-resource-attributes": "groups-resource-attributes", "authzed/examples docs-style-sharing": "docs-style-sharing",
	"authzed/examples github": "github-spicedb", "cedar-policy/cedar-examples document_cloud": "document_cloud",
	"cedar-policy/cedar-examples github_example": "github_example",
}

// unsaid are the checks that the language cannot say: whose answer depends on the time of asking.
var unsaid = map[string]int{"superadmin": 2}

func parse(t *testing.T, name, more string) (*schema.Model, error) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name+".grant.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	set := []schema.File{{Name: name + ".grant.yaml", Bytes: b}}
	if more != "" {
		set = append(set, schema.File{Name: "checks.grant.yaml", Bytes: []byte("grantgen: 1\nchecks:\n" + more)})
	}
	m, diags := schema.Parse(set, nil)
	if m == nil {
		return nil, fmt.Errorf("%v", diags)
	}
	return m, nil
}

func TestTheSchemasHoldTheirOwnChecks(t *testing.T) {
	for _, name := range slices.Sorted(maps.Values(files)) {
		if _, err := parse(t, name, ""); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

type store struct {
	Source string `json:"source"`
	Store  string `json:"store"`
	Checks []struct {
		Who     string         `json:"who"`
		May     string         `json:"may"`
		What    string         `json:"what"`
		Expect  bool           `json:"expect"`
		Context map[string]any `json:"context"`
	} `json:"checks"`
}

var odd = regexp.MustCompile(`[^A-Za-z0-9_-]+`)

// name writes an object of a store as a name of ours.
func name(text string) string { return strings.Trim(odd.ReplaceAllString(text, "-"), "-") }

// Every store's checks answer as the store says, and each of them the other way round does not.
func TestTheAnswersAreTheStores(t *testing.T) {
	root := os.Getenv("GRANTGEN_DATA")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared", "data")
	}
	f, err := os.Open(filepath.Join(root, "acl", "who-may-see-what.jsonl"))
	if err != nil {
		t.Skipf("the stores are not at %s (GRANTGEN_DATA names their folder)", root)
	}
	defer func() { _ = f.Close() }()
	stores, checks := 0, 0
	rows := bufio.NewScanner(f)
	rows.Buffer(nil, 1<<20)
	for rows.Scan() {
		var s store
		if err := json.Unmarshal(rows.Bytes(), &s); err != nil {
			t.Fatal(err)
		}
		file := files[s.Source+" "+s.Store]
		if file == "" {
			t.Errorf("no schema says %s %s", s.Source, s.Store)
			continue
		}
		stores++
		skipped := 0
		for _, c := range s.Checks {
			more, ok := attributes(c.Context)
			if !ok {
				skipped++
				continue
			}
			says := map[bool]string{true: "sees", false: "not"}
			line := fmt.Sprintf("  - {role: %s, %%s: {Access: {what: %s, may: %s%s}}}\n", name(c.Who), name(c.What), name(c.May), more)
			if _, err := parse(t, file, fmt.Sprintf(line, says[c.Expect])); err != nil {
				t.Errorf("%s: %v", file, err)
			}
			if _, err := parse(t, file, fmt.Sprintf(line, says[!c.Expect])); err == nil {
				t.Errorf("%s: %s %s %s holds both ways", file, c.Who, c.May, c.What)
			}
			checks++
		}
		if skipped != unsaid[file] {
			t.Errorf("%s: %d checks cannot be said, %d are listed", file, skipped, unsaid[file])
		}
	}
	if err := rows.Err(); err != nil || stores != len(files) {
		t.Errorf("%d stores, %v", stores, err)
	}
	t.Logf("%d stores, %d checks", stores, checks)
}

// attributes writes a request's context as attributes; ok is false for the time of asking.
func attributes(context map[string]any) (string, bool) {
	out := ""
	for _, key := range slices.Sorted(maps.Keys(context)) {
		switch v := context[key].(type) {
		case bool:
			out += fmt.Sprintf(", %s: %v", key, v)
		case map[string]any:
			for _, k := range slices.Sorted(maps.Keys(v)) {
				out += fmt.Sprintf(", %s: %v", k, v[k])
			}
		default:
			return "", false
		}
	}
	return out, true
}
