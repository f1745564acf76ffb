package gen_test

import (
	"fmt"
	"go/types"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/gen"
	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema"
)

// hostileNames are names that some place of generated code might choke on.
func hostileNames() []string {
	names := []string{
		"break", "case", "chan", "const", "continue", "default", "defer", "else", "fallthrough", "for", "func", "go", "goto", "if", "import",
		"interface", "map", "package", "range", "return", "select", "struct", "switch", "type", "var",
		"NO", "no", "yes", "on", "off", "null", "init", "main", "x_test", "x_windows", "x_amd64", "test", "linux", "internal", "vendor", "testdata", "con", "documentation", "unsafe", "builtin", "C", "cmd", "std",
		"Context", "Error", "String", "Event", "Timeline", "Open", "ID", "WithID", "BeliefWrite", "declared", "identified",
		"grants", "runtime", "assembly", "replay", "slice", "timeline", "wire", "world", "belief", "chronicle", "fmt", "iter", "context", "time",
		"strconv", "json", "strings", "source", "session", "role", "spec", "prose", "section", "handle",
		"read", "upto", "describe", "grant", "Grant", "Input", "Parts", "Assembler", "Assemble", "Default", "Citation", "Source", "Cite", "self",
		"all", "All", "Format", "Value", "Values", "Predicate", "Pending", "DeclaredInSchema", "WriteByte", "ReadRune", "GobEncode", "UnmarshalJSON", "Name", "Names", "Has", "IsZero", "MarshalText", "MarshalJSON",
		"Through", "Store", "Log", "call", "v", "s", "g", "p", "in", "ctx", "err", "tl", "e", "r", "b", "w", "m", "raw", "obj", "src", "opts", "write",
	}
	names = append(names, types.Universe.Names()...)
	slices.Sort(names)
	return slices.Compact(names)
}

// costly are the places where each name makes a package of its own; they get the names that stand in their packages' way.
var costly = map[string]bool{"role": true, "scope": true, "events slice": true, "package": true}

// inReplay are names that the generated package replay has for its own use.
var inReplay = map[string]bool{"open": true, "roles": true, "change": true, "name": true, "log": true, "input": true, "os": true, "trace": true, "bpe": true, "root": true}

func namesFor(place string) []string {
	if !costly[place] {
		return hostileNames()
	}
	return []string{
		"type", "func", "range", "string", "error", "len", "nil", "init", "main", "x_test", "internal", "Input", "Grant", "Citation", "Assemble", "Default",
		"slice", "assembly", "context", "fmt", "iter", "wire", "replay", "source", "session", "spec", "g", "p", "s", "in", "tl", "ctx", "Through", "Self",
		"grants", "runtime", "NO", "x_windows", "vendor", "testdata", "documentation", "unsafe", "linux", "Context", "Error", "String", "iota", "any",
		"sliceTalk", "slotTalk", "readTalkSaid", "t", "identified", "eventTypes", "open", "roles", "change", "name", "log", "input", "os", "trace", "bpe", "root",
	}
}

