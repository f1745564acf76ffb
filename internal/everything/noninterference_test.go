package everything

import (
	"context"
	"flag"
	"fmt"
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
	for _, l := range leaks {
		t.Run(l.name, func(t *testing.T) {
			for seed := range 20 {
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
