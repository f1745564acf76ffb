package schema_test

import (
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema"
)

// FuzzParse: whatever the bytes, Parse ends, points into the file, and says the same again; what it takes, it takes equally twice.
func FuzzParse(f *testing.F) {
	for _, file := range archives(f, "yaml", "shape", "meaning") {
		for _, c := range casesOf(f, file) {
			f.Add(c.files[0].Bytes)
		}
	}
	for _, g := range goodFiles(f) {
		f.Add(g.Bytes)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		files := []schema.File{{Name: "s.grant.yaml", Bytes: src}}
		m, l := schema.Parse(files, policy)
		if (m == nil) != l.HasErrors() {
			t.Fatalf("model %v with %v", m != nil, l)
		}
		lines := strings.Split(strings.TrimPrefix(string(src), "\ufeff"), "\n")
		for _, d := range l {
			inside(t, lines, d.Pos, d.Message)
			for _, r := range d.Related {
				inside(t, lines, r.Pos, r.Message)
			}
			if !utf8.ValidString(d.Message) || !utf8.ValidString(d.Expected) || !utf8.ValidString(d.Suggest) || !utf8.ValidString(d.Excerpt) {
				t.Fatalf("%q is not UTF-8", d)
			}
		}
		again, l2 := schema.Parse(files, policy)
		if !reflect.DeepEqual(m, again) || !reflect.DeepEqual(l, l2) {
			t.Fatal("another answer")
		}
	})
}

func inside(t *testing.T, lines []string, p diag.Pos, what string) {
	if p.Line == 0 && p.Col == 0 {
		return
	}
	if p.File != "s.grant.yaml" || p.Line < 1 || p.Line > len(lines) || p.Col < 1 || p.Col > utf8.RuneCountInString(lines[p.Line-1])+1 {
		t.Fatalf("%s lies outside the file: %s", p, what)
	}
}