// places puts names into one place of a schema each.
var places = map[string]func(names []string) string{
	"role": func(ns []string) string {
		return base + "roles:\n" + each(ns, "  %s: {sees: {talk: Said, ask: string}}\n")
	},
	"event": func(ns []string) string {
		return head + "events:\n  Said: {text: string}\n" + each(ns, "  %s: {envelope: {n: int}, payload: {text: string}}\n") +
			"roles:\n  r: {sees: {talk: {log: [\"*\"]}}}\n"
	},
	"payload field": func(ns []string) string {
		return head + "events:\n  Said:\n" + each(ns, "    %s: string\n") + "roles:\n  r: {sees: {talk: Said}}\n"
	},
	"attribute": func(ns []string) string {
		return head + "events:\n  Said:\n    envelope:\n" + each(ns, "      %s: string\n") + "roles:\n  r: {sees: {talk: Said}}\n"
	},
	"roster": func(ns []string) string {
		return head + "roster:\n" + each(ns, "  %[1]s: [one, two]\n") + "events:\n  Said:\n    text: string\n" +
			each(numbered(ns), "    f%[2]d: %[1]s\n    g%[2]d: set %[1]s\n") + "roles:\n  r: {sees: {talk: Said}}\n"
	},
	"roster value": func(ns []string) string {
		return head + "roster:\n  party:\n" + each(ns, "    %s: Label\n") + "events: {Said: {envelope: {party: party}, payload: {text: string}}}\n" +
			"roles:\n  r: {for: party, sees: {talk: {log: [{events: [Said], where: {party: \"{self.party}\"}}]}}}\n"
	},
	"type": func(ns []string) string {
		return head + "types:\n" + each(ns, "  %s: {text: string}\n") + "events:\n  Said:\n    text: string\n" +
			each(numbered(ns), "    f%[2]d: %[1]s\n") + "roles:\n  r: {sees: {talk: Said}}\n"
	},
	"record field": func(ns []string) string {
		return head + "types:\n  Rec:\n" + each(ns, "    %s: string?\n") + "events: {Said: {text: string, rec: Rec}}\nroles:\n  r: {sees: {talk: Said}}\n"
	},
	"predicate": func(ns []string) string {
		return base + "roster: {party: [norway, uk]}\nscopes: {held: {beliefs: \"party:{party}:held\"}}\npredicates:\n" +
			each(ns, "  %s: {about: {a: id}, kind: functional, value: string}\n") +
			"roles:\n  r: {sees: {own: {beliefs: {held: \"party:norway:held\"}}}}\n"
	},
	"subject": func(ns []string) string {
		return base + "roster: {party: [norway, uk]}\nscopes: {held: {beliefs: \"party:{party}:held\"}}\npredicates:\n  position:\n    kind: functional\n    value: string\n    about:\n" +
			each(ns, "      %s: id\n") + "roles:\n  r: {sees: {own: {beliefs: {held: \"party:norway:held\"}, show: [about]}}}\n"
	},
	"scope": func(ns []string) string {
		return base + "roster: {party: [norway, uk]}\npredicates: {position: {about: {a: id}, kind: functional, value: string}}\nscopes:\n" +
			each(numbered(ns), "  %[1]s: {beliefs: \"s%[2]d:{party}\"}\n") + "roles:\n" +
			each(numbered(ns), "  w%[2]d: {sees: {talk: Said}, writes: [\"s%[2]d:norway\"]}\n")
	},
	"belief item": func(ns []string) string {
		return base + "roster: {party: [norway, uk]}\npredicates: {position: {about: {a: id}, kind: functional, value: string}, mood: {about: {a: id}, kind: functional, value: string}}\nscopes: {held: {beliefs: \"party:{party}:held\"}}\n" +
			"roles:\n  r:\n    sees:\n      own:\n        beliefs:\n" + each(ns, "          %s: \"party:norway:held\"\n")
	},
	"log slice": func(ns []string) string {
		return base + "roles:\n  r:\n    sees:\n" + each(ns, "      %s: {log: [Said]}\n")
	},
	"log slice of two": func(ns []string) string {
		return head + "events: {Said: {text: string}, Done: {text: string}}\nroles:\n  r:\n    sees:\n" + each(ns, "      %s: {log: [Said, Done]}\n")
	},
	"given slice": func(ns []string) string {
		return base + "roles:\n  r:\n    sees:\n      talk: Said\n" + each(ns, "      %s: string\n")
	},
	"beliefs slice": func(ns []string) string {
		return base + "roster: {party: [norway, uk]}\npredicates: {position: {about: {a: id}, kind: functional, value: string}}\nscopes: {held: {beliefs: \"party:{party}:held\"}}\n" +
			"roles:\n  r:\n    sees:\n" + each(ns, "      %s: {beliefs: {held: \"party:norway:held\"}}\n")
	},
	"chronicle slice": func(ns []string) string {
		return base + "scopes: {public: {chronicle: \"chronicle:public\"}}\nroles:\n  w: {sees: {round: {events: [Said]}}, writes: [\"chronicle:public\"]}\n  r:\n    sees:\n" + each(ns, "      %s: {chronicle: \"chronicle:public\"}\n")
	},
	"events slice": func(ns []string) string {
		return base + "scopes: {public: {chronicle: \"chronicle:public\"}}\nroles:\n" + each(numbered(ns), "  w%[2]d: {sees: {%[1]s: {events: [Said]}}, writes: [\"chronicle:public\"]}\n")
	},
	"part": func(ns []string) string {
		return base + "roles:\n  r:\n    sees: {talk: Said}\n    parts:\n" + each(ns, "      %s: {register: considered, from: talk}\n")
	},
	"package": func(ns []string) string {
		return fmt.Sprintf("package: %s\n", ns[0]) + base + "roles:\n  r: {sees: {talk: Said, ask: string}}\n"
	},
}

