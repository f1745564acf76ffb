package diag

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func at(line, col int) Pos { return Pos{File: "s.grant.yaml", Line: line, Col: col} }

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("a", 300)
	for _, c := range []struct {
		name, src string
		pos       Pos
		want      string
	}{
		{"plain", "one\ntwo three\n", at(2, 5), "two three\n    ^"},
		{"first column", "one", at(1, 1), "one\n^"},
		{"past the end of the line", "one\ntwo", at(1, 4), "one\n   ^"},
		{"an empty last line", "one\n", at(2, 1), "\n^"},
		{"tabs", "\ta: b", at(1, 2), "    a: b\n    ^"},
		{"CRLF", "one\r\ntwo\r\n", at(1, 4), "one\n   ^"},
		{"a byte order mark", "\ufeffone", at(1, 1), "one\n^"},
		{"accents", "å: ë", at(1, 4), "å: ë\n   ^"},
		{"wide letters", "日本: x", at(1, 5), "日本: x\n      ^"},
		{"a combining mark", "e\u0301: x", at(1, 5), "e\u0301: x\n   ^"},
		{"a bidi control", "a\u202eb: c", at(1, 4), `a\u{202e}b: c` + "\n          ^"},
		{"an escape", "a\x1b[2J", at(1, 3), `a\u{001b}[2J` + "\n         ^"},
		{"a bad byte", "a\xffb", at(1, 3), `a\xffb` + "\n     ^"},
		{"a replacement character", "a\ufffdb", at(1, 3), "a\ufffdb\n  ^"},
		{"a zero width space", "a\u200bb", at(1, 3), `a\u{200b}b` + "\n         ^"},
		{"a line separator", "a\u2028b", at(1, 3), `a\u{2028}b` + "\n         ^"},
		{"a long line, at its start", long, at(1, 1), strings.Repeat("a", 50) + "…\n^"},
		{"a long line, inside", long, at(1, 151), "…" + strings.Repeat("a", 100) + "…\n" + strings.Repeat(" ", 51) + "^"},
		{"a long line, at its end", long, at(1, 301), "…" + strings.Repeat("a", 50) + "\n" + strings.Repeat(" ", 51) + "^"},
		{"the file as a whole", "one", at(0, 0), ""},
		{"a line that is not there", "one", at(2, 1), ""},
	} {
		if got := NewSource([]byte(c.src)).Excerpt(c.pos); got != c.want {
			t.Errorf("%s: got\n%q\nwant\n%q", c.name, got, c.want)
		}
	}
}

// An excerpt is two lines of text that shows as itself, whatever the source and the place; it never depends on what was asked before.
func TestLawExcerpt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := rapid.SliceOfN(rapid.Byte(), 0, 400).Draw(t, "src")
		s := NewSource(src)
		for range 3 {
			p := at(rapid.IntRange(-1, 6).Draw(t, "line"), rapid.IntRange(-1, 500).Draw(t, "col"))
			got := s.Excerpt(p)
			if got != NewSource(src).Excerpt(p) {
				t.Fatal("depends on what was asked before")
			}
			if got == "" {
				continue
			}
			if !utf8.ValidString(got) || strings.Count(got, "\n") != 1 || !strings.HasSuffix(got, "^") {
				t.Fatalf("%q", got)
			}
			for _, r := range strings.ReplaceAll(got, "\n", "") {
				if Hidden(r) {
					t.Fatalf("%q holds %U", got, r)
				}
			}
		}
	})
}

func TestWrite(t *testing.T) {
	l := List{{
		Pos: at(12, 7), Severity: Error, Code: "unknown-key", Message: `unknown key "evnets"`,
		Expected: "one of: events, show, where, owner", Suggest: `did you mean "events"?`,
		Excerpt: "      evnets: [OfferMade]\n      ^",
		Related: []Related{{Pos: Pos{"other.grant.yaml", 3, 1}, Message: "the first is here"}},
	}, {Pos: at(0, 0), Severity: Warning, Message: "the file is odd"}}
	want := `s.grant.yaml:12:7: error: unknown key "evnets"
   12 |       evnets: [OfferMade]
      |       ^
   expected one of: events, show, where, owner
   did you mean "events"?
   other.grant.yaml:3:1: the first is here
s.grant.yaml: warning: the file is odd
`
	var b strings.Builder
	if err := Write(&b, l); err != nil || b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	if got := l.Error(); got != `s.grant.yaml:12:7: error: unknown key "evnets"` {
		t.Error(got)
	}
	if got := l.In("a/b")[0].Related[0].File; got != "a/b/other.grant.yaml" || l[0].File != "s.grant.yaml" {
		t.Error(got, l[0].File)
	}
}

