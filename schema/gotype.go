package schema

import (
	"go/token"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema/internal/shape"
)

// goType reads import/path.Type. Whether there is such a type, and whether it has the fields that the schema names, is for others to say:
// the language never looks at the application's code.
func (r *resolver) goType(w shape.GoName) (string, bool) {
	if !w.Given() {
		return "", false
	}
	text := w.String()
	name := text[strings.LastIndexByte(text, '.')+1:]
	if !assemblerRE.MatchString(text) || !token.IsIdentifier(name) {
		r.noGoName(w.Pos(), "go", text, GoTypeName).Expected = "import/path.Type, such as example.org/app/events.Offer"
		return "", false
	}
	return text, true
}

// onlyGo warns of a go: whose value has neither a dot nor a slash: it is a field like any other, and hardly meant as one where it is the
// only one. Under fields: or payload: it is.
func (r *resolver) onlyGo(of, under string, fields shape.Fields) {
	if len(fields.Entries) == 1 && fields.Entries[0].Name() == "go" {
		r.warn(fields.Entries[0].Key.Pos, "go", "%s whose only field is \"go\": an existing Go type is named by go: import/path.Type", of).Expected =
			"such as go: example.org/app/money.Amount, or " + under + ": {go: …} for a field of that name"
	}
}

// noGoName says that a text is no import/path.Name, and which one is near.
func (r *resolver) noGoName(p diag.Pos, code, text string, kind GoKind) *diag.Diagnostic {
	d := r.fail(p, code, "%q names no %s", cut(text), kind)
	if name := text[strings.LastIndexByte(text, '.')+1:]; name != text && token.IsIdentifier(name) {
		if first, _ := utf8.DecodeRuneInString(name); unicode.IsLower(first) {
			d.Message += ": " + cut(name) + " is not exported"
		}
	}
	if r.near != nil {
		if near := r.near(text, kind); near != "" {
			d.Suggest = `did you mean "` + near + `"?`
		}
	}
	return d
}
