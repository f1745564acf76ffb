package token_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/runtime/token"
	"github.com/grantgen/grantgen/runtime/token/bpe"
)

var samples = []string{
	"", "a", "The quota of 2025 was cut by twelve per cent, and nobody was content.", "汉语没有空格，也没有字母。", "日本語の文章には空白がありません。", "한국어 문장은 띄어쓰기가 있습니다.",
	"ภาษาไทยไม่มีช่องว่างระหว่างคำ", "👨\u200d👩\u200d👧 🇳🇴🇬🇧 👍🏽", "func (c *Context) Describe() Description { return c.describe(nil) }", "SELECT id, name FROM users WHERE age >= 18;",
	"https://example.org/a/b?x=1&y=%20", "550e8400-e29b-41d4-a716-446655440000", "{\"a\":[1,2.5,null],\"b\":\"\\u00e9\"}", "Ελληνικά και русский текст", "עברית וערבית عربي", "हिन्दी का वाक्य",
	"1 000 000.00", strings.Repeat("a", 1000), strings.Repeat(" ", 5000), strings.Repeat("\n", 50), "    indented\n\t\tcode()\n", "MUST HOLD:\nSHOUTED TEXT", "dGhlIHF1aWNrIGJyb3duIGZveA==", "\x00\x01\x7f", "<|endoftext|>",
}

// The estimate is never below an exact count on our samples and on the stored texts, and not much more than twice it altogether.
func TestEstimate(t *testing.T) {
	texts := append(samples, storedTexts(t)...)
	for _, exact := range []*bpe.Counter{bpe.O200kBase, bpe.CL100kBase} {
		sum, all := 0, 0
		for _, text := range texts {
			guess, err := token.Estimate.Count(text)
			n, _ := exact.Count(text)
			if err != nil || guess < n {
				t.Errorf("%q is guessed at %d (%v), and comes to %d by %s", text[:min(len(text), 200)], guess, err, n, exact)
			}
			sum, all = sum+n, all+guess
		}
		if all > sum*11/5 {
			t.Errorf("guessed at %d altogether, which come to %d by %s", all, sum, exact)
		}
		t.Logf("%s: %d texts, %.2f times the exact count", exact, len(texts), float64(all)/float64(sum))
	}
}

// storedTexts are all strings of the shared data; none when it is not here.
func storedTexts(t *testing.T) (texts []string) {
	root := os.Getenv("GRANTGEN_DATA")
	if root == "" {
		root = filepath.FromSlash("../../../shared/data")
	}
	files, _ := filepath.Glob(filepath.Join(root, "*", "*.jsonl"))
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<26)
		for lines.Scan() {
			var row any
			if json.Unmarshal(lines.Bytes(), &row) == nil {
				texts = append(append(texts, lines.Text()), stringsOf(row)...)
			}
		}
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
		_ = f.Close()
	}
	return texts
}

func stringsOf(v any) (out []string) {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		for _, x := range v {
			out = append(out, stringsOf(x)...)
		}
	case map[string]any:
		for _, x := range v {
			out = append(out, stringsOf(x)...)
		}
	}
	return out
}
