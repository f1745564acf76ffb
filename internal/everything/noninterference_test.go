package everything

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/internal/everything/grants"
	"github.com/grantgen/grantgen/internal/everything/grants/agent"
	"github.com/grantgen/grantgen/internal/everything/grants/grantstest"
	"github.com/grantgen/grantgen/internal/everything/grants/helper"
	"github.com/grantgen/grantgen/internal/everything/grants/reader"
	"github.com/grantgen/grantgen/internal/everything/grants/teller"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/assemblytest"
	"github.com/grantgen/grantgen/runtime/token"
)

// watched is a test that is looked at: what it says is kept, and fails nobody.
type watched struct {
	testing.TB
	said, logged []string
}

func (w *watched) Helper()                   {}
func (w *watched) Errorf(f string, a ...any) { w.said = append(w.said, fmt.Sprintf(f, a...)) }
func (w *watched) Fatalf(f string, a ...any) { w.TB.Fatalf(f, a...) } // a fault of the test's own
func (w *watched) Logf(f string, a ...any)   { w.logged = append(w.logged, fmt.Sprintf(f, a...)) }

// seeded runs f by another seed.
func seeded(t *testing.T, seed int, f func()) {
	t.Helper()
	const name = "noninterference.seed"
	was := flag.Lookup(name).Value.String()
	if err := flag.Set(name, strconv.Itoa(seed)); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = flag.Set(name, was) }()
	f()
}

// seen is the timeline of the call under way: what no assembler should have.
var seen *grants.Timeline

// spied is an Assemble that leaves its timeline where a leaking assembler finds it.
func spied[I, A any](assemble func(context.Context, *grants.Timeline, I, A, ...assembly.Option) (*assembly.Context, error)) func(context.Context, *grants.Timeline, I, A, ...assembly.Option) (*assembly.Context, error) {
	return func(ctx context.Context, tl *grants.Timeline, in I, write A, opts ...assembly.Option) (*assembly.Context, error) {
		seen = tl
		return assemble(ctx, tl, in, write, opts...)
	}
}

// leak is a planted one.
type leak struct {
	name  string
	names string // what the failure has to name, one of them, separated by |
	run   func(t testing.TB)
}

func ofReader(write reader.Assembler, opts ...assemblytest.Option) func(testing.TB) {
	return func(t testing.TB) {
		assemblytest.Noninterference(t, grantstest.Vocabulary, spied(reader.Assemble), write, opts...)
	}
}

func ofAgent(write agent.Assembler) func(testing.TB) {
	return func(t testing.TB) {
		assemblytest.Noninterference(t, grantstest.Vocabulary, spied(agent.Assemble), write)
	}
}

func ofHelper(write helper.Assembler) func(testing.TB) {
	return func(t testing.TB) {
		assemblytest.Noninterference(t, grantstest.Vocabulary, spied(helper.Assemble), write)
	}
}

func ofTeller(write teller.Assembler) func(testing.TB) {
	return func(t testing.TB) {
		assemblytest.Noninterference(t, grantstest.Vocabulary, spied(teller.Assemble), write)
	}
}

// Every planted leak is found, whatever the seed, and the failure says where it is and what it moved.
func TestPlantedLeaksAreFound(t *testing.T) {
	seeds := 4
	if os.Getenv("GRANTGEN_LONG") != "" {
		seeds = 20
	}
	if testing.Short() {
		seeds = 3
	}
	for _, l := range leaks {
		t.Run(l.name, func(t *testing.T) {
			for seed := range seeds {
				seeded(t, seed, func() {
					w := &watched{TB: t}
					l.run(w)
					switch {
					case len(w.said) == 0:
						t.Errorf("seed %d: not found", seed)
					case !strings.Contains(w.said[0], "moved") || !strings.Contains(w.said[0], "hidden: ") && !strings.Contains(w.said[0], ": assembled "):
						t.Errorf("seed %d: %s", seed, w.said[0])
					case l.names != "" && !containsAny(w.said[0], strings.Split(l.names, "|")):
						t.Errorf("seed %d: the failure names none of %s: %s", seed, l.names, w.said[0])
					case seed == 0:
						t.Log(w.said[0])
					}
				})
				if t.Failed() {
					return
				}
			}
		})
	}
}

func containsAny(s string, list []string) bool {
	for _, want := range list {
		if strings.Contains(s, want) {
			return true
		}
	}
	return false
}

// An assembler that shows nothing of its grant proves nothing.
func TestAVacuousTestFails(t *testing.T) {
	for name, c := range map[string]struct {
		write reader.Assembler
		says  string
	}{
		"nothing": {func(*reader.Grant, *reader.Parts) {}, "reader: nothing that is within the grant shows"},
		"a fixed text": {func(g *reader.Grant, p *reader.Parts) {
			_, src := g.Ask()
			p.Ask("Hello.", src)
		}, "reader: nothing that is within the grant shows"},
	} {
		w := &watched{TB: t}
		ofReader(c.write)(w)
		if len(w.said) != 1 || !strings.Contains(w.said[0], c.says) {
			t.Errorf("%s: %q", name, w.said)
		}
	}
}

