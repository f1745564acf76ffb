package planted

import (
	"net/http"
	"slices"
	"sync"

	"example.com/app/grants/norway"
	"example.com/app/lib"
)

var (
	Exported = "x"
	count    int
	taken    int
	table    = map[string]string{}
	names    = []string{"b", "a"}
	settings = &struct{ Formal bool }{}
	mu       sync.Mutex
	constant            = "x"
	speaker  lib.Teller = &counter{}
)

type counter struct{ n int }

func (c *counter) Tell() string { c.n++; return "" }

func set() {
	count = 1
	give(&taken)
	table["x"] = "y"
	slices.Sort(names)
}

func give(*int) {}

func Variables(g *norway.Grant, p *norway.Parts) {
	_ = Exported           // want `not pure: Variables → Exported \(an exported variable, which any package may assign\)`
	_ = lib.Default        // want `lib.Default \(an exported variable, which any package may assign\)`
	_ = count              // want `count \(a variable that is assigned\)`
	_ = taken              // want `taken \(a variable that is assigned\)`
	_ = table["x"]         // want `table \(a variable that is assigned\)`
	_ = names[0]           // want `names \(a variable that is assigned\)`
	_ = settings.Formal    // want `settings \(a variable that refers to what may change\)`
	mu.Lock()              // want `mu \(a variable that is assigned\)`
	constant = "y"         // want `constant \(a variable that is assigned\)`
	_ = lib.Counted()      // want `lib.Counted → lib.calls \(a variable that is assigned\)`
	lib.Err = nil          // want `assignment to lib.Err \(a variable that is assigned\)`
	_ = speaker.Tell()     // want `speaker \(a variable that refers to what may change\)`
	_ = http.DefaultClient // want `http.DefaultClient \(I/O\)`
}
