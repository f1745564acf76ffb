package planted

import (
	"strconv"
	"strings"
	"time"

	"example.com/app/grants/norway"
	"example.com/app/lib"
)

func counting() func() int {
	n := 0
	return func() int { n++; return n }
}

func remembering() func(string) string {
	var b strings.Builder
	remember := func(s string) string { b.WriteString(s); return b.String() }
	return remember
}

func wrapped(f func() int) func() int { return f }

func teller() lib.Teller { return &counter{} }

// What a variable begins with has a state that no assignment shows.
var (
	next     = counting()
	again    = wrapped(counting())
	remember = remembering()
	inline   = func() func() int { n := 0; return func() int { n++; return n } }()
	listed   = []func() int{counting()}
	inStruct = struct{ next func() int }{counting()}
	told     = teller()
)

func States(g *norway.Grant, p *norway.Parts) {
	_ = next()          // want `next \(a variable that refers to what may change\)`
	_ = again()         // want `again \(a variable that refers to what may change\)`
	_ = remember("x")   // want `remember \(a variable that refers to what may change\)`
	_ = inline()        // want `inline \(a variable that refers to what may change\)`
	_ = listed[0]()     // want `listed \(a variable that refers to what may change\)`
	_ = inStruct.next() // want `inStruct \(a variable that refers to what may change\)`
	_ = told.Tell()     // want `told \(a variable that refers to what may change\)`
}

func Zones(g *norway.Grant, p *norway.Parts) {
	_ = time.Unix(0, 0).String()                      // want `time.Unix \(the machine's time zone\)`
	_ = time.UnixMilli(0).Add(time.Hour).Format("15") // want `time.UnixMilli \(the machine's time zone\)`
	at := time.UnixMicro(0)                           // want `time.UnixMicro \(the machine's time zone\)`
	add(p, strconv.FormatInt(at.Unix(), 10)+at.Weekday().String())
	add(p, later(time.Unix(0, 0)).UTC().String()) // want `time.Unix \(the machine's time zone\)`
}

func later(t time.Time) time.Time { return t.AddDate(0, 0, 1) }

func Mixed(g *norway.Grant, p *norway.Parts) {
	m := map[string]int{}
	h, last, top := 0, 0, 0
	for _, v := range m { // want `range over m`
		h *= 31
		h += v
	}
	names := map[string]string{}
	seen := map[string]bool{}
	for k, v := range names { // want `range over names`
		seen[k] = true
		delete(seen, v)
	}
	lists := map[string][]int{}
	for _, l := range lists { // want `range over lists`
		for _, last = range l {
		}
	}
	for _, v := range m { // want `range over m`
		top = max(top, v)
		top = min(top, 10-v)
	}
	for _, v := range m { // want `range over m`
		h++
		if v > 3 {
			h = 0
		}
	}
	_, _, _ = h, last, top
}
