package timeline

import (
	"bytes"
	"strconv"
)

func (v Value) appendJSON(out []byte) []byte {
	switch v.kind {
	case KindText:
		return appendString(out, v.text)
	case KindInt:
		return strconv.AppendInt(out, v.num, 10)
	case KindFloat:
		return appendFloat(out, v.real)
	case KindBool:
		return strconv.AppendBool(out, v.num != 0)
	case KindSet:
		out = append(out, '[')
		for i, name := range v.set {
			if i > 0 {
				out = append(out, ',')
			}
			out = appendString(out, name)
		}
		return append(out, ']')
	default:
		return append(out, "null"...)
	}
}

// appendFloat writes the shortest form that reads back as f, with a point or an exponent so that it never reads as an int.
func appendFloat(out []byte, f float64) []byte {
	start := len(out)
	out = strconv.AppendFloat(out, f, 'g', -1, 64)
	if !bytes.ContainsAny(out[start:], ".eN") { // N: NaN and Inf, which Prepare refuses
		out = append(out, '.', '0')
	}
	return out
}

// appendString escapes what JSON demands and nothing else, so that a text has one form: engines compare these bytes.
func appendString(out []byte, s string) []byte {
	const hex = "0123456789abcdef"
	out = append(out, '"')
	start := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		out = append(out, s[start:i]...)
		start = i + 1
		switch c {
		case '"', '\\':
			out = append(out, '\\', c)
		case '\b':
			out = append(out, '\\', 'b')
		case '\f':
			out = append(out, '\\', 'f')
		case '\n':
			out = append(out, '\\', 'n')
		case '\r':
			out = append(out, '\\', 'r')
		case '\t':
			out = append(out, '\\', 't')
		default:
			out = append(out, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
	}
	out = append(out, s[start:]...)
	return append(out, '"')
}
