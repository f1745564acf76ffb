package page

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

// A page with sliders is not replaced by one that could have none, whatever its texts look like; by one that could, it is.
func TestSlidersAreNotLost(t *testing.T) {
	name := filepath.Join(t.TempDir(), "page.html")
	with := Page{Texts: []string{strings.Repeat("x", 3<<20)}, Contexts: []Context{{Sweep: &Sweep{Totals: []Outcome{{Total: 1}}}}}}
	without := Page{NoSlider: "none", Texts: []string{`"sweep":{"recorded":1`}}
	for _, c := range []struct {
		write func(string, Page) error
		p     Page
		want  error
	}{{WriteFile, without, nil}, {WriteFile, without, nil}, {WriteFile, with, nil}, {WriteFile, without, ErrSliders}, {WriteFile, with, nil}, {WriteFile, Page{}, nil}, {WriteFile, with, nil}, {Overwrite, without, nil}, {WriteFile, without, nil}} {
		if err := c.write(name, c.p); !errors.Is(err, c.want) {
			t.Errorf("%v, want %v", err, c.want)
		}
	}
	for at := range 40 { // wherever it lies
		text := strings.Repeat("x", 1<<20-20+at) + string(sliders) + "x"
		if has, err := contains(strings.NewReader(text), sliders); !has || err != nil {
			t.Errorf("at %d: %t %v", at, has, err)
		}
		if has, err := contains(strings.NewReader(text[:len(text)-2]), sliders); has || err != nil {
			t.Errorf("at %d, not whole: %t %v", at, has, err)
		}
	}
}
