package counting

import (
	"testing"

	"github.com/tiktoken-go/tokenizer"
)

// Both count the same, and a row says so of each text.
func TestRows(t *testing.T) {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range append(bodies(), body{"a run", run(500)}) {
		b.text = b.text[:min(len(b.text), 3<<10)]
		if row, err := row(codec, b, 1); err != nil || len(row) != 5 {
			t.Errorf("%s: %v, %v", b.name, row, err)
		}
	}
	if s, err := linear(1); err != nil || s.Median <= 0 {
		t.Errorf("%v, %v", s, err)
	}
}
