package wire

import (
	"slices"
	"strings"

	"github.com/grantgen/grantgen/runtime/internal/scope"
)

// Scope joins the segments of a scope, each quoted where it must be; an empty segment (a roster value that is none) makes the empty scope, which is refused
// wherever it is used.
func Scope(segments ...string) string {
	if slices.Contains(segments, "") {
		return ""
	}
	quoted := make([]string, len(segments))
	for i, s := range segments {
		quoted[i] = scope.Quote(s)
	}
	return strings.Join(quoted, ":")
}

// SetJSON writes the names of a set, sorted: the roster's order may change, and the bytes on the log may not.
func SetJSON(names []string) ([]byte, error) {
	sorted := slices.Sorted(slices.Values(names))
	if sorted == nil {
		sorted = []string{}
	}
	return appendValue(nil, sorted)
}
