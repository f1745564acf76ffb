package rooms

import (
	"bytes"
	"encoding/json"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// expectation is what the people who recorded a conversation say about it.
type expectation struct {
	Namespace  string            `json:"namespace"`
	Parties    []string          `json:"parties"`
	VisibleSeq map[string]string `json:"visible_seq"`
	MustNotSee []struct {
		Seq        int64    `json:"seq"`
		HiddenFrom []string `json:"hidden_from"`
		Text       string   `json:"text"`
	} `json:"must_not_see"`
}

type line struct {
	Seq     int64           `json:"seq"`
	Type    string          `json:"type"`
	Actor   string          `json:"actor"`
	Scope   string          `json:"scope"`
	Payload json.RawMessage `json:"payload"`
}

// conversation is one recorded log.
type conversation struct {
	name   string
	expect expectation
	lines  []line
}

// conversations reads those of the folders that the data has; a run without the data skips.
func conversations(t *testing.T) []conversation {
	t.Helper()
	root := os.Getenv("GRANTGEN_DATA")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared", "data")
	}
	var files []string
	for _, folder := range []string{"negotiation", "rooms"} {
		found, _ := filepath.Glob(filepath.Join(root, folder, "*.expect.json"))
		files = append(files, found...)
	}
	if len(files) == 0 {
		t.Skipf("the conversations are not at %s (GRANTGEN_DATA names their folder)", root)
	}
	slices.Sort(files)
	var out []conversation
	for _, f := range files {
		c := conversation{name: strings.TrimSuffix(filepath.Base(f), ".expect.json")}
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(b, &c.expect); err != nil {
			t.Fatal(f, err)
		}
		if b, err = os.ReadFile(strings.TrimSuffix(f, ".expect.json") + ".events.jsonl"); err != nil {
			t.Fatal(err)
		}
		for _, row := range bytes.Split(bytes.TrimSpace(b), []byte("\n")) {
			var l line
			if err := json.Unmarshal(row, &l); err != nil {
				t.Fatal(f, err)
			}
			c.lines = append(c.lines, l)
		}
		out = append(out, c)
	}
	return out
}

// audience is who may see a line.
func (c *conversation) audience(l line) []string {
	kind, names, _ := strings.Cut(l.Scope, ":")
	if kind == "public" {
		return c.expect.Parties
	}
	return strings.Split(names, "+")
}

// visible is the seqs that a party may see.
func (c *conversation) visible(party string) []int64 {
	var out []int64
	for part := range strings.SplitSeq(c.expect.VisibleSeq[party], ",") {
		if part == "" {
			continue
		}
		from, to, isRange := strings.Cut(part, "-")
		a, _ := strconv.ParseInt(from, 10, 64)
		b := a
		if isRange {
			b, _ = strconv.ParseInt(to, 10, 64)
		}
		for ; a <= b; a++ {
			out = append(out, a)
		}
	}
	return out
}

var space = regexp.MustCompile(`\s+`)

func fold(s string) string { return strings.TrimSpace(space.ReplaceAllString(s, " ")) }

// forms are the ways in which a text may stand in a prompt: plain, in JSON, in HTML.
func forms(text string) []string {
	quoted := func(escape bool) string {
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(escape)
		_ = e.Encode(text)
		return strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(b.String()), `"`), `"`)
	}
	ascii := strconv.QuoteToASCII(text)
	return []string{text, quoted(false), quoted(true), html.EscapeString(text), ascii[1 : len(ascii)-1]}
}

// leaks lists what a prompt holds that its party must not see.
func (c *conversation) leaks(party, prompt string) []string {
	var out []string
	in := fold(prompt)
	for _, m := range c.expect.MustNotSee {
		if !slices.Contains(m.HiddenFrom, party) {
			continue
		}
		if slices.ContainsFunc(forms(m.Text), func(f string) bool { return strings.Contains(in, fold(f)) }) {
			out = append(out, m.Text)
		}
	}
	return out
}
