package pin

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// lines writes JSON so that a diff of two is easy to read: one line for each value, "messages[0].content: Hello"; a text of several
// lines is as many.
func lines(b []byte) string {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return string(b)
	}
	var out strings.Builder
	appendLines(&out, "", v)
	return out.String()
}

func appendLines(out *strings.Builder, path string, v any) {
	switch v := v.(type) {
	case map[string]any:
		if len(v) == 0 {
			writeLine(out, path, "{}")
		}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			at := key
			if !timeline.IsName(key) {
				at = strconv.Quote(key)
			}
			if path != "" {
				at = path + "." + at
			}
			appendLines(out, at, v[key])
		}
	case []any:
		if len(v) == 0 {
			writeLine(out, path, "[]")
		}
		for i, element := range v {
			appendLines(out, fmt.Sprintf("%s[%d]", path, i), element)
		}
	case string:
		for _, line := range strings.Split(v, "\n") {
			writeLine(out, path, line)
		}
	case nil:
		writeLine(out, path, "null")
	default:
		writeLine(out, path, fmt.Sprint(v))
	}
}

func writeLine(out *strings.Builder, path, text string) {
	if path != "" {
		out.WriteString(path + ": ")
	}
	out.WriteString(text + "\n")
}
