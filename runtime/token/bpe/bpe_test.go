package bpe_test

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/tiktoken-go/tokenizer"
	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/runtime/token"
	"github.com/grantgen/grantgen/runtime/token/bpe"
)

var encodings = map[string]struct {
	counter *bpe.Counter
	library tokenizer.Encoding
}{
	"o200k_base":  {bpe.O200kBase, tokenizer.O200kBase},
	"cl100k_base": {bpe.CL100kBase, tokenizer.Cl100kBase},
}

// data is where the shared test data lies; "" when it is not here.
func data(t testing.TB, name string) string {
	t.Helper()
	dir := os.Getenv("GRANTGEN_DATA")
	if dir == "" {
		dir = "../../../../shared/data"
	}
	path := filepath.Join(dir, name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("skipped: there is no %s (GRANTGEN_DATA names the folder)", path)
	}
	return path
}

func lines(t testing.TB, path string, each func([]byte)) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<24)
	for sc.Scan() {
		each(sc.Bytes())
	}
	if err := sc.Err(); err != nil {
		t.Fatal(err)
	}
}

func TestPlans(t *testing.T) {
	n := 0
	lines(t, data(t, "tokens/testplans.jsonl"), func(b []byte) {
		var plan struct {
			Encoding, Text string
			N              int
		}
		if err := json.Unmarshal(b, &plan); err != nil {
			t.Fatal(err)
		}
		enc, ok := encodings[plan.Encoding]
		if !ok {
			return
		}
		n++
		if got, err := enc.counter.Count(plan.Text); err != nil || got != plan.N {
			t.Errorf("%s: %q is %d (%v), want %d", plan.Encoding, plan.Text, got, err, plan.N)
		}
	})
	if n < 60 {
		t.Errorf("only %d plans", n)
	}
}

func TestCounts(t *testing.T) {
	path := data(t, "tokens/counts.jsonl")
	root := filepath.Dir(filepath.Dir(path))
	texts := map[string][]string{}
	n := 0
	lines(t, path, func(b []byte) {
		var c struct {
			File   string
			Seq    int
			Joined *string
			SHA256 string
			CL     int `json:"cl100k_base"`
			O      int `json:"o200k_base"`
		}
		if err := json.Unmarshal(b, &c); err != nil {
			t.Fatal(err)
		}
		if texts[c.File] == nil {
			texts[c.File] = textsOf(t, filepath.Join(root, c.File))
		}
		var text string
		if c.Joined != nil {
			text = strings.Join(texts[c.File], "\n")
		} else {
			text = textAt(t, filepath.Join(root, c.File), c.Seq)
		}
		if sum := sha256.Sum256([]byte(text)); hex.EncodeToString(sum[:]) != c.SHA256 {
			t.Errorf("%s seq %d: this is not the text that was counted", c.File, c.Seq)
		}
		n++
		for name, want := range map[string]int{"o200k_base": c.O, "cl100k_base": c.CL} {
			if got, err := encodings[name].counter.Count(text); err != nil || got != want {
				t.Errorf("%s seq %d in %s: %d (%v), want %d", c.File, c.Seq, name, got, err, want)
			}
		}
	})
	if n < 100 {
		t.Errorf("only %d counts", n)
	}
}

type line struct {
	Seq     int
	I       *int
	Text    string
	Payload struct{ Text *string }
}

var cached = map[string][]line{}

func linesOf(t testing.TB, path string) []line {
	if cached[path] == nil {
		lines(t, path, func(b []byte) {
			var l line
			if err := json.Unmarshal(b, &l); err != nil {
				t.Fatal(err)
			}
			cached[path] = append(cached[path], l)
		})
	}
	return cached[path]
}

func textsOf(t testing.TB, path string) []string {
	var out []string
	for _, l := range linesOf(t, path) {
		text := "" // an event without a text is an empty line
		if l.Payload.Text != nil {
			text = *l.Payload.Text
		}
		out = append(out, text)
	}
	return out
}

func textAt(t testing.TB, path string, seq int) string {
	for _, l := range linesOf(t, path) {
		if l.I != nil && *l.I == seq {
			return l.Text
		}
		if l.I == nil && l.Seq == seq && l.Payload.Text != nil {
			return *l.Payload.Text
		}
	}
	t.Fatalf("%s has no text %d", path, seq)
	return ""
}

