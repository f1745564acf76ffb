package canon

import (
	"encoding/json"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestCanonicalForm(t *testing.T) {
	for in, want := range map[string]string{
		` { "b" : 1 , "a" : [ true , null ] } `:   `{"a":[true,null],"b":1}`,
		`[1, 1.0, 10e-1, 1e0, 0.1e+1]`:            `[1,1,1,1,1]`,
		`[0, -0, 0.0, -0e7, 0e99999999999999999]`: `[0,0,0,0,0]`,
		`9007199254740993`:                        `9007199254740993`,
		`333333333.33333329`:                      `333333333.33333329`,
		`1E30`:                                    `1e+30`,
		`100000000000000000000`:                   `100000000000000000000`,
		`1000000000000000000000`:                  `1e+21`,
		`1234567890123456789012345`:               `1.234567890123456789012345e+24`,
		`0.000001`:                                `0.000001`,
		`0.00000012`:                              `1.2e-7`,
		`-12.50`:                                  `-12.5`,
		`"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/"`: `"€$\u000f\nA'B\"\\\\\"/"`,
		`{"\ud83d\ude00":1,"\ufb33":2}`:                   "{\"\U0001F600\":1,\"\ufb33\":2}",
	} {
		got, err := JSON([]byte(in))
		if err != nil || string(got) != want {
			t.Errorf("JSON(%s) = %s, %v, want %s", in, got, err, want)
		}
	}
}

func TestRefused(t *testing.T) {
	for _, in := range []string{`{"a":1,"a":1}`, `{"a":{"b":1,"\u0062":2}}`, `{} {}`, ``, `"\ud800"`, `1e99999999999999999999`, "\"\xff\""} {
		if got, err := JSON([]byte(in)); err == nil {
			t.Errorf("JSON(%s) = %s, want an error", in, got)
		}
	}
}

// The form says the value exactly, and is its own canonical form.
func TestNumbersAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,30})?([eE][+-]?[0-9]{1,2})?`).Draw(t, "number")
		got, err := JSON([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		a, _ := new(big.Rat).SetString(text)
		b, ok := new(big.Rat).SetString(string(got))
		if !ok || a.Cmp(b) != 0 {
			t.Fatalf("%s became %s", text, got)
		}
		if again, err := JSON(got); err != nil || string(again) != string(got) {
			t.Fatalf("%s became %s, then %s", text, got, again)
		}
	})
}

func data(t *testing.T, path ...string) string {
	root := os.Getenv("GRANTGEN_DATA")
	if root == "" {
		root = filepath.Join("..", "..", "..", "..", "..", "shared", "data")
	}
	name := filepath.Join(append([]string{root}, path...)...)
	if _, err := os.Stat(name); err != nil {
		t.Skipf("the test vectors are not here (GRANTGEN_DATA): %v", err)
	}
	return name
}

func TestVectorsOfRFC8785(t *testing.T) {
	dir := data(t, "jcs")
	inputs, _ := filepath.Glob(filepath.Join(dir, "input", "*.json"))
	if len(inputs) == 0 {
		t.Fatal("no vectors")
	}
	for _, name := range inputs {
		in, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join(dir, "output", filepath.Base(name)))
		if err != nil {
			t.Fatal(err)
		}
		// The one place where exact numbers show: a double has no 333333333.33333329.
		exact := strings.Replace(string(want), "333333333.3333333,", "333333333.33333329,", 1)
		if got, err := JSON(in); err != nil || string(got) != exact {
			t.Errorf("%s:\n got %s %v\nwant %s", filepath.Base(name), got, err, exact)
		}
	}
}

func TestNumbersOfECMAScript(t *testing.T) {
	b, err := os.ReadFile(data(t, "jcs", "es6-numbers.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		_, want, found := strings.Cut(strings.TrimSpace(line), ",")
		if !found || !json.Valid([]byte(want)) {
			continue
		}
		if got, err := JSON([]byte(want)); err != nil || string(got) != want {
			t.Errorf("JSON(%s) = %s, %v", want, got, err)
		}
	}
}
