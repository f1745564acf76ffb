package assembly_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/token"
	"github.com/grantgen/grantgen/runtime/token/bpe"
)

// A text of 10 MB, a million parts of one byte, 200,000 marks on one letter: bounded by the section's budget, under a marker that tells
// of these parts alone. No clock is read: work that grew with the square of these sizes would not come to an end.
func TestHugeParts(t *testing.T) {
	for _, counter := range []token.Counter{token.Characters, byLine{bpe.O200kBase}, token.Memo(byLine{bpe.CL100kBase}, 1000), token.Estimate} {
		for name, text := range map[string]string{
			"words": strings.Repeat("An offer, a counter-offer; ", 10<<20/27), "no spaces": strings.Repeat("x", 1<<20), "lines": strings.Repeat("an offer\n", 10<<20/9),
			"marks": "e" + strings.Repeat("\u0301", 200_000), "flags": strings.Repeat("🇳🇴", 50_000), "blank": strings.Repeat(" ", 1<<20) + "x",
		} {
			l, slots := assistant()
			l.Counter = counter
			small := said{section: "evidence", text: "A small note."}
			c := finish(t, under(l, slots, 0, said{section: "evidence", text: text}, small, said{section: "goal", text: "Answer."}))
			prompt := sections(t, c)
			if n, _ := counter.Count(prompt); n > 2000 || c.Sections[2].Used > 300 || !strings.Contains(prompt, " tokens omitted...]\n") || !utf8.ValidString(prompt) || !strings.Contains(prompt, "Answer.") {
				t.Errorf("%s by %s: %d tokens, %+v", name, token.Name(counter), n, c.Sections[2])
			}
			if again := finish(t, under(l, slots, 0, said{section: "evidence", text: text}, small, said{section: "goal", text: "Answer."})); sections(t, again) != prompt {
				t.Errorf("%s: the same input gives another prompt", name)
			}
		}
	}
}

func TestMillionParts(t *testing.T) {
	if testing.Short() {
		t.Skip("a million parts")
	}
	for _, shed := range []bool{true, false} {
		l := &assembly.Layout{Name: "l", Allowed: 1000, Counter: token.Characters, Sections: []assembly.Section{{Name: "turns", Budget: 200, Shed: shed}}}
		slot := &assembly.Slot{Name: "turns", Register: assembly.Considered, Uncited: true, Section: "turns"}
		s := assembly.Open(assembly.Setup{Slots: []*assembly.Slot{slot}, Layout: l})
		for range 1_000_000 {
			s.Add(slot, assembly.Content{Text: "x"})
		}
		c := finish(t, s)
		if c.Used > 200 || c.Sections[0].Omitted != 2*len(c.Shed) || len(c.Parts)+len(c.Shed) != 1_000_000 || len(c.Parts) < 50 {
			t.Errorf("%+v", c.Sections)
		}
	}
}

// Every total, on texts that are hard to cut: the prompt is always UTF-8, keeps to the total, and no character of a reader's is cut.
func TestCutsAtEveryLength(t *testing.T) {
	whole := []string{"Decisión final de México, años.", "👨\u200d👩\u200d👧👍🏽🇳🇴e\u0301", "汉语没有空格。也没有字母。", "ภาษาไทยไม่มีช่องว่าง", "क्षत्रिय नमस्ते", "한국어\u1112\u1161\u11ab"}
	for _, text := range whole {
		text = strings.Repeat(text, 8)
		l := &assembly.Layout{Name: "l", Counter: token.Characters, Sections: []assembly.Section{{Name: "s", Rest: true}}}
		slot := &assembly.Slot{Name: "s", Register: assembly.Considered, Uncited: true, Section: "s"}
		for total := 1; total < 330; total++ {
			s := assembly.Open(assembly.Setup{Slots: []*assembly.Slot{slot}, Layout: l})
			s.Add(slot, assembly.Content{Text: text})
			c, err := s.Finish(assembly.OptionsOf([]assembly.Option{assembly.WithBudget(assembly.Budget{Total: total})}))
			if err != nil {
				continue
			}
			prompt := sections(t, c)
			if n := utf8.RuneCountInString(prompt); n > total || !utf8.ValidString(prompt) {
				t.Fatalf("%d of %d: %q", n, total, prompt)
			}
			if len(c.Parts) == 1 {
				rest := strings.TrimPrefix(text, c.Parts[0].Content)
				for _, joined := range []string{"\u0301", "\u200d", "\U0001f3fd", "ि", "์", "ั", "\u1161"} {
					if strings.HasPrefix(rest, joined) {
						t.Fatalf("cut within a character: %q | %q", c.Parts[0].Content, rest[:8])
					}
				}
			}
		}
	}
}
