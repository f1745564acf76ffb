package assembly

import (
	"fmt"
	"io"
)

// PrintField is one granted field of a view.
type PrintField struct {
	Name  string
	Value any
}

// Print is the body of a view's Format method: it prints the granted fields as fmt prints a struct that had these fields and no
// other, under every verb and flag.
//
//	func (v RoomOfferMade) Format(f fmt.State, verb rune) {
//		assembly.Print(f, verb, "norway.RoomOfferMade", assembly.PrintField{Name: "Text", Value: v.Text})
//	}
func Print(f fmt.State, verb rune, typeName string, fields ...PrintField) {
	each := fmt.FormatString(f, verb)
	gosyntax := verb == 'v' && f.Flag('#')
	named := gosyntax || verb == 'v' && f.Flag('+')
	between := " "
	if gosyntax {
		between = ", "
		_, _ = io.WriteString(f, typeName)
	}
	_, _ = io.WriteString(f, "{")
	for i, field := range fields {
		if i > 0 {
			_, _ = io.WriteString(f, between)
		}
		if named {
			_, _ = io.WriteString(f, field.Name+":")
		}
		_, _ = fmt.Fprintf(f, each, field.Value)
	}
	_, _ = io.WriteString(f, "}")
}