// One that fails by a mistake of its own wherever there is something of a kind fails the test, though nothing moved: it would prove nothing
// of that kind.
func TestAnAssemblerThatNeverWorksFails(t *testing.T) {
	for name, c := range map[string]struct {
		run  func(testing.TB)
		says string
	}{
		"a panic": {ofReader(func(*reader.Grant, *reader.Parts) { panic("no such thing") }), "in 24 of 24 worlds the assembler fails by a mistake of its own, first with: reader@"},
		"sections that are read and not cited": {ofTeller(func(g *teller.Grant, p *teller.Parts) {
			for range g.Before() {
			}
			for v := range g.Round().All() {
				p.Said("something", v)
			}
		}), "was read, but no generated part cites it"},
		"a part that cites nothing": {ofTeller(func(g *teller.Grant, p *teller.Parts) {
			for v := range g.Round().All() {
				p.Said("something", v)
			}
			p.Said("something", nil)
		}), "part 'said' cites nothing"},
	} {
		t.Run(name, func(t *testing.T) {
			for seed := range 3 {
				seeded(t, seed, func() {
					w := &watched{TB: t}
					c.run(w)
					if len(w.said) != 1 || !strings.Contains(w.said[0], c.says) {
						t.Errorf("seed %d: %q", seed, w.said)
					}
				})
			}
		})
	}
}

// One that fails in a few worlds passes, and is told of: so is what fails without a mistake of the assembler's, however often.
func TestFailedCallsAreLogged(t *testing.T) {
	w := &watched{TB: t}
	ofTeller(func(g *teller.Grant, p *teller.Parts) {
		for v := range g.Before() {
			p.Before(v)
		}
		for v := range g.Round().Ping() {
			if strings.Contains(v.Text, "haddock") && strings.Contains(v.Text, "harbour") {
				p.Said(v.Text, v, teller.Source{})
			}
			p.Said(v.Text, v)
		}
	})(w)
	if len(w.said) != 0 || len(w.logged) < 2 || !strings.Contains(w.logged[0], " of 24 worlds the call failed, first with: ") ||
		!strings.Contains(w.logged[1], "of these are mistakes of the assembler's own, first: teller@") {
		t.Errorf("%q %q", w.said, w.logged)
	}
	w = &watched{TB: t}
	assemblytest.Noninterference(w, grantstest.Vocabulary, reader.Assemble, nil, assemblytest.AssembledWith(assembly.WithBudget(assembly.Budget{Total: 20, Count: token.Characters})))
	// A prompt that does not fit is no mistake of the assembler's.
	if len(w.said) != 0 || len(w.logged) == 0 || !strings.Contains(w.logged[0], " of 24 worlds the call failed, first with: ") || strings.Contains(strings.Join(w.logged, "\n"), "mistakes of the assembler's own") {
		t.Errorf("%q %q", w.said, w.logged)
	}
}

// A slice of which nothing shows is told of, and fails nothing.
func TestUnusedSlicesAreLogged(t *testing.T) {
	w := &watched{TB: t}
	ofReader(func(g *reader.Grant, p *reader.Parts) {
		p.Ask(g.Ask())
		for v := range g.Own().Note() {
			p.Own(v.Text, v)
		}
	})(w)
	w.logged = slices.DeleteFunc(w.logged, func(s string) bool { return strings.Contains(s, "worlds the call failed") })
	if len(w.said) != 0 || len(w.logged) != 2 || !strings.Contains(w.logged[0], "the slice diary is unused") || !strings.Contains(w.logged[1], "the slice shared is unused") {
		t.Errorf("%q %q", w.said, w.logged)
	}
}

// Assemblers that keep to their grants never fail, however they are written.
func TestCleanAssemblersPass(t *testing.T) {
	clean := map[string]func(testing.TB){
		"the newest three of one's own": ofReader(func(g *reader.Grant, p *reader.Parts) {
			p.Ask(g.Ask())
			all := slices.Collect(g.Own().Note())
			for _, v := range all[max(0, len(all)-3):] {
				p.Own(v.Text, v)
			}
		}),
		"no repeats within one's own, with counts": ofReader(func(g *reader.Grant, p *reader.Parts) {
			p.Ask(g.Ask())
			first, n := map[string]bool{}, 0
			for v := range g.Own().Note() {
				n++
				if word, _, _ := strings.Cut(v.Text, " "); !first[word] {
					first[word] = true
					p.Own(fmt.Sprint(n, v), v)
				}
			}
		}),
		"an error of one's own": ofReader(func(g *reader.Grant, p *reader.Parts) {
			p.Ask(g.Ask())
			for v := range g.Own().Note() {
				if strings.Contains(v.Text, "haddock") && strings.Contains(v.Text, "quota") {
					panic("no quota of haddock: " + v.Text)
				}
				p.Own(v.Text, v)
			}
		}),
		"a source of nobody's": ofTeller(func(g *teller.Grant, p *teller.Parts) {
			for v := range g.Before() {
				p.Before(v)
			}
			for v := range g.Round().Ping() {
				if strings.Contains(v.Text, "haddock") && strings.Contains(v.Text, "harbour") {
					p.Said(v.Text, v, teller.Source{})
				}
				p.Said(v.Text, v)
			}
		}),
		"sections in reverse": ofTeller(func(g *teller.Grant, p *teller.Parts) {
			all := slices.Collect(g.Before())
			slices.Reverse(all)
			for _, v := range all {
				p.Before(v)
			}
			for v := range g.Round().All() {
				p.Said("something", v)
			}
		}),
		"everything that a helper has": ofHelper(nil),
		"everything that an agent has": ofAgent(nil),
	}
	seeds := 4
	if testing.Short() {
		seeds = 2
	}
	for name, run := range clean {
		t.Run(name, func(t *testing.T) {
			for seed := range seeds {
				seeded(t, 1000+seed, func() { run(t) })
			}
		})
	}
}
