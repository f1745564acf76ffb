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

// A section that cannot keep to its budget even when all its parts have gone is refused with the sum; so is one whose fixed texts fit
// only without its head and headings.
func TestSectionsHaveRoomForWhatStandsInThePlaceOfParts(t *testing.T) {
	count := func(_, text string) (int, error) { return len(strings.Fields(text)), nil }
	frame := Frame{Head: func(s string) string { return "head of " + s }, Heading: func(r Register) string { return "as " + string(r) }, Marker: "so many tokens omitted"}
	for sections, want := range map[string]string{
		"{name: turns, budget: 7}":    "",
		"{name: turns, budget: 6}":    `the section "turns" has a budget of 6, and what stands there when all its parts have gone comes to 7: its head 3 + a marker 4`,
		"{name: turns, budget: rest}": "",
		"{name: turns, budget: rest}, {name: goal, budget: 70, keep: always}": `the section "turns" has a rest of 5, and what stands there when all its parts have gone comes to 7: its head 3 + a marker 4`,
		"{name: turns, budget: 1, keep: always}":                              "",
	} {
		source := "grantgen: 1\nlayouts: {l: {window: 100, tokenizer: o200k_base, sections: [" + sections + "]}}\nroles: {n: {layout: l, sees: {ask: string}, parts: {ask: {register: considered, from: ask, section: turns}}}}\n"
		_, diags := Parse([]File{{Name: "s.grant.yaml", Bytes: []byte(source)}}, nil, WithCount(count), WithFrame(frame))
		switch {
		case want == "" && diags.HasErrors():
			t.Errorf("%s: %v", sections, diags)
		case want != "" && (len(diags) == 0 || diags[0].Message != want || diags[0].Line != 2):
			t.Errorf("%s: %v", sections, diags)
		}
	}
	source := "grantgen: 1\nlayouts: {l: {window: 100, tokenizer: o200k_base, sections: [{name: policy, budget: 7, keep: always}]}}\nroles: {n: {layout: l, sees: {a: {fixed: a.md}}, parts: {a: {register: binding, from: a, section: policy}}}}\n"
	_, diags := Parse([]File{{Name: "s.grant.yaml", Bytes: []byte(source)}}, func(string) ([]byte, error) { return []byte("a b c"), nil }, WithCount(count), WithFrame(frame))
	const want = `the fixed texts of the section "policy" come to 8 against its budget of 7 in the role "n": a.md 3 + its head and headings 5`
	if len(diags) != 1 || diags[0].Message != want {
		t.Errorf("%v", diags)
	}
}
