// Package fixed has a loop that there is one right way to write.
package fixed

import (
	"fmt"

	"example.com/app/grants/norway"
)

func Norway(g *norway.Grant, p *norway.Parts) {
	text := map[string]string{}
	var out string
	for k := range text { // want `range over text`
		out += k
	}
	for k, v := range text { // want `range over text`
		out += fmt.Sprint(k, v)
	}
	for _, v := range text { // want `range over text`
		out += v
	}
	floats := map[float64]string{}
	for k := range floats { // want `range over floats`
		out += fmt.Sprint(k)
	}
}
