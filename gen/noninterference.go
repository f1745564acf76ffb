package gen

import (
	"fmt"
	"go/token"
	"path"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/internal/emit"
	"github.com/grantgen/grantgen/schema"
)

// testsPackage is the generated package that has the schema as data, for tests.
const testsPackage = "grantstest"

func at(name string) emit.Expr { return rt("assemblytest", name) }

// vocabularyFile is grantstest/vocabulary.go: what the schema speaks of, as data. It imports neither the root nor a role, so that the
// test of one role compiles that role.
func (p *plan) vocabularyFile() *emit.File {
	imports := append([]emit.Import{{Path: "reflect", Name: "reflect"}, {Path: runtimePath + "assemblytest", Name: "assemblytest"}}, p.foreign...)
	f := emit.NewFile(p.path+"/"+testsPackage, testsPackage, "Package "+testsPackage+" has the schema as data, for the noninterference tests of its roles.", imports)
	elems := []emit.Expr{emit.Key("Namespace", emit.Str(p.model.Namespace))}
	list := func(name, typ string, items []emit.Expr) {
		if len(items) > 0 {
			elems = append(elems, emit.Key(name, emit.Lines(emit.ListOf(at(typ)), items...)))
		}
	}
	var rosters, records, events, predicates, scopes, roles []emit.Expr
	for _, r := range p.model.Rosters {
		rosters = append(rosters, vocabularyRoster(r))
	}
	for _, r := range p.model.Types {
		fields := vocabularyType(r.Go)
		if r.Go == "" {
			fields = vocabularyFields("Fields", r.Fields)
		}
		records = append(records, named(r.Name, fields...))
	}
	for _, e := range p.model.Events {
		events = append(events, vocabularyEvent(e))
	}
	for _, pr := range p.model.Predicates {
		predicates = append(predicates, named(pr.Name, append(vocabularyFields("About", pr.About), emit.Key("Value", emit.Str(pr.Value.String())))...))
	}
	for _, s := range p.model.Scopes {
		scopes = append(scopes, emit.Lit(emit.Expr{}, emit.Key("Kind", emit.Str(string(s.Kind))), emit.Key("Pattern", emit.Str(scopePattern(s)))))
	}
	for _, r := range p.roles {
		roles = append(roles, vocabularyRole(r))
	}
	list("Rosters", "Roster", rosters)
	list("Records", "Record", records)
	list("Events", "Event", events)
	list("Predicates", "Predicate", predicates)
	list("Scopes", "Scope", scopes)
	list("Roles", "Role", roles)
	f.Var("Vocabulary is what "+testsPackage+" draws worlds from: assemblytest.Noninterference takes it.", "Vocabulary", emit.Addr(emit.Lines(at("Vocabulary"), elems...)))
	return f
}

// named is an entry of one of the lists.
func named(name string, more ...emit.Expr) emit.Expr {
	return emit.Lit(emit.Expr{}, append([]emit.Expr{emit.Key("Name", emit.Str(name))}, more...)...)
}

func vocabularyRoster(r *schema.Roster) emit.Expr {
	if r.Open {
		return named(r.Name)
	}
	var values []string
	for _, v := range r.Values {
		values = append(values, v.Name)
	}
	return named(r.Name, stringsOf("Values", values)...)
}

func vocabularyEvent(e *schema.Event) emit.Expr {
	more := append([]emit.Expr{emit.Key("Version", emit.Int(e.Version))}, stringsOf("Was", e.RenamedFrom)...)
	var attributes, payload []*schema.Field
	for _, f := range e.Fields {
		if f.Attribute {
			attributes = append(attributes, f)
		} else {
			payload = append(payload, f)
		}
	}
	more = append(append(more, vocabularyFields("Attributes", attributes)...), vocabularyFields("Payload", payload)...)
	return named(e.Name, append(more, vocabularyType(e.Go)...)...)
}

// vocabularyType is an application's own Go type, where there is one.
func vocabularyType(goType string) []emit.Expr {
	if goType == "" {
		return nil
	}
	return []emit.Expr{emit.Key("Go", std("reflect", "TypeFor").Of(foreignType(goType)).Call())}
}

func vocabularyFields(key string, fields []*schema.Field) []emit.Expr {
	var out []emit.Expr
	for _, f := range fields {
		out = append(out, named(f.Name, emit.Key("Type", emit.Str(f.Type.String()))))
	}
	if len(out) == 0 {
		return nil
	}
	return []emit.Expr{emit.Key(key, emit.Lines(emit.ListOf(at("Field")), out...))}
}

func stringsOf(key string, list []string) []emit.Expr {
	if len(list) == 0 {
		return nil
	}
	out := make([]emit.Expr, len(list))
	for i, s := range list {
		out[i] = emit.Str(s)
	}
	return []emit.Expr{emit.Key(key, emit.Lit(emit.ListOf(emit.ID("string")), out...))}
}