func TestJSON(t *testing.T) {
	l := List{{Pos: at(1, 2), Severity: Error, Code: "tag", Message: "a <tag>", Related: []Related{{Pos: at(3, 4), Message: "here"}}}}
	b, err := JSON(l)
	if err != nil {
		t.Fatal(err)
	}
	want := `[
  {
    "file": "s.grant.yaml",
    "line": 1,
    "col": 2,
    "severity": "error",
    "code": "tag",
    "message": "a <tag>",
    "related": [
      {
        "file": "s.grant.yaml",
        "line": 3,
        "col": 4,
        "message": "here"
      }
    ]
  }
]
`
	if string(b) != want {
		t.Errorf("got %s", b)
	}
	var back List
	if err := json.Unmarshal(b, &back); err != nil || !reflect.DeepEqual(back, l) {
		t.Error(back, err)
	}
	if b, err := JSON(nil); err != nil || string(b) != "[]\n" {
		t.Errorf("%q %v", b, err)
	}
}

func TestSorted(t *testing.T) {
	want := List{
		{Pos: at(1, 1), Severity: Error, Message: "a"}, {Pos: at(1, 1), Severity: Error, Message: "b"},
		{Pos: at(1, 2), Severity: Error, Message: "a"}, {Pos: at(2, 1), Severity: Warning, Message: "a"},
		{Pos: Pos{File: "t"}, Severity: Error, Message: "a"},
	}
	for range 20 {
		l := append(append(List{}, want...), want[1], want[3])
		rand.Shuffle(len(l), func(i, j int) { l[i], l[j] = l[j], l[i] })
		if got := l.Sorted(); !reflect.DeepEqual(got, want) {
			t.Fatal(got)
		}
	}
	if !want.HasErrors() || want[3:4].HasErrors() || len(want.Only(Warning)) != 1 {
		t.Error("severities")
	}
}

func TestNearest(t *testing.T) {
	keys := []string{"events", "show", "where", "owner", "log", "last"}
	for word, want := range map[string]string{
		"evnets": "events", "event": "events", "Where": "where", "WHERE": "where", "shwo": "show", "lgo": "log", "ownr": "owner",
		"colour": "", "": "", "x": "", "events": "", "lst": "last", strings.Repeat("e", 1000): "",
	} {
		if got, ok := Nearest(word, keys); got != want || ok != (want != "") {
			t.Errorf("%q: got %q, want %q", word, got, want)
		}
	}
	if got := DidYouMean("lgo", keys); got != `did you mean "log"?` {
		t.Error(got)
	}
}

// The nearest does not depend on the order of the candidates; a swap, a letter more, less or other of a longer word is found.
func TestLawNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-z]{1,6}`), 1, 6).Draw(t, "words")
		word := rapid.StringMatching(`[a-z]{1,6}`).Draw(t, "word")
		first, _ := Nearest(word, words)
		for range 5 {
			rand.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
			if again, _ := Nearest(word, words); again != first {
				t.Fatalf("%q and %q", first, again)
			}
		}
		long := rapid.StringMatching(`[a-z]{5,9}`).Draw(t, "long")
		i := rapid.IntRange(0, len(long)-2).Draw(t, "at")
		for _, slip := range []string{long[:i] + long[i+1:], long[:i] + "q" + long[i:], long[:i] + long[i+1:i+2] + long[i:i+1] + long[i+2:]} {
			if got, _ := Nearest(slip, []string{long}); got != long && slip != long {
				t.Fatalf("%q for %q", got, slip)
			}
		}
	})
}
