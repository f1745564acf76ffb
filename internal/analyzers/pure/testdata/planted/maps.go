package planted

import (
	"encoding/gob"
	"maps"
	"reflect"
	"slices"
	"sort"
	"strings"

	"github.com/samber/lo"

	"example.com/app/grants/norway"
)

func Maps(g *norway.Grant, p *norway.Parts) {
	m := map[string]int{}
	var keys, unsorted []string
	var text string
	var sum float64
	var last string
	for k := range m { // want `not pure: Maps → range over m \(the order of a map\)`
		text += k
	}
	for k := range m { // want `range over m`
		unsorted = append(unsorted, k)
	}
	for k := range m { // want `range over m`
		keys = append(keys, k)
	}
	text = strings.Join(keys, ",") // used before it is sorted
	sort.Strings(keys)
	for _, v := range m { // want `range over m`
		sum += float64(v) / 3
	}
	for k := range m { // want `range over m`
		last = k
	}
	for k, v := range m { // want `range over m`
		if v > 3 {
			last = k
			break
		}
	}
	inverse := map[int]string{}
	for k, v := range m { // want `range over m`
		inverse[v] = k
	}
	index, n := map[string]int{}, 0
	for k := range m { // want `range over m`
		index[k] = n
		n++
	}
	for k := range m { // want `range over m`
		add(p, k)
	}
	for k, v := range m { // want `range over m`
		if v > n {
			n = v
			last = k
		}
	}
	var b strings.Builder
	for k := range m { // want `range over m`
		_, _ = b.WriteString(k)
	}
	_ = slices.Collect(maps.Keys(m)) // want `maps.Keys \(the order of a map\)`
	for v := range maps.Values(m) {  // want `maps.Values \(the order of a map\)`
		text += string(rune(v))
	}
	for k, v := range maps.All(m) { // want `maps.All \(the order of a map\)`
		last = k + string(rune(v))
	}
	_ = lo.Keys(m)                   // want `lo.Keys \(the order of a map\)`
	_ = gob.NewEncoder(&b).Encode(m) // want `gob.NewEncoder \(the order of a map\)` `gob.Encoder.Encode \(the order of a map\)`
	_ = reflect.ValueOf(m).MapKeys() // want `reflect.Value.MapKeys \(the order of a map\)`
	_, _, _, _, _ = text, sum, last, inverse, index
}

func add(*norway.Parts, string) {}

func first(m map[string]bool) string { // want first:`reaches range over m \(the order of a map\)`
	for k := range m {
		return k
	}
	return ""
}

func First(g *norway.Grant, p *norway.Parts) {
	_ = first(nil) // want `First → first → range over m \(the order of a map\)`
}
