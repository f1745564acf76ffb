package schema

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema/internal/shape"
)

// What a layout has when the schema does not say.
const (
	defaultWindow = 204000
	defaultSafety = 0.75
)

var tokenizers = []string{"cl100k_base", "o200k_base"}

func (r *resolver) readLayouts() {
	declareBroken(&r.layouts, r.doc.Layouts)
	for _, e := range r.doc.Layouts.Entries {
		r.layouts.declare(e.Name())
		if l := r.layout(e); l != nil {
			r.layouts.add(e.Name(), l)
		}
	}
}

func (r *resolver) layout(e shape.Entry[shape.Layout]) *Layout {
	f := e.Val
	l := &Layout{Pos: e.Key.Pos, Name: e.Name(), Window: defaultWindow, Safety: defaultSafety, Tokenizer: f.Tokenizer.String(), Written: Written{e.Node}}
	good := true
	whole := func(w shape.Whole, what string, least int, into *int) {
		if !w.Given() {
			return
		}
		if *into = w.N; w.N < least {
			r.fail(w.Pos(), "layout", "%s: %d is less than %d", what, w.N, least).Expected = "tokens"
			good = false
		}
	}
	whole(f.Window, "window", 1, &l.Window)
	whole(f.Reserve, "reserve", 0, &l.Reserve)
	if f.Safety.Given() {
		l.Safety, _ = strconv.ParseFloat(f.Safety.Node().Text, 64)
		if !(l.Safety > 0 && l.Safety <= 1) {
			r.fail(f.Safety.Pos(), "layout", "safety: %s is no share of the window", f.Safety.Node().Text).Expected = "above 0, and at most 1, such as 0.75"
			good = false
		}
	}
	if l.Tokenizer != "" && !slices.Contains(tokenizers, l.Tokenizer) {
		d := r.fail(f.Tokenizer.Pos(), "layout", "no tokenizer is called %q", cut(l.Tokenizer))
		d.Expected, d.Suggest = oneOf(tokenizers)+"; or leave it out and give the budget a counter", diag.DidYouMean(l.Tokenizer, tokenizers)
		good = false
	}
	if !good {
		return nil
	}
	l.Allowed = int(math.Floor(l.Safety*float64(l.Window))) - l.Reserve
	if l.Allowed < 1 {
		r.fail(l.Pos, "layout", "nothing of the window is left: floor(%g × %d) − %d = %d", l.Safety, l.Window, l.Reserve, l.Allowed).Expected = l.roomier(1)
		return nil
	}
	if len(f.Sections) == 0 {
		r.fail(l.Pos, "empty-list", "the layout %q has no sections", l.Name).Expected = "sections: with at least one"
		return nil
	}
	for _, sf := range f.Sections {
		s := r.section(sf)
		if s == nil {
			good = false
			continue
		}
		if i := slices.IndexFunc(l.Sections, func(o *Section) bool { return o.Name == s.Name }); i >= 0 {
			r.fail(s.Pos, "duplicate-key", "the layout %q has two sections called %q", l.Name, s.Name).Related = firstHere(l.Sections[i].Pos)
			good = false
		}
		l.Sections = append(l.Sections, s)
	}
	if !good || !r.provedLayout(l) {
		return nil
	}
	return l
}

func (r *resolver) section(f shape.Section) *Section {
	if !f.Name.Given() || !f.Budget.Given() {
		return nil // reported
	}
	s := &Section{Pos: f.Name.Pos(), Name: f.Name.String(), Written: Written{f.Node}, Keep: f.Keep.Given(), Stable: f.Stable.On, Grow: f.Grow.On, Stamp: f.Stamp.On,
		Owner: f.Owner.String(), Shed: f.Overflow.String() == "shed", Stale: "flag"}
	good := true
	fail := func(p diag.Pos, expected, format string, args ...any) {
		r.fail(p, "layout", format, args...).Expected = expected
		good = false
	}
	if f.Budget.String() == "rest" {
		s.Rest = true
	} else if n, err := strconv.Atoi(f.Budget.String()); err != nil || n < 1 || n > math.MaxInt32 {
		fail(f.Budget.Pos(), "tokens, from 1, or rest", "budget: %q is no number of tokens", cut(f.Budget.String()))
	} else {
		s.Budget = n
	}
	if f.Stale.Given() {
		s.Stale = f.Stale.String()
	}
	if f.Step.Given() {
		if s.Step = f.Step.N; s.Step < 1 {
			fail(f.Step.Pos(), "tokens, from 1", "step: %d moves nothing", s.Step)
		}
	}
	if f.Fresh.Given() {
		r.fresh(s, f.Fresh, fail)
	} else if f.Stale.Given() {
		fail(f.Stale.Pos(), "fresh: beside it", "stale: says what happens past fresh:, and %q has none", s.Name)
	}
	s.Overflowed = f.Overflow.Given()
	switch {
	case s.Keep && f.Overflow.Given():
		fail(f.Overflow.Pos(), "no overflow:, or no keep:", "a section with keep: always is never touched, so it has no overflow:")
	case s.Keep && s.Step > 0:
		fail(f.Step.Pos(), "no step:, or no keep:", "a section with keep: always is never cut, so it has no step:")
	case s.Rest && s.Grow:
		fail(f.Grow.Pos(), "budget: rest alone", "%q takes what is left already, so it cannot grow", s.Name)
	case s.Stable && s.Stamp:
		fail(f.Stamp.Pos(), "stamp: in a section that is not stable", "a stamp in the stable section %q would change the cached prefix", s.Name)
	}
	if !good {
		return nil
	}
	return s
}

func (r *resolver) fresh(s *Section, w shape.Word, fail func(diag.Pos, string, string, ...any)) {
	const expected = "release, regenerated, index, or a number of days such as 30d"
	switch word := w.String(); word {
	case "release", "regenerated", "index":
		s.Fresh = FreshKind(word)
	default:
		days, isDays := strings.CutSuffix(word, "d")
		n, err := strconv.Atoi(days)
		if !isDays || err != nil || n < 1 || n > 36500 || days[0] == '+' {
			fail(w.Pos(), expected, "fresh: %q is none of the ways to stay fresh", cut(word))
			return
		}
		s.Fresh, s.Days = FreshDays, n
	}
}
