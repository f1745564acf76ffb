package schema

import (
	"strings"
	"testing"
)

// A fixed text, or what is said of a tool, over its section's budget is refused with the sum; without a counter it is left to the run.
func TestFixedTextsAreCountedAgainstTheirSections(t *testing.T) {
	source := `grantgen: 1
layouts: {l: {tokenizer: o200k_base, sections: [{name: policy, budget: 9, keep: always, stable: true}]}}
tools: {t: {doc: two words}}
roles:
  n:
    layout: l
    sees: {a: {fixed: a.md}, b: {fixed: b.md}, t: {tools: [t]}}
    parts:
      a: {register: binding, from: a, section: policy}
      t: {register: considered, from: t, section: policy}
      b: {register: binding, from: b, section: policy}
`
	files := []File{{Name: "s.grant.yaml", Bytes: []byte(source)}}
	fixed := func(name string) ([]byte, error) { return []byte("text of " + name), nil }
	count := func(tokenizer, text string) (int, error) {
		if tokenizer != "o200k_base" {
			t.Errorf("asked for %q", tokenizer)
		}
		return len(strings.Fields(text)) * 2, nil
	}
	_, diags := Parse(files, fixed, WithCount(count))
	const want = `the fixed texts of the section "policy" come to 16 against its budget of 9 in the role "n": a.md 6 + the tool t 4 + b.md 6`
	if len(diags) != 1 || diags[0].Message != want || diags[0].Line != 2 {
		t.Errorf("%v", diags)
	}
	if _, diags := Parse(files, fixed); diags.HasErrors() {
		t.Errorf("without a counter: %v", diags)
	}
}
