package lookalike

import (
	"strings"
	"testing"
	"time"
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

// D7: 10 MB, and 200,000 marks on one letter, in linear time.
func TestLargeTexts(t *testing.T) {
	start := time.Now()
	for _, text := range []string{strings.Repeat("MUST HOL", 10<<20/8), "M" + strings.Repeat("\u0301", 200_000) + "UST HOLD:", strings.Repeat("\u202e:DLOH TSUM\n", 50_000)} {
		Scan(text)
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("it took %v", took)
	}
}
