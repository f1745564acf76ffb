package assemblytest

import "strconv"

// Normalise gives the ids (UUIDs in canonical form) in a text names by the order in which they first appear: id-1, id-2 …
func Normalise(text []byte) []byte {
	names := map[string]string{}
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		if (i > 0 && wordy(text[i-1])) || !isID(text[i:]) {
			out = append(out, text[i])
			i++
			continue
		}
		id := string(text[i : i+36])
		if names[id] == "" {
			names[id] = "id-" + strconv.Itoa(len(names)+1)
		}
		out = append(out, names[id]...)
		i += 36
	}
	return out
}

// isID says that s begins with a UUID that ends there.
func isID(s []byte) bool {
	if len(s) < 36 || len(s) > 36 && wordy(s[36]) {
		return false
	}
	for i := range 36 {
		if i == 8 || i == 13 || i == 18 || i == 23 {
			if s[i] != '-' {
				return false
			}
		} else if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

func wordy(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '-' || c == '_'
}