const (
	head = "grantgen: 1\n"
	base = head + "events: {Said: {text: string}}\n"
)

// numbered carries a number beside each name, for places that need two names.
func numbered(ns []string) []string {
	out := make([]string, len(ns))
	for i, n := range ns {
		out[i] = fmt.Sprintf("%s\x00%d", n, i)
	}
	return out
}

func each(ns []string, format string) string {
	var b strings.Builder
	for _, n := range ns {
		name, num, ok := strings.Cut(n, "\x00")
		if ok {
			var i int
			fmt.Sscan(num, &i)
			fmt.Fprintf(&b, format, name, i)
		} else {
			fmt.Fprintf(&b, format, name)
		}
	}
	return b.String()
}

// try generates a schema with names in one place.
func try(source string) (diag.List, error) {
	model, diags := schema.Parse([]schema.File{{Name: "x.grant.yaml", Bytes: []byte(source)}}, nil)
	if diags.HasErrors() {
		return diags, nil
	}
	return gen.Check(model, gen.Config{ImportPath: modulePath + "/x"}), nil
}

// Every name in every place is refused with a position and a reason, or the code that it becomes compiles and is vet clean.
func TestEveryNameCompilesOrIsRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the compiler")
	}
	m := newModule(t)
	accepted, refused, compiled := 0, 0, 0
	for at, place := range sortedKeys(places) {
		write := places[place]
		var fine []string
		seen := map[string]bool{}
		for _, n := range namesFor(place) {
			diags, err := try(write([]string{n}))
			if err != nil {
				t.Errorf("%s %q: generation fails: %v", place, n, err)
				continue
			}
			if diags.HasErrors() {
				refused++
				for _, d := range diags {
					if d.Severity == diag.Error && (d.Line == 0 || d.Message == "") {
						t.Errorf("%s %q is refused without a place or a reason: %+v", place, n, d)
					}
				}
				continue
			}
			if place == "predicate" && (n == "All" || n == "all" || n == "belief") {
				continue // fine alone; with a second predicate there is an All, and a type that ends in Belief
			}
			if key := strings.ToLower(gen.GoName(n)); !seen[key] {
				seen[key] = true
				fine = append(fine, n)
			}
		}
		accepted += len(fine)
		if os.Getenv("GRANTGEN_LONG") == "" { // every name in some places; all in all of them take minutes to compile
			third := fine[:0]
			for i, n := range fine {
				if (i+at)%3 == 0 {
					third = append(third, n)
				}
			}
			fine = third
		}
		compiled += len(fine)
		if place == "package" {
			for i, n := range fine {
				dir := fmt.Sprintf("pkg%d", i)
				m.generate(dir, []byte(write([]string{n})))
				if i%20 > 0 && !inReplay[n] { // the packages around the root know its name too; to compile them all takes minutes
					m.forget(dir, "replay", "grantstest", "noninterference_test.go")
				}
			}
			continue
		}
		source := write(fine)
		if diags, err := try(source); err != nil || diags.HasErrors() {
			t.Errorf("%s: fine one by one, and not together: %v %v", place, diags, err)
			continue
		}
		dir := strings.ReplaceAll(place, " ", "")
		m.generate(dir, []byte(source))
		if place != "role" { // whose names the tests have
			m.forget(dir, "noninterference_test.go")
		}
	}
	t.Logf("%d accepted, %d of them compiled, %d refused", accepted, compiled, refused)
	if accepted < 2000 {
		t.Errorf("only %d names are accepted", accepted)
	}
	if out, err := m.goCommand("vet", "./..."); err != nil {
		t.Errorf("go vet: %v\n%s", err, out)
	}
}

