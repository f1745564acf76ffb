package memory_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/timeline"
)

func TestAnApplicationsOwnValidator(t *testing.T) {
	p, err := memory.Scope{Name: "s"}.Remember(memory.Rule, "Let me think about it")
	if err != nil {
		t.Fatal(err)
	}
	if err := memory.Check(p, func(memory.Kind, string) error { return nil }); err != nil {
		t.Errorf("a lenient one: %v", err)
	}
	strict := errors.New("no rules here")
	if err := memory.Check(p, func(memory.Kind, string) error { return strict }); !errors.Is(err, strict) || err.Error() != "remember in s: no rules here" {
		t.Errorf("a strict one: %v", err)
	}
	if err := memory.Check(p, func(_ memory.Kind, text string) error { panic(text) }); !errors.Is(err, memory.ErrRefused) || strings.Contains(err.Error(), "think") {
		t.Errorf("one that panics: %v", err)
	}
}

// What was made by hand is held to the kinds too, and other events are not looked at.
func TestCheckOfEventsMadeByHand(t *testing.T) {
	key := timeline.Key{Namespace: timeline.ReservedNamespace, Type: memory.Remembered}
	attrs := timeline.NewAttributes(timeline.Attribute{Name: "scope", Value: timeline.Text("s")}, timeline.Attribute{Name: "kind", Value: timeline.Text("conclusion")})
	for payload, why := range map[string]string{
		`{"text":"secret","cites":[]}`: "this one cites none",
		`{"text":"secret"}`:            "its payload is no memory",
		`{"text":secret`:               "its payload is no memory",
		`[]`:                           "its payload is no memory",
	} {
		err := memory.Check(timeline.Pending{Key: key, Version: 1, Attributes: attrs, Payload: []byte(payload)}, nil)
		if !errors.Is(err, memory.ErrRefused) || !strings.HasSuffix(err.Error(), why) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", payload, err)
		}
	}
	if err := memory.Check(timeline.Pending{Key: timeline.Key{Namespace: "talks", Type: memory.Remembered}, Payload: []byte("{")}, nil); err != nil {
		t.Errorf("an event of the application: %v", err)
	}
}

func TestClip(t *testing.T) {
	for _, c := range []struct {
		text  string
		lines int
		want  string
	}{
		{"a", 1, "a"},
		{"a\nb\nc", 3, "a\nb\nc"},
		{"a\nb\nc\n\r\n", 3, "a\nb\nc\n\r\n"},
		{"a\nb\nc\nd", 3, "a\nb\nc (1 more line)"},
		{"a\r\nb \r\nc\r\nd\n", 2, "a\r\nb (2 more lines)"},
		{"a\rb\u2028c\u0085d\ve", 3, "a\rb\u2028c (2 more lines)"},
		{"a\n\nb", 2, "a\n (1 more line)"},
		{"\n\n\n", 1, "\n\n\n"},
		{"\n\na", 1, " (2 more lines)"},
		{"a\nb", 0, "a\nb"},
		{"", 3, ""},
	} {
		if got := memory.Clip(c.text, c.lines); got != c.want {
			t.Errorf("Clip(%q, %d) = %q, want %q", c.text, c.lines, got, c.want)
		}
	}
}

// A text of at most so many lines is whole; of a longer one there are as many, and clipping again changes nothing.
func TestClipKeepsTheFirstLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.StringOfN(rapid.RuneFrom([]rune("ab日 ")), 1, 5, -1), 1, 8).Draw(t, "lines")
		lines := rapid.IntRange(1, 6).Draw(t, "most")
		text := strings.Join(list, "\n")
		got := strings.Split(memory.Clip(text, lines), "\n")
		if len(list) <= lines {
			if diff := cmp.Diff(list, got); diff != "" {
				t.Fatal(diff)
			}
			return
		}
		if diff := cmp.Diff(list[:lines-1], got[:lines-1]); diff != "" || len(got) != lines || !strings.HasPrefix(got[lines-1], strings.TrimRight(list[lines-1], " ")) {
			t.Fatalf("%q", got)
		}
		if once := memory.Clip(text, lines); memory.Clip(once, lines) != once {
			t.Fatalf("clipped twice: %q", memory.Clip(once, lines))
		}
	})
}
