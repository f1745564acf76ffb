package fine

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"time"

	"example.com/app/grants/norway"
)

func comparingFrom(from int) func(a, b string) int {
	n := max(from, 0)
	return func(a, b string) int { return cmp.Compare(a[min(n, len(a)):], b) }
}

// building uses a literal that writes to a variable around it, and gives back one that does not.
func building(words []string) func(string) string {
	table := map[string]string{}
	put := func(w string) { table[w] = strings.ToUpper(w) }
	for _, w := range words {
		put(w)
	}
	return func(s string) string { return table[s] }
}

var (
	upperCase    = strings.ToUpper
	compareTails = comparingFrom(1)
	spelling     = building([]string{"a"})
	kindOf       = reflect.TypeOf(0)
)

func WithoutState(g *norway.Grant, p *norway.Parts) {
	names := []string{upperCase("a"), spelling("b"), kindOf.Name()}
	slices.SortFunc(names, compareTails)
	count := func() func() int { n := 0; return func() int { n++; return n } }() // a new one in each call
	_ = count()
}

func ZoneDoesNotShow(g *norway.Grant, p *norway.Parts) {
	_ = time.Unix(0, 0).UTC().String()
	_ = time.UnixMilli(1).Add(time.Hour).In(time.UTC).String()
	at := time.UnixMicro(5)
	_, _ = at.UTC().String(), time.Time{}.Before(time.Unix(3, 0))
	_ = at.Sub(time.Unix(1, 0))
}

func OneWay(g *norway.Grant, p *norway.Parts) {
	m := map[string]int{}
	top, sum, set := 0, 0, 0
	for k, v := range m {
		if v > top {
			top = v
		}
		if top < len(k) {
			top = len(k)
		}
		sum += v
		sum--
		set &= v
		set &^= len(k)
		for _, i := range []int{1} {
			sum += i
		}
	}
	_, _, _ = top, sum, set
}