// What is split here and asked word by word is what the library counts by its regular expression.
func TestEqualsTheLibrary(t *testing.T) {
	runes := []rune("aAbBzZ ˀʰǅåÉßдЖ日本ไทยअि़\u0301\u0308\u200d\u00a0\u2003\u3000\u0085\u2028\t\v\f\r\n\n  '''srtvemldSRTVEMLD0123٣½//!?.,;:-_<>|{}[]()🙂👩\u200d👩🏽\ufeff\u202e")
	text := rapid.OneOf(
		rapid.StringOfN(rapid.RuneFrom(runes), 0, 60, -1),
		rapid.StringN(0, 40, -1),
		rapid.StringOfN(rapid.RuneFrom([]rune("aA \n\r'sS/!1\u0301日")), 0, 40, -1),
	)
	for name, enc := range encodings {
		codec, err := tokenizer.Get(enc.library)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			s := strings.NewReplacer("ſ", "s", "\x7f", "\x01").Replace(text.Draw(t, "text")) // where the library differs from the reference
			want, err := codec.Count(s)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := enc.counter.Count(s); err != nil || got != want {
				t.Fatalf("%q: %d (%v), the library says %d", s, got, err, want)
			}
		}))
	}
}

func TestOrdinaryText(t *testing.T) {
	for text, want := range map[string]int{"": 0, "\ufeff": 1} {
		for name, enc := range encodings {
			if got, err := enc.counter.Count(text); err != nil || got != want {
				t.Errorf("%s: %q is %d (%v), want %d", name, text, got, err, want)
			}
		}
	}
	for name, enc := range encodings {
		if got, err := enc.counter.Count("<|endoftext|>"); err != nil || got < 3 {
			t.Errorf("%s: <|endoftext|> is %d (%v): a special token, and not text", name, got, err)
		}
		if token.Name(enc.counter) != name {
			t.Errorf("the counter's name is %q", token.Name(enc.counter))
		}
	}
}

// The library's expression passes over U+007F, which would let text without end count nothing. No token but its own holds it.
func TestDelete(t *testing.T) {
	for name, enc := range encodings {
		codec, err := tokenizer.Get(enc.library)
		if err != nil {
			t.Fatal(err)
		}
		for id := range uint(200_000) {
			if text, err := codec.Decode([]uint{id}); err == nil && strings.Contains(text, "\x7f") && text != "\x7f" {
				t.Errorf("%s: token %d is %q", name, id, text)
			}
		}
		for text, want := range map[string]int{"\x7f": 1, "\x7f?": 2, "\x7f?a": 3, "a\x7fhello": 3, strings.Repeat("\x7f", 1000): 1000, "a\x7f\x7f b": 4} {
			if got, err := enc.counter.Count(text); err != nil || got != want {
				t.Errorf("%s: %q is %d (%v), want %d", name, text, got, err, want)
			}
		}
	}
}

// Every character counts something: text that counts nothing could be without end.
func TestNothingIsPassedOver(t *testing.T) {
	for name, enc := range encodings {
		for r := rune(0); r <= 0x10ffff; r++ {
			if r >= 0xd800 && r < 0xe000 || r > 0x3ffff && r%97 != 0 {
				continue
			}
			if n, err := enc.counter.Count(string(r)); err != nil || n < 1 {
				t.Fatalf("%s: %U counts %d (%v)", name, r, n, err)
			}
		}
	}
}

func TestConcurrentCounts(t *testing.T) {
	var wg sync.WaitGroup
	want, err := bpe.O200kBase.Count(strings.Repeat("Some words, again and again. ", 50))
	if err != nil {
		t.Fatal(err)
	}
	for range 8 {
		wg.Go(func() {
			for range 20 {
				if got, err := bpe.O200kBase.Count(strings.Repeat("Some words, again and again. ", 50)); err != nil || got != want {
					t.Errorf("%d (%v), want %d", got, err, want)
				}
			}
		})
	}
	wg.Wait()
}

func english() string {
	return strings.Repeat("The negotiators met again on Tuesday; nobody moved, though the chair's summary said otherwise. In 2026 the total was 299,010 tonnes.\n", 2000)
}

// BenchmarkCount counts warm English text, beside the library alone.
func BenchmarkCount(b *testing.B) {
	text := english()
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("ours", func(b *testing.B) {
		if _, err := bpe.O200kBase.Count(text); err != nil {
			b.Fatal(err)
		}
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			_, _ = bpe.O200kBase.Count(text)
		}
	})
	b.Run("library", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			_, _ = codec.Count(text)
		}
	})
}

// BenchmarkHostile counts runs that cost a naive merge the square of their length: the time for a byte must not grow.
func BenchmarkHostile(b *testing.B) {
	for _, n := range []int{1_000, 16_000, 64_000, 256_000} {
		for name, unit := range map[string]string{"a": "a", "marks": "!?", "space": " ", "cjk": "日"} {
			text := strings.Repeat(unit, n/len(unit))
			b.Run(name+"/"+itoa(n), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					if _, err := bpe.O200kBase.Count(text); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func itoa(n int) string {
	b, _ := json.Marshal(n)
	return string(b)
}
