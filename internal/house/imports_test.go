package house

import (
	"path"
	"slices"
	"testing"
)

// runtimeMay says what each idea of the runtime stands on; it may import that, and what that stands on. Nothing points back.
var runtimeMay = map[string][]string{
	"timeline":          {},
	"timeline/sqlite":   {"timeline"},
	"timeline/postgres": {"timeline"},
	"belief":            {"timeline"},
	"chronicle":         {"timeline"},
	"memory":            {"timeline"},
	"foldstore":         {"belief", "chronicle", "memory"},
	"token":             {},
	"token/bpe":         {"token"},
	"prompt":            {},
	"assembly":          {"token"},
	"wire":              {"timeline", "internal/scope"},
	"world":             {"timeline", "belief", "chronicle", "memory", "evidence"},
	"render":            {"assembly", "prompt"},
	"slice":             {"assembly", "world", "wire", "render", "tool"},
	"evidence":          {"timeline"},
	"tool":              {"timeline"},
	"pin":               {"timeline", "prompt", "internal/terminal"},
	"trace":             {"assembly", "world", "render", "trace/page", "internal/terminal"},
	"trace/page":        {},
	"assemblytest":      {"assembly", "world", "render", "slice"},

	// What tests of engines and assemblers are made of.
	"timeline/timelinetest": {"timeline"},
	"timeline/internal":     {"timeline"},
	"pin/internal":          {"timeline"},
	// Ground that several stand on.
	"internal/lookalike": {}, "internal/scope": {}, "internal/seal": {}, "internal/terminal": {},
}

// runtimeNeeds are the packages of the runtime that need more than the standard library and uuid.
var runtimeNeeds = map[string][]string{
	"timeline/sqlite":       {"modernc.org/sqlite"},
	"timeline/postgres":     {"github.com/jackc/pgx/v5"},
	"foldstore":             {"modernc.org/sqlite"},
	"internal/lookalike":    {"golang.org/x/text"},
	"internal/scope":        {"golang.org/x/text"},
	"timeline/timelinetest": {"pgregory.net/rapid"},
}

// idea is the entry of the table that a package belongs to: itself, or the nearest above it.
func idea(name string) string {
	best := ""
	for k := range runtimeMay {
		if below(name, k) && len(k) > len(best) {
			best = k
		}
	}
	return best
}

// reaches is what an idea stands on, near and far.
func reaches(name string) map[string]bool {
	out := map[string]bool{name: true}
	for _, d := range runtimeMay[name] {
		for k := range reaches(d) {
			out[k] = true
		}
	}
	return out
}

func TestRuntimeImports(t *testing.T) {
	for _, p := range packages(t) {
		if !below(p.name(), "runtime") {
			continue
		}
		name := p.name()[len("runtime/"):]
		own := idea(name)
		if own == "" {
			t.Errorf("runtime/%s stands in no row of the table: say what it may import", name)
			continue
		}
		may := reaches(own)
		for _, im := range p.ours() {
			if !below(im, "runtime") {
				t.Errorf("%s imports %s: the runtime knows neither the language nor the generator", p.name(), im)
				continue
			}
			// What an engine or a ledger keeps to itself, and the common ground, are no direction.
			to := im[len("runtime/"):]
			if !may[idea(to)] && !below(to, "internal") && !below(to, own+"/internal") && !(below(own, "timeline") && below(to, "timeline/internal")) {
				t.Errorf("%s imports %s, and stands on %v alone", p.name(), im, runtimeMay[own])
			}
		}
		for _, im := range p.theirs() {
			fine := below(im, "github.com/google/uuid") || own == "token/bpe"
			for _, need := range runtimeNeeds[own] {
				fine = fine || below(im, need)
			}
			if !fine {
				t.Errorf("%s imports %s", p.name(), im)
			}
		}
	}
}

