package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// eachRef visits the refs of what was read, undecoded.
func eachRef(payload []byte, see func(i int, raw []byte) error) error {
	at, err := lastAt(payload, "read")
	if err != nil {
		return err
	}
	for i, rest := 0, payload[at+1:]; len(rest) > 0 && rest[0] == '{'; i++ {
		end := objectEnd(rest)
		if end == 0 {
			return errors.New("a source does not end")
		}
		if err := see(i, rest[:end]); err != nil {
			return err
		}
		var more bool
		if rest, more = bytes.CutPrefix(rest[end:], []byte(",")); !more {
			return nil
		}
	}
	return nil
}

// objectEnd is the length of the object that b begins with, 0 if it does not end. What stands in strings is passed over: a text may end
// in what would be the border of two objects.
func objectEnd(b []byte) int {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			for i++; i < len(b) && b[i] != '"'; i++ {
				if b[i] == '\\' {
					i++
				}
			}
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// lastList decodes the last list of that name.
func lastList(payload []byte, name string, into any) error {
	at, err := lastAt(payload, name)
	if err != nil {
		return err
	}
	return json.NewDecoder(bytes.NewReader(payload[at:])).Decode(into)
}

// lastAt is where the last list of that name begins. Text cannot stand for one, since a quote in a string is escaped; structured content may
// have a key of that name, and stands before: Describe has what was read after the parts, and seals come after Describe.
func lastAt(payload []byte, name string) (int, error) {
	key := []byte(`"` + name + `":[`)
	i := bytes.LastIndex(payload, key)
	if i < 0 {
		return 0, fmt.Errorf("it has no list %s", name)
	}
	return i + len(key) - 1, nil
}
