package trace

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// The refs that are cut out of a payload are those that decoding it gives, whatever the texts in it look like.
func TestRefsAreCutOutOfAnyPayload(t *testing.T) {
	text := rapid.StringOfN(rapid.SampledFrom([]rune("}]{[,\":\\ra<\u2028")), 0, 12, -1)
	words := rapid.OneOf(text, rapid.SampledFrom([]string{`},{"`, `},{`, `}],[{`, `\`, `}]`, `"read":[{"event":"x"}]`, `"seals":["a"]`, `{"section":`, `\"},{\"`}))
	rapid.Check(t, func(t *rapid.T) {
		refs := []map[string]any{}
		for range rapid.IntRange(0, 6).Draw(t, "refs") {
			refs = append(refs, rapid.SampledFrom([]map[string]any{
				{"event": words.Draw(t, "event"), "seq": 3},
				{"state": words.Draw(t, "state"), "scope": words.Draw(t, "scope"), "event": "e"},
				{"section": words.Draw(t, "section"), "from_seq": 1, "to_seq": 2},
				{"given": words.Draw(t, "given"), "event": nil},
				{"retrieved": words.Draw(t, "document"), "version": words.Draw(t, "version"), "index": words.Draw(t, "index"), "event": "e", "seq": 4},
			}).Draw(t, "ref"))
		}
		content := any(words.Draw(t, "content"))
		if rapid.Bool().Draw(t, "structured") {
			content = map[string]any{"read": []any{map[string]any{"event": "structured"}}, "seals": []string{"structured"}}
		}
		// Keys in the order of Describe and Recorded: that of these structs.
		type part struct {
			Content any `json:"content"`
		}
		described := struct {
			Parts    []part           `json:"parts"`
			Read     []map[string]any `json:"read"`
			Sections []map[string]any `json:"sections,omitempty"`
			Notes    []map[string]any `json:"notes,omitempty"`
		}{Parts: []part{{content}}, Read: refs}
		if rapid.Bool().Draw(t, "more") {
			described.Sections = []map[string]any{{"name": words.Draw(t, "name")}, {"name": "b"}}
			described.Notes = []map[string]any{{"kind": "a", "text": words.Draw(t, "note")}, {"kind": "b"}}
		}
		seals := []string{}
		for range refs {
			seals = append(seals, words.Draw(t, "seal"))
		}
		payload, err := encode(struct {
			Input   any      `json:"input"`
			Context any      `json:"context"`
			Seals   []string `json:"seals"`
			Reasons []string `json:"reasons"`
		}{map[string]any{"ask": words.Draw(t, "ask"), "read": []any{map[string]any{"event": "given"}}}, described, seals, []string{words.Draw(t, "reason")}})
		if err != nil {
			t.Fatal(err)
		}
		var whole struct {
			Context struct {
				Read []ReadRef `json:"read"`
			} `json:"context"`
			Seals []string `json:"seals"`
		}
		if err := json.Unmarshal(payload, &whole); err != nil {
			t.Fatal(err)
		}
		got := []ReadRef{}
		if err := eachRef(payload, func(i int, raw []byte) error {
			var ref ReadRef
			if i != len(got) {
				t.Errorf("the %d-th comes as the %d-th", len(got), i)
			}
			err := json.Unmarshal(raw, &ref)
			got = append(got, ref)
			return err
		}); err != nil {
			t.Fatalf("%v in %s", err, payload)
		}
		if d := cmp.Diff(whole.Context.Read, got); d != "" {
			t.Fatalf("%s\nin %s", d, payload)
		}
		var sealed []string
		if err := lastList(payload, "seals", &sealed); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(whole.Seals, sealed); d != "" {
			t.Fatalf("%s\nin %s", d, payload)
		}
	})
}
