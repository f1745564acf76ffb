package lookalike

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// fold is what a rune looks like: a capital letter A to Z, with I for I, L and 1; ':' for colons, '-' for dashes and equals signs,
// '(' '<' '[' '{' ')' for brackets, '.' for other marks, '?' for a letter that looks like none of ours, 0 for what is not seen.
func fold(r rune) byte {
	if r = width(r); r < 0x80 {
		return ascii[r]
	}
	if c, ok := alike[r]; ok {
		return c
	}
	if unicode.IsSpace(r) || Unseen(r) || unicode.Is(unicode.M, r) || unicode.IsControl(r) {
		return 0
	}
	if r >= 0x1d400 && r <= 0x1d6a3 { // mathematical alphabets, 26 capitals and 26 small letters each
		return ascii['A'+(r-0x1d400)%26]
	}
	switch {
	case r >= 0x24b6 && r <= 0x24e9: // circled
		return ascii['A'+(r-0x24b6)%26]
	case r >= 0x249c && r <= 0x24b5: // in brackets
		return ascii['A'+(r-0x249c)]
	case r >= 0x1f110 && r <= 0x1f129, r >= 0x1f130 && r <= 0x1f149, r >= 0x1f150 && r <= 0x1f169, r >= 0x1f170 && r <= 0x1f189:
		return ascii['A'+(r-0x1f110)%32]
	case r >= 0x1f1e6 && r <= 0x1f1ff: // regional indicators
		return ascii['A'+(r-0x1f1e6)]
	case unicode.Is(unicode.Pd, r), r == 0x2212, r == 0x2500, r == 0x2501:
		return '-'
	case unicode.IsLetter(r) || unicode.IsNumber(r):
		if plain := norm.NFKD.PropertiesString(string(r)).Decomposition(); plain != nil { // marks, raised and small letters
			if first, _ := utf8.DecodeRune(plain); first != r && unicode.IsLetter(first) {
				return fold(first)
			}
		}
		return '?'
	}
	return '.'
}

// width takes the full-width form of an ASCII character for the character.
func width(r rune) rune {
	if r >= 0xff01 && r <= 0xff5e {
		return r - 0xfee0
	}
	return r
}

var ascii = func() (t [128]byte) {
	for c := range t {
		switch {
		case c <= ' ' || c == 0x7f:
			t[c] = 0
		case c >= 'A' && c <= 'Z':
			t[c] = byte(c)
		case c >= 'a' && c <= 'z':
			t[c] = byte(c - 'a' + 'A')
		default:
			t[c] = '.'
		}
	}
	for _, pair := range [][2]string{
		{"Ll1|", "I"},
		{"0", "O"},
		{"5$", "S"},
		{"3", "E"},
		{"4@", "A"},
		{":", ":"},
		{"-=", "-"},
		{"(", "("},
		{"<", "<"},
		{"[", "["},
		{"{", "{"},
		{")]}", ")"},
	} {
		for i := range len(pair[0]) {
			t[pair[0][i]] = pair[1][0]
		}
	}
	return t
}()

// alike maps single runes of other blocks, mostly by Unicode's own list of confusables, for the letters that our words use.
var alike = func() map[rune]byte {
	m := map[rune]byte{}
	for _, row := range strings.Fields(`
AАаΑαÀÁÂÃÄÅĀĂĄàáâãäåāăąᴀᎪꓮ∀ⱭɑⒶ BВΒвʙᏴꓐ CСсϹϲÇĆĈĊČçćĉċčᴄᏟꓚⅭⅽ℃ℂ DԀԁÐĎĐďđᴅᎠꓓⅮⅾ EЕеЁёΕεÈÉÊËĒĔĖĘĚèéêëēĕėęěᴇᎬꓰℰ℮ FϜƑғꜰꓝℱ GԌɢĜĞĠĢ
HНнΗʜĤĦᎻꓧℋℌℍ IІіЇїΙιıÌÍÎÏĨĪĬĮİìíîïĩīĭįɪᏆꓲⅠⅰℐℑǀ׀∣ӀӏLᏞꓡʟŁłĹĻĽⅬⅼℒℓ KКкΚκᴋ MМмΜᴍᎷꓟⅯⅿℳṀ NΝᴎɴÑŃŅŇñńņňꓠℕηп
OОоΟοσÒÓÔÕÖØŌŎŐòóôõöøōŏőᴏՕօꓳ〇○● PРрΡρᴘᏢꓑℙ RᎡꓣʀŔŖŘŕŗřᏒгℛℜℝ SЅѕՏꜱŚŜŞŠśŝşšᏚꓢȘș TТтΤτᴛŢŤŦţťŧᎢꓔȚț UՍսᴜÙÚÛÜŨŪŬŮŰŲùúûüũūŭůűųυꓴᑌ
VѴѵνᴠⅤⅴ XХхΧχⅩⅹ YУуΥүҮÝýÿʏꓬ ZΖᴢŹŻŽźżžꓜ`) {
		runes := []rune(row)
		class := byte(runes[0])
		for _, r := range runes[1:] {
			if r >= 'A' && r <= 'Z' { // a second letter that looks the same
				continue
			}
			m[r] = class
		}
	}
	for _, r := range "：∶﹕︓ːˑ꞉׃܃։፡᛬⁚" {
		m[r] = ':'
	}
	for _, r := range "＝═⁼" {
		m[r] = '-'
	}
	for r, c := range map[rune]byte{'‹': '<', '〈': '<', '⟨': '<', '《': '<', '【': '[', '〔': '[', '⟦': '[', '⦗': '[', '⁽': '(', '】': ')', '〕': ')'} {
		m[r] = c
	}
	return m
}()