// vocabularyRole is what the Input of a role holds.
func vocabularyRole(r *rolePlan) emit.Expr {
	more := []emit.Expr{emit.Key("Package", emit.Str(r.pkg))}
	var selves, records []string
	var given []*schema.Field
	for _, s := range r.For {
		selves = append(selves, s.Name)
	}
	for _, s := range r.Sees {
		switch s.Kind {
		case schema.GivenSlice:
			given = append(given, &schema.Field{Name: s.Name, Type: s.Type})
		case schema.RetrievedSlice:
			records = append(records, s.Name)
		}
	}
	more = append(append(append(more, stringsOf("Self", selves)...), vocabularyFields("Given", given)...), stringsOf("Records", records)...)
	if r.events != nil {
		more = append(more, emit.Key("Range", emit.Str(r.events.Name)))
	}
	if r.needsNow() {
		more = append(more, emit.Key("Now", emit.Bool(true)))
	}
	return named(r.Name, more...)
}

// tested is an assembler that a role's test holds to the grant.
type tested struct {
	name     string // of the subtest
	place    string // in the schema; empty for Default
	function emit.Expr
}

// roleTestFile is noninterference_test.go of a role's package: its Default, and the assembler that the schema names.
func (p *plan) roleTestFile(r *rolePlan) *emit.File {
	imports := []emit.Import{{Path: "testing", Name: "testing"}, {Path: runtimePath + "assemblytest", Name: "assemblytest"}, {Path: p.path + "/" + testsPackage, Name: testsPackage}}
	taken := map[string]bool{"testing": true, "assemblytest": true, testsPackage: true, "t": true, "nil": true}
	known := map[string]bool{}
	add := func(at, want, other string, alias bool) {
		if known[at] {
			return
		}
		known[at] = true
		name := want
		for n := 1; taken[name] || isPredeclared(name) || !token.IsIdentifier(name); n++ {
			name = fmt.Sprintf("%s%d", other, n)
		}
		taken[name] = true
		imports = append(imports, emit.Import{Path: at, Name: name, Alias: alias || name != want})
	}
	others := p.neighbours(r)
	for _, o := range append([]*rolePlan{r}, others...) {
		add(o.path, o.pkg, "role", false)
	}
	for _, o := range append([]*rolePlan{r}, others...) {
		if a, ok := assemblerOf(o); ok {
			add(a.path, path.Base(a.path), "assemblers", true)
		}
	}
	f := emit.NewFile(r.path+"_test", r.pkg+"_test", "", imports)
	var first []emit.Expr
	var notes []string
	for _, o := range others {
		write := std(o.path, "Default")
		if a, ok := assemblerOf(o); ok {
			write = std(a.path, a.fn)
		}
		first, notes = append(first, at("First").Call(std(o.path, "Assemble"), write)), append(notes, assemblerPlace(o))
	}
	cases := []tested{{"Default", "", std(r.path, "Default")}}
	if a, ok := assemblerOf(r); ok && (a.path != r.path || a.fn != "Default") {
		cases = append(cases, tested{path.Base(a.path) + "." + a.fn, assemblerPlace(r), std(a.path, a.fn)})
	}
	var body []emit.Stmt
	t := emit.Param{Name: "t", Type: emit.Star(std("testing", "T"))}
	for _, c := range cases {
		args := []emit.Expr{emit.ID("t"), std(p.path+"/"+testsPackage, "Vocabulary"), std(r.path, "Assemble"), c.function}
		call := emit.Do(at("Noninterference").Call(args...)).Noted(c.place)
		if len(first) > 0 {
			call = emit.Do(at("Noninterference").CallNoted(append(args, first...), slices.Concat([]string{"", "", "", c.place}, notes)))
		}
		body = append(body, emit.Do(emit.ID("t").Dot("Run").Call(emit.Str(c.name), emit.Func([]emit.Param{t}, nil, call))))
	}
	f.Func(emit.FuncDecl{Doc: fmt.Sprintf("Nothing that the grant of %s hides moves a prompt of it (roles.%s).", r.Name, r.Name), Name: "TestNoninterference", Params: []emit.Param{t}, Body: body})
	return f
}

// assemblerPlace is the place in the schema of the function that a role names, for the line that names it too: where there is no such
// function, the compiler's error leads there. It is empty where the line names what is generated.
func assemblerPlace(r *rolePlan) string {
	if a, ok := assemblerOf(r); !ok || a.path == r.path && a.fn == "Default" {
		return ""
	}
	return "roles." + r.Name + ".assembler"
}

// neighbours are the roles that are assembled before a role's prompts are compared: at most two, those whose assemblers lie in one package
// with the role's own first, for they may share variables; then those after it. More would make its test compile half the schema.
func (p *plan) neighbours(r *rolePlan) []*rolePlan {
	const few = 2
	var near, rest []*rolePlan
	from := 0
	for i, o := range p.roles {
		if o == r {
			from = i
		}
	}
	own, named := assemblerOf(r)
	for i := 1; i < len(p.roles); i++ {
		o := p.roles[(from+i)%len(p.roles)]
		if a, ok := assemblerOf(o); ok && named && a.path == own.path {
			near = append(near, o)
		} else if len(rest) < few {
			rest = append(rest, o)
		}
		if len(near) == few {
			break
		}
	}
	all := append(near, rest...)
	return all[:min(few, len(all))]
}

// isTestsPackage says whether a role's folder would be that of the schema as data.
func isTestsPackage(name string) bool { return strings.EqualFold(name, testsPackage) }
