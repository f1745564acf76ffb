package token_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/runtime/token"
)

func TestCharacters(t *testing.T) {
	for text, want := range map[string]int{"": 0, "abc": 3, "Decisión": 8, "汉语": 2, "👨\u200d👩": 3, "e\u0301": 2} {
		if n, err := token.Characters.Count(text); n != want || err != nil {
			t.Errorf("%q: %d, %v", text, n, err)
		}
	}
	rapid.Check(t, func(t *rapid.T) { // additive, as it says
		a, b := rapid.String().Draw(t, "a"), rapid.String().Draw(t, "b")
		x, _ := token.Characters.Count(a)
		y, _ := token.Characters.Count(b)
		if n, _ := token.Characters.Count(a + b); n != x+y {
			t.Fatalf("%d + %d, and joined %d", x, y, n)
		}
	})
}

type odd struct{ name *string }

func (odd) Count(string) (int, error) { return 0, nil }
func (o odd) String() string          { return *o.name }

type nameless struct{}

func (nameless) Count(string) (int, error) { return 0, nil }

func TestNames(t *testing.T) {
	f := token.Func("mine", func(text string) (int, error) { return len(text), nil })
	for want, c := range map[string]token.Counter{"characters": token.Characters, "mine": f, "token_test.odd": odd{}, "token_test.nameless": nameless{}, "<nil>": nil} {
		if got := token.Name(c); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if token.Name(token.Memo(f, 9)) != "mine" || token.IsAdditive(token.Memo(f, 9)) || token.IsAdditive(f) || token.IsAdditive(nil) ||
		!token.IsAdditive(token.Characters) || !token.IsAdditive(token.Memo(token.Characters, 9)) {
		t.Error("names or additivity of remembered counters")
	}
}

func TestMemo(t *testing.T) {
	asked := map[string]int{}
	c := token.Memo(token.Func("c", func(text string) (int, error) {
		asked[text]++
		switch text {
		case "fails":
			return 0, errors.New("no")
		case "negative":
			return -1, nil
		}
		return len(text), nil
	}), 100)
	for range 3 {
		for i := range 40 {
			text := strings.Repeat("x", i)
			if n, err := c.Count(text); n != i || err != nil {
				t.Fatal(n, err)
			}
		}
		if _, err := c.Count("fails"); err == nil {
			t.Error("no error")
		}
		if n, _ := c.Count("negative"); n != -1 {
			t.Error(n)
		}
	}
	for text, n := range asked {
		if want := map[string]int{"fails": 3, "negative": 3}[text]; n != max(want, 1) {
			t.Errorf("%q was counted %d times", text, n)
		}
	}
	for i := range 10_000 { // past the bound, the counts stay right, and the old ones are asked for again
		_, _ = c.Count(fmt.Sprint("other ", i))
	}
	if n, _ := c.Count("x"); n != 1 || asked["x"] != 2 {
		t.Errorf("%d, counted %d times", n, asked["x"])
	}
}

func TestMemoConcurrently(t *testing.T) {
	c := token.Memo(token.Characters, 16)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := range 500 {
				if n, err := c.Count(strings.Repeat("é", i%40)); n != i%40 || err != nil {
					t.Error(n, err)
				}
			}
		})
	}
	wg.Wait()
}