// Names that derive to one Go name are refused with both places.
func TestCollisionsShowBothLines(t *testing.T) {
	for name, source := range map[string]string{
		"slices":             base + "roles:\n  r:\n    sees:\n      own-beliefs: Said\n      own_beliefs: Said\n",
		"roles by case":      base + "roles:\n  norway: {sees: {talk: Said}}\n  Norway: {sees: {talk: Said}}\n",
		"roles by dash":      base + "roles:\n  fish-base: {sees: {talk: Said}}\n  fish_base: {sees: {talk: Said}}\n",
		"roles by camel":     base + "roles:\n  fishBase: {sees: {talk: Said}}\n  fish_base: {sees: {talk: Said}}\n",
		"slots":              base + "roles:\n  r:\n    sees: {talk: Said}\n    parts:\n      var: {register: craft, from: talk}\n      var_: {register: craft, from: talk}\n",
		"rosters' values":    head + "roster:\n  a: [b_c]\n  a_b: [c]\nevents: {Said: {text: string}}\nroles: {r: {sees: {talk: Said}}}\n",
		"view of two slices": head + "events: {Said: {text: string}, ASaid: {text: string}}\nroles:\n  r:\n    sees:\n      talk_a: {log: [Said]}\n      talk: {log: [ASaid]}\n",
		"fields":             head + "events:\n  Said:\n    user_id: string\n    userID: string\nroles: {r: {sees: {talk: Said}}}\n",
		"event and roster":   head + "roster: {party: [a, b]}\nevents: {Party: {text: string}}\nroles: {r: {sees: {talk: Party}}}\n",
	} {
		t.Run(name, func(t *testing.T) {
			diags, err := try(source)
			if err != nil || !diags.HasErrors() {
				t.Fatalf("accepted (%v)", err)
			}
			d := diags[0]
			if len(d.Related) == 0 || d.Line == 0 || d.Related[0].Line == 0 {
				t.Errorf("does not show both places: %+v", d)
			}
		})
	}
}

// Two rosters may share a value: the constants carry the roster's name.
func TestTwoRostersWithOneValue(t *testing.T) {
	diags, err := try(head + "roster:\n  party: [norway, uk]\n  region: [norway, uk]\nevents: {Said: {party: party, region: region, text: string}}\nroles: {r: {sees: {talk: Said}}}\n")
	if err != nil || diags.HasErrors() {
		t.Fatal(diags, err)
	}
}

func TestGoName(t *testing.T) {
	for name, want := range map[string]string{
		"uk_held": "UKHeld", "own-beliefs": "OwnBeliefs", "OfferMade": "OfferMade", "userId": "UserID", "NO": "NO", "eu": "EU", "un2": "Un2",
		"x_test": "XTest", "http_server": "HTTPServer", "a1b": "A1b", "per_cent": "PerCent", "tacTonnes": "TacTonnes", "us_uk": "USUK",
	} {
		if got := gen.GoName(name); got != want {
			t.Errorf("GoName(%q) = %q, want %q", name, got, want)
		}
	}
}

// An output folder from which nothing could be imported, or that stands where a file of ours or of the go command does, is refused
// before anything is written.
func TestOutFolders(t *testing.T) {
	for out, want := range map[string]string{
		"grants": "", "a.b/c-d": "", "x/GRANTS.md": "", "console": "",
		"testdata/x":       `out "testdata/x" has the folder "testdata", in which the go command looks for no package`,
		"x.":               `out "x." has the folder "x.", and no import path may have a dot there`,
		"CON/y":            `out "CON/y" has the folder "CON", which is the name of a device on Windows`,
		"y/aux.txt":        `out "y/aux.txt" has the folder "aux.txt", which is the name of a device on Windows`,
		"grants.MD":        `out "grants.MD" has the folder "grants.MD", which is the name of a file`,
		"grants.lock.yaml": `out "grants.lock.yaml" has the folder "grants.lock.yaml", which is the name of a file`,
		"x/go.mod":         `out "x/go.mod" has the folder "go.mod", which is the name of a file`,
		"s.grant.yaml":     `out "s.grant.yaml" has the folder "s.grant.yaml", which is the name of a file`,
	} {
		m, _ := schema.Parse([]schema.File{{Name: "s.grant.yaml", Bytes: []byte("grantgen: 1\nout: " + out + "\nevents: {Said: {text: string}}\nroles: {r: {sees: {talk: Said}}}\n")}}, nil)
		if m == nil {
			t.Fatalf("%s: not read", out)
		}
		_, diags, err := gen.Generate(m, gen.Config{ImportPath: "example.com/app"})
		if err != nil {
			t.Fatal(out, err)
		}
		got := ""
		if len(diags) > 0 {
			got = diags[0].Message
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", out, got, want)
		}
	}
}
