package roles_test

import (
	"go/types"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/grantgen/grantgen/internal/analyzers/roles"
	"github.com/grantgen/grantgen/internal/analyzers/testmodule"
)

// What a package is, seen from itself and from one that imports it only through another.
func TestKnown(t *testing.T) {
	const app = "example.com/app/"
	dir := testmodule.New(t, "../testdata/app", "testdata")
	seen := map[string]*roles.Known{}
	packages := map[string]*types.Package{}
	for _, r := range analysistest.Run(testmodule.WithoutFacts{T: t}, dir, roles.Analyzer, "./...") {
		path := r.Action.Package.PkgPath
		seen[path], packages[path] = r.Action.Result.(*roles.Known), r.Action.Package.Types
	}
	root, norway, chronicler := packages[app+"grants"], packages[app+"grants/norway"], packages[app+"grants/chronicler"]
	for _, from := range []string{"grants/norway", "near", "far"} {
		k := seen[app+from]
		if !k.Role(norway) || k.Role(root) || !k.Root(root) || k.Root(norway) || !k.Any() {
			t.Errorf("seen from %s: norway is a role %v and a root %v, grants is a role %v and a root %v", from, k.Role(norway), k.Root(norway), k.Role(root), k.Root(root))
		}
		for family, want := range map[string][]string{"Held": {norway.Path()}, "Facts": {norway.Path()}, "Seeded": nil, "Public": nil} {
			if got := k.Writers(root, family); !slices.Equal(got, want) {
				t.Errorf("seen from %s, %v write %s, want %v", from, got, family, want)
			}
		}
		assembler := norway.Scope().Lookup("Default").Type().(*types.Signature)
		assemble := norway.Scope().Lookup("Assemble").Type().(*types.Signature)
		if !k.Assembler(assembler) || !k.TakesGrant(assembler) || k.Assembler(assemble) || k.TakesGrant(assemble) {
			t.Errorf("seen from %s, Default is an assembler: %v, Assemble: %v", from, k.Assembler(assembler), k.Assembler(assemble))
		}
	}
	if k := seen[app+"none"]; k.Any() || k.Role(norway) || k.Role(chronicler) {
		t.Error("a package without grants has some")
	}
	if k := seen[app+"handmade"]; k.Role(packages[app+"handmade"]) {
		t.Error("a package of the same shape that was written by hand is taken for a role")
	}
}

func TestStandard(t *testing.T) {
	k := &roles.Known{}
	for path, want := range map[string]bool{"time": true, "math/rand/v2": true, "example.com/app": false} {
		if got := k.Standard(types.NewPackage(path, "x")); got != want {
			t.Errorf("%s is standard: %v", path, got)
		}
	}
}
