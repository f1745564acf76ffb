package assemblytest

import (
	"testing"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/render"
)

// Runs is how often Pure assembles: often enough for an assembler that ranges over a map of two keys to be caught 127 times of 128.
const Runs = 8

// Pure assembles several times and compares: an assembler that reads a clock, chance, the order of a map or a global gives another
// prompt some time. It returns the first context. The log must not change meanwhile.
func Pure(t testing.TB, assemble func() (*assembly.Context, error)) *assembly.Context {
	t.Helper()
	first, err := assemble()
	if err != nil {
		t.Fatalf("pure: %v", err)
		return nil
	}
	described, rendered := string(first.Describe().Indent()), render.Labelled(first).String()
	for run := 2; run <= Runs; run++ {
		next, err := assemble()
		if err != nil {
			t.Fatalf("pure: run %d failed, and the first did not: %v", run, err)
			return nil
		}
		if again := render.Labelled(next).String(); again != rendered {
			t.Errorf("pure: the prompt of run %d (+) differs from the first (-)\n%s", run, diff(rendered, again))
			return first
		}
		if again := string(next.Describe().Indent()); again != described {
			t.Errorf("pure: the context of run %d (+) differs from the first (-)\n%s", run, diff(described, again))
			return first
		}
	}
	return first
}
