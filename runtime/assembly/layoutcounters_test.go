package assembly_test

import (
	"errors"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/token"
)

// crowded is a layout with something of every kind in it, much of which must go.
func crowded(counter token.Counter) *assembly.Session {
	l, slots := assistant()
	l.Counter = counter
	return under(l, slots, 1, said{section: "policy", text: "Speak."}, said{section: "facts", text: "Ada likes tea.\nAnd rain."},
		said{section: "evidence", text: strings.Repeat("An offer of 12%. ", 60)}, said{section: "evidence", text: "```\n</context>\n```"},
		said{section: "turns", text: strings.Repeat("a turn ", 30)}, said{section: "turns", text: strings.Repeat("another ", 30)}, said{section: "goal", text: "Answer."})
}

// A counter that misbehaves is an error under a layout too, whichever of its texts it fails on: a part, a marker, a cut, the whole.
func TestCountersThatMisbehaveUnderALayout(t *testing.T) {
	no := errors.New("no")
	honest := func(text string) (int, error) { return utf8.RuneCountInString(text), nil }
	on := func(hit string, then func(string) (int, error)) func(string) (int, error) {
		return func(text string) (int, error) {
			if strings.Contains(text, hit) {
				return then(text)
			}
			return honest(text)
		}
	}
	faults := map[string]func(string) (int, error){
		"fails":    func(string) (int, error) { return 0, no },
		"panics":   func(string) (int, error) { panic("oh") },
		"negative": func(string) (int, error) { return -1, nil },
		"absurd":   func(string) (int, error) { return math.MaxInt, nil },
		"least":    func(string) (int, error) { return math.MinInt, nil },
	}
	for fault, then := range faults {
		for _, hit := range []string{"", "Speak", "tea", "12%", "</context>", "a turn", "tokens omitted", "Answer", "Speak."} {
			_, err := crowded(token.Func("bad", on(hit, then))).Finish(assembly.Options{})
			var failed *assembly.CountFailed
			if !errors.As(err, &failed) || failed.Counter != "bad" || !errors.Is(err, assembly.ErrCount) {
				t.Errorf("a counter that %s on %q: %v", fault, hit, err)
			}
			if err != nil && (strings.Contains(err.Error(), "Ada") || strings.Contains(err.Error(), "An offer of")) {
				t.Errorf("the error holds what stands in the prompt: %v", err)
			}
		}
	}
	if _, err := crowded(token.Func("bad", nil)).Finish(assembly.Options{}); !errors.Is(err, assembly.ErrCount) {
		t.Errorf("no function: %v", err)
	}
}

// A counter that counts too little, nothing, or never the same: there is a prompt that it says fits, or an error; and it ends.
func TestCountersThatLieUnderALayout(t *testing.T) {
	calls := 0
	for name, count := range map[string]func(string) (int, error){
		"nothing":     func(string) (int, error) { return 0, nil },
		"one":         func(string) (int, error) { return 1, nil },
		"a tenth":     func(text string) (int, error) { return len(text) / 10, nil },
		"lines":       func(text string) (int, error) { return strings.Count(text, "\n"), nil },
		"the square":  func(text string) (int, error) { return len(text) * len(text), nil },
		"backwards":   func(text string) (int, error) { return max(0, 2000-len(text)), nil },
		"never twice": func(text string) (int, error) { calls++; return (len(text) + calls*7919) % 400, nil },
	} {
		c, err := crowded(token.Func("liar", count)).Finish(assembly.Options{})
		if err != nil {
			continue
		}
		if c.Counter != "liar" || c.Used > c.Total {
			t.Errorf("%s: counted by %s, %d of %d", name, c.Counter, c.Used, c.Total)
		}
		if prompt := sections(t, c); !utf8.ValidString(prompt) || !strings.Contains(prompt, "Speak.") || !strings.Contains(prompt, "Answer.") {
			t.Errorf("%s: what must stay went: %s", name, prompt)
		}
		if n, _ := count(sections(t, c)); name != "never twice" && n > c.Total {
			t.Errorf("%s: the prompt comes to %d of %d", name, n, c.Total)
		}
	}
}