// Who of the generator may import what of this module and of others, besides the standard library.
func TestGeneratorImports(t *testing.T) {
	rules := []struct {
		dir    string
		ours   []string
		theirs []string
	}{
		{"schema", []string{"schema", "internal/diag", "internal/box"}, []string{"go.yaml.in/yaml/v4", "github.com/invopop/jsonschema"}},
		{"gen", []string{"schema", "internal/diag", "internal/emit", "internal/box", "templates"}, nil},
		{"internal/diag", nil, nil},
		{"internal/emit", nil, []string{"github.com/dave/jennifer"}},
		{"internal/reach", []string{"schema", "internal/diag"}, nil},
		{"internal/box", nil, nil},
		{"internal/grantdiff", []string{"schema", "gen", "internal/box", "internal/diag", "runtime/timeline"}, nil},
		{"internal/gocode", []string{"internal/regular"}, []string{"golang.org/x/mod"}},
		{"internal/regular", nil, nil},
		{"internal/need", nil, nil},
		{"internal/usage", []string{"internal/diag"}, []string{"github.com/spf13/cobra", "github.com/spf13/pflag"}},
		{"internal/outdir", []string{"gen", "internal/regular"}, []string{"golang.org/x/mod"}},
		{"templates", nil, nil},
		{"internal/analyzers/except", nil, []string{"golang.org/x/tools"}},
		{"internal/analyzers/covered", []string{"internal/analyzers/except", "internal/analyzers/roles"}, []string{"golang.org/x/tools"}},
		{"internal/analyzers/roles", nil, []string{"golang.org/x/tools"}},
		{"internal/analyzers/pure", []string{"internal/analyzers/except", "internal/analyzers/roles"}, []string{"golang.org/x/tools"}},
		{"internal/analyzers/raw", []string{"internal/analyzers/except", "internal/analyzers/roles"}, []string{"golang.org/x/tools"}},
		{"internal/analyzers/sealed", []string{"internal/analyzers/except", "internal/analyzers/roles"}, []string{"golang.org/x/tools"}},
	}
	checked := 0
	for _, p := range packages(t) {
		for _, r := range rules {
			if !below(p.name(), r.dir) {
				continue
			}
			checked++
			for _, im := range p.ours() {
				if !slices.ContainsFunc(r.ours, func(dir string) bool { return below(im, dir) }) {
					t.Errorf("%s imports %s", p.name(), im)
				}
			}
			for _, im := range p.theirs() {
				if !slices.ContainsFunc(r.theirs, func(dir string) bool { return below(im, dir) }) {
					t.Errorf("%s imports %s", p.name(), im)
				}
			}
		}
		if slices.ContainsFunc(p.theirs(), func(im string) bool { return below(im, "github.com/dave/jennifer") }) && p.name() != "internal/emit" {
			t.Errorf("%s imports jennifer, which internal/emit alone does", p.name())
		}
	}
	if checked < len(rules) {
		t.Errorf("only %d packages were checked", checked)
	}
}

// gen is pure: bytes in, bytes out.
func TestGenIsPure(t *testing.T) {
	for _, p := range packages(t) {
		if !below(p.name(), "gen") && p.name() != "internal/emit" {
			continue
		}
		for _, im := range p.Imports {
			if slices.Contains([]string{"os", "os/exec", "net", "math/rand", "math/rand/v2", "crypto/rand", "io/fs", "path/filepath", "syscall", "runtime"}, im) {
				t.Errorf("%s imports %s", p.name(), im)
			}
		}
		eachSelector(t, p, func(at, on, name string) {
			if on == "time" && slices.Contains([]string{"Now", "Since", "Until", "Sleep", "After", "Tick", "NewTimer", "NewTicker", "Local"}, name) {
				t.Errorf("%s: time.%s", at, name)
			}
		})
	}
}

// Generated packages import the runtime and their own root alone.
func TestGeneratedImports(t *testing.T) {
	checked := 0
	for _, p := range packages(t) {
		top, rest, ok := cutGrants(p.name())
		if !ok {
			continue
		}
		checked++
		for _, im := range p.ours() {
			// replay imports the roles, and the assemblers that the schema names: they lie beside the generated root.
			own := im == top && rest != "" || rest == "replay" && (below(im, top) || below(im, path.Dir(top)))
			foreign := below(im, "internal/everything/foreign") // stands for an application's own types
			if !below(im, "runtime") && !own && !foreign {
				t.Errorf("%s imports %s", p.name(), im)
			}
		}
		if len(p.theirs()) > 0 {
			t.Errorf("%s imports %v", p.name(), p.theirs())
		}
	}
	if checked < 6 {
		t.Errorf("only %d generated packages were found", checked)
	}
}
