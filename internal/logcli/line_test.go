package logcli

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// Whatever a payload's bytes are, a line keeps them, and is one line.
func TestLinesKeepBytes(t *testing.T) {
	for _, payload := range []string{
		"{}", " {\"b\":1,\n\t\"a\":1.0}\r\n", `9007199254740993`, `"<b>&"`, "\"\u2028\u202e e\u0301\"", `"\u003c\ud83d\ude00"`, "[ 1 , 2 ]", "null", "\ttrue",
	} {
		attributes := timeline.NewAttributes(timeline.Attribute{Name: "f", Value: timeline.Float(1e21)}, timeline.Attribute{Name: "s", Value: timeline.Set("b", "<a>\u2028")})
		e := timeline.Event{Seq: 7, Pending: timeline.Pending{
			ID: timeline.NewID(), Key: timeline.Key{Namespace: "desk", Type: "Opened"}, Version: 2, At: -5, Attributes: attributes, Payload: []byte(payload),
		}, Hash: timeline.HashOf(attributes, []byte(payload))}
		b, err := newLine(e, true).write()
		if err != nil {
			t.Fatal(err)
		}
		if text := string(b); strings.Count(text, "\n") != 1 || strings.Contains(text, "\r") || !json.Valid(b) {
			t.Errorf("%q", b)
		}
		var l line
		if err := json.Unmarshal(b, &l); err != nil {
			t.Fatal(err)
		}
		p, err := l.event()
		if err != nil || string(p.Payload) != payload || p.ID != e.ID || p.At != e.At || string(p.Attributes.JSON()) != string(attributes.JSON()) {
			t.Errorf("%q came back as %q, %v", payload, p.Payload, err)
		}
	}
}

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"Ål & <b> – \"x\"":   "Ål & <b> – \"x\"",
		"\x1b[31m\a\n\u009b": `\x1b[31m\a\n\u009b`,
		"a\u202eb\u2066c":    `a\u202eb\u2066c`,
		"\u200b\ufeff\xff":   `\u200b\ufeff\xff`,
	} {
		if got := printable(in); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
	const odd = "\"\u202e\u009b\U000e0001\x7f\""
	shown := printableJSON([]byte(odd))
	var a, b string
	if json.Unmarshal([]byte(odd), &a) != nil || json.Unmarshal([]byte(shown), &b) != nil || a != b || strings.ContainsAny(shown, "\u202e\u009b\x7f") {
		t.Errorf("%q", shown)
	}
}
