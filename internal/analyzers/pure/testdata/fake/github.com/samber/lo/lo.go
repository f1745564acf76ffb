// Package lo has the shape of the module.
package lo

// Keys gives the keys as they come.
func Keys[K comparable, V any](in ...map[K]V) (keys []K) {
	for k := range in[0] {
		keys = append(keys, k)
	}
	return keys
}
