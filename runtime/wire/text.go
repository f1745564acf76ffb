package wire

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// Text is a value as a template writes it: a roster value by its label, a set by its labels in the roster's order, an int in
// decimal, a float in its shortest form, true or false, a time in RFC 3339 UTC, a duration in Go's form, a list joined by ", ".
func Text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		b, _ := appendFloat(nil, v) // as JSON writes it; NaN and infinities never come off a log
		return string(b)
	case bool:
		return strconv.FormatBool(v)
	case time.Time:
		return v.UTC().Truncate(time.Microsecond).Format(time.RFC3339Nano) // as on the log
	case fmt.Stringer: // durations, ids, rosters, sets
		return v.String()
	}
	rv := reflect.ValueOf(v)
	if rv.Kind() != reflect.Slice {
		return ""
	}
	items := make([]string, rv.Len())
	for i := range items {
		items[i] = Text(rv.Index(i).Interface())
	}
	return strings.Join(items, ", ")
}

// TextOr is Text of an optional value, or what the template writes when it is absent.
func TextOr[T any](v *T, absent string) string {
	if v == nil {
		return absent
	}
	return Text(*v)
}
