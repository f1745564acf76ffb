package schema

import (
	"go/token"
	"strings"

	"github.com/grantgen/grantgen/schema/internal/shape"
)

// goType reads import/path.Type. Whether there is such a type, and whether it has the fields that the schema names, is for the compiler
// to say: generation never looks at the application's code.
func (r *resolver) goType(w shape.GoName) (string, bool) {
	if !w.Given() {
		return "", false
	}
	text := w.String()
	name := text[strings.LastIndexByte(text, '.')+1:]
	if !assemblerRE.MatchString(text) || !token.IsIdentifier(name) {
		r.fail(w.Pos(), "go", "%q names no type", cut(text)).Expected = "import/path.Type, such as example.org/app/events.Offer"
		return "", false
	}
	return text, true
}
