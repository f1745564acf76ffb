package schema_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/schema"
)

// The yaml-test-suite is other people's data, and not in this repository. None of its documents is a schema: what matters is that
// none upsets the reader, and that what has anchors, aliases, tags or several documents is refused for that.
func TestYAMLTestSuite(t *testing.T) {
	dir := os.Getenv("GRANTGEN_DATA")
	if dir == "" {
		dir = "../../shared/data"
	}
	f, err := os.Open(filepath.Join(dir, "yaml", "yaml-test-suite.jsonl"))
	if err != nil {
		t.Skipf("skipped: the yaml-test-suite is not here (%v); GRANTGEN_DATA names the folder of the data", err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	n := 0
	for lines.Scan() {
		var c struct {
			ID, Name, Tags, YAML, JSON string
			Fail                       bool
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		n++
		m, l := schema.Parse([]schema.File{{Name: "s.grant.yaml", Bytes: []byte(c.YAML)}}, nil)
		if m != nil || !l.HasErrors() {
			t.Errorf("%s %s: taken for a schema", c.ID, c.Name)
		}
		if c.Fail || !refusedByTag(c.Tags) && documents(c.JSON) < 2 {
			continue
		}
		codes := map[string]bool{}
		for _, d := range l {
			codes[d.Code] = true
		}
		if !codes["anchor"] && !codes["alias"] && !codes["tag"] && !codes["second-document"] && !codes["yaml"] && !codes["hidden-character"] && !codes["tab"] {
			t.Errorf("%s %s (%s): not refused for it:\n%s\n%v", c.ID, c.Name, c.Tags, c.YAML, l)
		}
	}
	if err := lines.Err(); err != nil || n < 100 {
		t.Fatal(n, err)
	}
}

func refusedByTag(tags string) bool {
	for _, tag := range strings.Fields(tags) {
		switch tag {
		case "anchor", "alias", "tag", "local-tag":
			return true
		}
	}
	return false
}

// documents is how many documents the suite says there are.
func documents(values string) int {
	dec, n := json.NewDecoder(strings.NewReader(values)), 0
	for dec.Decode(new(any)) == nil {
		n++
	}
	return n
}
