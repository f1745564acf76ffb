package assembly

import (
	"fmt"
	"reflect"
)

// PrintView is the body of a view's Format method: it prints the view's exported fields, which are the granted ones, and nothing
// of the source inside.
func PrintView(f fmt.State, verb rune, view any) {
	v := reflect.ValueOf(view)
	t := v.Type()
	fields := make([]PrintField, 0, t.NumField())
	for i := range t.NumField() {
		if t.Field(i).IsExported() {
			fields = append(fields, PrintField{Name: t.Field(i).Name, Value: v.Field(i).Interface()})
		}
	}
	Print(f, verb, t.String(), fields...)
}
