package slice

import "reflect"

// IsZero says that a record was never set.
func IsZero(v any) bool { return reflect.ValueOf(v).IsZero() }
