package page_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grantgen/grantgen/runtime/trace/page"
)

func sample() page.Page {
	return page.Page{Name: `</script><b>.db`, Last: 3, Texts: []string{`<script>alert(1)</script>`, "\u202e&\u2028{{data}}"}, Sources: []page.Source{{Kind: "event", Name: "<x>", Event: "<x>"}},
		Contexts: []page.Context{{ID: "1", Role: "<r>", Read: []int{0}, Parts: []page.Part{{Slot: "a", Register: "binding", Text: 1, Sources: []int{0}}}}}}
}

func written(t *testing.T, p page.Page) string {
	t.Helper()
	var b bytes.Buffer
	if err := page.Write(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var (
	dataRE   = regexp.MustCompile(`(?s)<script id="data" type="application/json">(.*?)</script>`)
	scriptRE = regexp.MustCompile(`(?s)<script>(.*?)</script>`)
	styleRE  = regexp.MustCompile(`(?s)<style>(.*?)</style>`)
)

// Text stands in the page as JSON without a single "<", and comes out of it as it went in.
func TestTextIsData(t *testing.T) {
	p := sample()
	html := written(t, p)
	found := dataRE.FindStringSubmatch(html)
	if found == nil || strings.ContainsAny(found[1], "<>&\u2028") {
		t.Fatalf("the data: %q", found)
	}
	var got page.Page
	if err := json.Unmarshal([]byte(found[1]), &got); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(p, got); d != "" {
		t.Error(d)
	}
	if n := strings.Count(html, "<script"); n != 2 {
		t.Errorf("the page has %d scripts", n)
	}
}

// The policy names the page's own script and style by their hashes, and lets nothing else in; the page asks for nothing.
func TestThePolicyIsOfThisPage(t *testing.T) {
	html := written(t, sample())
	hash := func(re *regexp.Regexp) string {
		sum := sha256.Sum256([]byte(re.FindStringSubmatch(html)[1]))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	want := "default-src 'none'; style-src " + hash(styleRE) + "; script-src " + hash(scriptRE) + "; base-uri 'none'; form-action 'none'"
	if !strings.Contains(html, `<meta http-equiv="Content-Security-Policy" content="`+want+`">`) {
		t.Errorf("the policy is not %s", want)
	}
	script := scriptRE.FindStringSubmatch(html)[1]
	for _, never := range []string{"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "fetch(", "XMLHttpRequest", "http://", "https://", "srcdoc"} {
		if strings.Contains(script, never) {
			t.Errorf("the script has %s", never)
		}
	}
	if regexp.MustCompile(`(?i)(src|href)=|url\(|@import| style=| on[a-z]+=`).MatchString(strings.Replace(html, script, "", 1)) {
		t.Error("the page asks for something, or has a style or a handler in an element")
	}
	if again := written(t, sample()); again != html {
		t.Error("the same contexts make another page")
	}
}

// An older page is replaced; any other file is left as it is.
func TestOnlyPagesAreReplaced(t *testing.T) {
	dir := t.TempDir()
	at := filepath.Join(dir, "page.html")
	for range 2 {
		if err := page.WriteFile(at, sample()); err != nil {
			t.Fatal(err)
		}
	}
	info, err := os.Stat(at)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
	other := filepath.Join(dir, "log.db")
	if err := os.WriteFile(other, []byte("<!doctype html>\n<p>mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := page.WriteFile(other, sample()); !errors.Is(err, page.ErrForeign) {
		t.Errorf("another file: %v", err)
	}
	if b, err := os.ReadFile(other); err != nil || string(b) != "<!doctype html>\n<p>mine" {
		t.Errorf("%q %v", b, err)
	}
	if err := page.WriteFile(filepath.Join(dir, "no", "such.html"), sample()); err == nil {
		t.Error("a page was written to no folder")
	}
	left, err := filepath.Glob(filepath.Join(dir, ".trace-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}
