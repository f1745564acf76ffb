package grantdiff

import (
	"maps"
	"slices"
)

// sorted is the keys of maps, each once, in order.
func sorted[T any](of ...map[string]T) []string {
	var keys []string
	for _, m := range of {
		keys = slices.AppendSeq(keys, maps.Keys(m))
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}
