package timeline

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestCheckJSON(t *testing.T) {
	for _, good := range []string{
		`null`, ` {} `, `[]`, `0`, `-0.0e+1`, `"\ud83d\ude00"`, `"\"\\\/\b\f\n\r\t\u0000"`, `{"a":{"a":1},"b":[{"a":1},{"a":2}]}`, "\"\u2028\U0010ffff\"",
		`{"":1," ":2}`, `1e400`, strings.Repeat("[", 1000) + strings.Repeat("]", 1000),
	} {
		if err := CheckJSON([]byte(good)); err != nil {
			t.Errorf("%.60q: %v", good, err)
		}
	}
	for _, bad := range []string{
		``, ` `, `nul`, `{} {}`, `[1,]`, `{"a":1,}`, `{a:1}`, `01`, `1.`, `.5`, `+1`, `1e`, `-`, `"a`, `"\x"`, `"\u12"`, `"\u12g4"`, "\"\n\"", "\"\xff\"", `"\ud800"`,
		`"\udc00\ud800"`, `"\ud800\u0041"`, "\ufeff1", `{"a":1,"a":1}`, `{"a":1,"\u0061":1}`, `[{"x":{"a":1,"b":2,"a":3}}]`, `'a'`, `NaN`, `[1 2]`, `{"a" 1}`,
		"\"\\n\xff\"", "\"\xed\xa0\x80\"", strings.Repeat("[", 1001) + strings.Repeat("]", 1001), strings.Repeat("[", 100_000), strings.Repeat(`{"a":`, 100_000), `{"`, `"\`, `"\u`,
	} {
		if err := CheckJSON([]byte(bad)); err == nil {
			t.Errorf("%.60q was taken", bad)
		}
	}
}

// A key twice is found among few keys and among many.
func TestDuplicateKeys(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOfNDistinct(rapid.String(), 1, 40, rapid.ID[string]).Draw(t, "keys")
		object := func(keys []string) []byte {
			var b bytes.Buffer
			b.WriteByte('{')
			for i, k := range keys {
				if i > 0 {
					b.WriteByte(',')
				}
				b.Write(appendString(nil, k))
				b.WriteString(":1")
			}
			b.WriteByte('}')
			return b.Bytes()
		}
		if err := CheckJSON(object(keys)); err != nil {
			t.Fatal(err)
		}
		twice := append(keys, rapid.SampledFrom(keys).Draw(t, "twice"))
		if err := CheckJSON(object(twice)); err == nil {
			t.Fatalf("%q was taken", twice)
		}
	})
}

// What CheckJSON takes, encoding/json takes too, and gives back as the same text.
func FuzzCheckJSON(f *testing.F) {
	for _, seed := range []string{`{"a":[1,"\ud83d\ude00",true,null]}`, `"\ud800"`, `[1e5,-0.1]`, "\"\xff\""} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if CheckJSON(b) != nil {
			return
		}
		if !json.Valid(b) || !utf8.Valid(b) {
			t.Fatalf("%q was taken", b)
		}
		var v any
		d := json.NewDecoder(bytes.NewReader(b))
		d.UseNumber()
		if err := d.Decode(&v); err != nil {
			t.Fatalf("%q: %v", b, err)
		}
	})
}

func TestJSONTestSuite(t *testing.T) {
	root := os.Getenv("GRANTGEN_DATA")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared", "data")
	}
	f, err := os.Open(filepath.Join(root, "json", "jsontestsuite-parsing.jsonl"))
	if err != nil {
		t.Skipf("the test vectors are not here (GRANTGEN_DATA): %v", err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	n := 0
	for ; lines.Scan(); n++ {
		var c struct{ Name, Expect, Base64 string }
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		b, err := base64.StdEncoding.DecodeString(c.Base64)
		if err != nil {
			t.Fatal(err)
		}
		want := c.Expect
		if strings.Contains(c.Name, "duplicated_key") {
			want = "reject" // on purpose: a log must not hold what two readers read in two ways
		}
		err = CheckJSON(b)
		if want == "accept" && err != nil || want == "reject" && err == nil {
			t.Errorf("%s (%s): %v", c.Name, want, err)
		}
		if err == nil && (!utf8.Valid(b) || !json.Valid(b)) {
			t.Errorf("%s was taken", c.Name)
		}
	}
	if n < 100 {
		t.Errorf("%d vectors only", n)
	}
}
