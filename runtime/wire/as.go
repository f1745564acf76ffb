package wire

// AsText is a field of an application's own Go type where the schema says string: a string, or a type made of one.
func AsText[T ~string](v T) string { return string(v) }

// AsInt is such a field where the schema says int: any integer that an int64 holds.
func AsInt[T ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32](v T) int64 {
	return int64(v)
}

// AsFloat is such a field where the schema says float.
func AsFloat[T ~float32 | ~float64](v T) float64 { return float64(v) }

// AsBool is such a field where the schema says bool.
func AsBool[T ~bool](v T) bool { return bool(v) }

// AsOptional is such a field where the schema's type is optional, and Go's a pointer; nil stays nil.
func AsOptional[T, U any](v *T, as func(T) U) *U {
	if v == nil {
		return nil
	}
	u := as(*v)
	return &u
}
