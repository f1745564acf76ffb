package canon

import (
	"fmt"
	"strconv"
	"strings"
)

// appendNumber writes a JSON number by its exact value, laid out as ECMAScript's Number::toString does: d digits and a point at n.
func appendNumber(out []byte, text string) ([]byte, error) {
	rest, negative := strings.CutPrefix(text, "-")
	mantissa, exponent := rest, ""
	if at := strings.IndexAny(rest, "eE"); at >= 0 {
		mantissa, exponent = rest[:at], rest[at+1:]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	if digits == "" {
		return append(out, '0'), nil
	}
	n := int64(len(digits)) - int64(len(fraction)) // the value is 0.digits × 10^n
	digits = strings.TrimRight(digits, "0")
	if exponent != "" {
		const most = 1 << 53
		e, err := strconv.ParseInt(exponent, 10, 64)
		if err != nil || e > most || e < -most {
			return nil, fmt.Errorf("canonical JSON: a number's exponent is out of range")
		}
		n += e
	}
	if negative {
		out = append(out, '-')
	}
	return appendDigits(out, digits, n), nil
}

func appendDigits(out []byte, digits string, n int64) []byte {
	k := int64(len(digits))
	switch {
	case k <= n && n <= 21:
		out = append(out, digits...)
		return append(out, strings.Repeat("0", int(n-k))...)
	case 0 < n && n <= 21:
		out = append(out, digits[:n]...)
		out = append(out, '.')
		return append(out, digits[n:]...)
	case -6 < n && n <= 0:
		out = append(out, "0."...)
		out = append(out, strings.Repeat("0", int(-n))...)
		return append(out, digits...)
	}
	out = append(out, digits[0])
	if k > 1 {
		out = append(out, '.')
		out = append(out, digits[1:]...)
	}
	out = append(out, 'e')
	if n > 0 {
		out = append(out, '+')
	}
	return strconv.AppendInt(out, n-1, 10)
}
