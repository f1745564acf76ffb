package schema_test

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/grantgen/grantgen/schema"
)

const smallest = `grantgen: 1
events: {Said: {who: string, text: string}}
roles:
  helper:
    sees: {talk: Said, ask: string}
`

func parse(src string) (*schema.Model, string) {
	m, l := schema.Parse([]schema.File{{Name: "s.grant.yaml", Bytes: []byte(src)}}, nil)
	return m, l.Error()
}

// What a text file of cases cannot hold: odd bytes, odd line ends, great size.
func TestBytes(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"A13 invalid UTF-8 in a scalar", "grantgen: 1\npackage: a\xff\xfe\n", "s.grant.yaml:2:11: error: the byte 0xff is not UTF-8"},
		{"A13 a lone continuation byte", "grantgen: 1\n# \x80\n", "s.grant.yaml:2:3: error: the byte 0x80 is not UTF-8"},
		{"A13 a surrogate", "grantgen: 1\n# \xed\xa0\x80\n", "s.grant.yaml:2:3: error: the byte 0xed is not UTF-8"},
		{"A13 UTF-16 little-endian", "\xff\xfeg\x00r\x00", "s.grant.yaml:1:1: error: the file is UTF-16, not UTF-8"},
		{"A13 UTF-16 big-endian", "\xfe\xff\x00g\x00r", "s.grant.yaml:1:1: error: the file is UTF-16, not UTF-8"},
		{"A13 a byte order mark at the start", "\ufeff" + smallest, ""},
		{"A13 two byte order marks", "\ufeff\ufeff" + smallest, "s.grant.yaml:1:1: error: a byte order mark inside the text may not stand in a schema"},
		{"A14 CRLF", strings.ReplaceAll(smallest, "\n", "\r\n"), ""},
		{"A14 CRLF keeps the lines", "grantgen: 1\r\nevents: {}\r\nroels: {}\r\n", "s.grant.yaml:3:1: error: unknown key \"roels\""},
		{"A14 a carriage return alone", "grantgen: 1\revents: {}\n", "s.grant.yaml:1:12: error: a carriage return without a line feed may not stand in a schema"},
		{"A14 no final newline", strings.TrimSuffix(smallest, "\n"), ""},
		{"A14 empty", "", "s.grant.yaml:1:1: error: the file is empty"},
		{"A14 white space only", " \n\n", "s.grant.yaml:1:1: error: the file is empty"},
		{"A14 a document mark only", "---\n", "s.grant.yaml:1:1: error: the file is empty"},
		{"a NUL", "grantgen: 1\x00\n", "s.grant.yaml:1:12: error: the control character U+0000 may not stand in a schema"},
		{"an escape", "grantgen: 1 # \x1b[2J\n", "s.grant.yaml:1:15: error: the control character U+001B may not stand in a schema"},
		{"columns count characters", "grantgen: 1\nevents: {Said: {payload: {text: string}, doc: \"Ærlig å 日本\"}, Told: {x: strng}}\n", "s.grant.yaml:2:72: error: unknown field type \"strng\""},
		{"A5 a file of 300 MB is cut before it is read", string(bytes.Repeat([]byte("a"), 1<<20+1)), "s.grant.yaml: error: the file is larger than 1 MiB (1048577 bytes)"},
		{"A5 a scalar of 1 MiB", "grantgen: 1\nroles: {helper: {doc: " + strings.Repeat("a", 1<<20) + "}}\n", "s.grant.yaml: error: the file is larger than 1 MiB (1048613 bytes)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, got := parse(c.src)
			if got != c.want || (m == nil) != (c.want != "") {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

// A long scalar below the limit is text like any other.
func TestA5LongScalar(t *testing.T) {
	m, said := parse(strings.Replace(smallest, "    sees:", "    doc: "+strings.Repeat("word ", 100_000)+"\n    sees:", 1))
	if m == nil || len(m.Roles[0].Doc) < 499_000 {
		t.Fatal(said)
	}
}

// CRLF and a byte order mark change nothing.
func TestSameModelUnderCRLF(t *testing.T) {
	for _, f := range goodFiles(t) {
		plain, _ := schema.Parse([]schema.File{f}, policy)
		f.Bytes = append([]byte("\ufeff"), bytes.ReplaceAll(f.Bytes, []byte("\n"), []byte("\r\n"))...)
		dos, l := schema.Parse([]schema.File{f}, policy)
		if dos == nil || !reflect.DeepEqual(plain, dos) {
			t.Error(f.Name, l)
		}
	}
}

// Size costs no more than its due: nothing is quadratic, and bombs are refused at once.
func TestA4Sizes(t *testing.T) {
	var keys, rosters, types strings.Builder
	for i := range 40_000 {
		fmt.Fprintf(&keys, "key%d: 1\n", i)
	}
	for i := range 9_000 {
		fmt.Fprintf(&rosters, "v%d, ", i)
		fmt.Fprintf(&types, "T%d: {a: string}, ", i%3_000+i/3_000*100_000)
	}
	for _, c := range []struct{ name, src, want string }{
		{"A4 40,000 keys", "grantgen: 1\n" + keys.String(), "more than 20000 values"},
		{"A4 40,000 equal keys", "grantgen: 1\n" + strings.Repeat("key: 1\n", 40_000), "more than 20000 values"},
		{"9,000 roster values", "grantgen: 1\nroster: {party: [" + rosters.String() + "last]}\nroles: {a: {sees: {x: string}}}\n", ""},
		{"many unknown keys on one long line", "grantgen: 1\nroster: {p: [a]}\nevents: {E: {" + strings.ReplaceAll(rosters.String(), ",", ": æstring,") + "z: string}}\n", "not a field type"},
		{"deep flow", "grantgen: 1\na: " + strings.Repeat("[", 500_000), "nested more than 16"},
		{"deep flow maps", "grantgen: 1\na: " + strings.Repeat("{a: ", 200_000), "nested more than 16"},
		{"deep blocks", "grantgen: 1\na:\n " + strings.Repeat("- ", 400_000), "nested more than 16"},
		{"many events", "grantgen: 1\nevents: {" + types.String() + "}\nroles: {a: {sees: {all: {log: [\"*\"]}}}}\n", "more than 20000 values"},
	} {
		t.Run(c.name, func(t *testing.T) {
			start := time.Now()
			m, got := parse(c.src)
			if c.want == "" && m == nil || !strings.Contains(got, c.want) {
				t.Errorf("got %.300q", got)
			}
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("took %v", took)
			} else {
				t.Log(took)
			}
		})
	}
}
