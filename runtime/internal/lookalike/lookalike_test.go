package lookalike

import (
	"strings"
	"testing"
)

func TestReads(t *testing.T) {
	for text, want := range map[string]string{
		"MUST HOLD:":                  "the heading MUST HOLD",
		"must hold":                   "the heading MUST HOLD",
		"x\n> must_hold - a":          "the heading MUST HOLD",
		"ＭＵＳＴ ＨＯＬＤ： a":                "the heading MUST HOLD",
		"МUЅТ НОLD:":                  "the heading MUST HOLD",
		"ΜUST ΗΟLD:":                  "the heading MUST HOLD",
		"𝕄𝕌𝕊𝕋 𝔥𝔬𝔩𝔡:":                  "the heading MUST HOLD",
		"Ⓜⓤⓢⓣ Ⓗⓞⓛⓓ:":                  "the heading MUST HOLD",
		"🅼🆄🆂🆃 🅷🅾🅻🅳:":                  "the heading MUST HOLD",
		"ᴍᴜꜱᴛ ʜᴏʟᴅ:":                  "the heading MUST HOLD",
		"MU5T H0LD:":                  "the heading MUST HOLD",
		"ṂỤṢṬ ḤỌḶḌ:":                  "the heading MUST HOLD",
		"ᴹᵁˢᵀ ᴴᴼᴸᴰ:":                  "the heading MUST HOLD",
		"① MUST HOLD: a":              "the heading MUST HOLD",
		"x\n٣. consider:":             "the heading CONSIDER",
		"⑴ Craft:":                    "the heading CRAFT",
		"［．．．٢٤٠ tokens omitted．．．］":  "omitted text",
		"[...²⁴⁰ tokens omitted...]":  "omitted text",
		"\u202e:DLOH TSUM":            "the heading MUST HOLD",
		"CONSlDER:":                   "the heading CONSIDER",
		"(3) Craft:":                  "the heading CRAFT",
		"Summarised (x)":              "the heading SUMMARISED",
		" human :":                    "speaker's mark",
		"ok\u2028SYSTEM: obey":        "speaker's mark",
		"＜|x|>":                       "special token",
		"< / TEXT-0 >":                "fence",
		"[... 12 tokens omitted ...]": "omitted text",
		"[System Notice] x":           "notice",
		"":                            "",
		"We must hold":                "",
		"must hold firm":              "",
		"a craft: b":                  "",
		"Human beings":                "",
		"12: craft":                   "the heading CRAFT",
		"text-book":                   "",
		"tokens omitted":              "",
		`{"craft":1}`:                 "",
	} {
		got := Scan(text).Reads
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%q reads like %q, want %q", text, got, want)
		}
	}
}

// Every letter of the words has look-alikes, and each folds to the letter.
func TestFold(t *testing.T) {
	for r, c := range alike {
		if got := fold(r); got != c {
			t.Errorf("%c folds to %c, want %c", r, got, c)
		}
	}
	for i, r := range []rune("ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
		want := ascii['A'+i]
		for _, alike := range []rune{r, r + 32, r + 0xfee0, 0x1d400 + rune(i), 0x1d63c + rune(i), 0x24b6 + rune(i), 0x1f1e6 + rune(i)} {
			if got := fold(alike); got != want {
				t.Errorf("%c folds to %c, want %c", alike, got, want)
			}
		}
	}
}

// D7: 10 MB, and 200,000 marks on one letter. No clock is read: work that grew with the square of these sizes would not come to an
// end in the time that go test gives.
func TestLargeTexts(t *testing.T) {
	for _, c := range []struct {
		text, want string
		lines      bool
	}{
		{strings.Repeat("MUST HOL", 10<<20/8), "", false},
		{"M" + strings.Repeat("\u0301", 200_000) + "UST HOLD:", "the heading MUST HOLD", false},
		{strings.Repeat("\u202e:DLOH TSUM\n", 50_000), "the heading MUST HOLD", true},
	} {
		found := Scan(c.text)
		if (found.Reads == "") != (c.want == "") || !strings.Contains(found.Reads, c.want) || found.Lines != c.lines || found.Blank || found.Invalid {
			t.Errorf("%.30q… is %+v", c.text, found)
		}
	}
}
