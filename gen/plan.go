package gen

import (
	"fmt"
	"go/token"
	"path"
	"strings"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/internal/emit"
	"github.com/grantgen/grantgen/schema"
)

// Config is what generation needs beside the Model.
type Config struct {
	// ImportPath is the import path of the schema's folder.
	ImportPath string
}

// plan decides every Go identifier once.
type plan struct {
	model *schema.Model
	path  string // import path of the root package
	pkg   string
	alias string // by which role packages import the root

	rosters    []*rosterPlan
	records    []*recordPlan
	events     []*eventPlan
	predicates []*predicatePlan
	scopes     []*scopePlan // of beliefs
	memories   []*scopePlan
	evidence   []*scopePlan
	tools      []*toolPlan
	roles      []*rolePlan

	rosterOf    map[*schema.Roster]*rosterPlan
	recordOf    map[*schema.Record]*recordPlan
	eventOf     map[*schema.Event]*eventPlan
	predicateOf map[*schema.Predicate]*predicatePlan
	toolOf      map[*schema.Tool]*toolPlan
	foreign     []emit.Import // the packages of the application's own Go types
}

type rosterPlan struct {
	*schema.Roster
	goName, set string
	consts      []string // one a value
}

type recordPlan struct {
	*schema.Record
	goName string
	fields []fieldPlan
}

type eventPlan struct {
	*schema.Event
	goName string
	fields []fieldPlan
}

type fieldPlan struct {
	*schema.Field
	goName string
}

type predicatePlan struct {
	*schema.Predicate
	goName string // the accessor's
	typ    string // PositionBelief
	params []string
}

type scopePlan struct {
	*schema.Scope
	goName string // the function's
	typ    string // HeldScope
}

// rootOwn are the names that the root package has of its own.
var rootOwn = []string{"Event", "Timeline", "Open", "ID", "WithID", "BeliefWrite"}

func newPlan(m *schema.Model, cfg Config) (*plan, diag.List) {
	var diags diag.List
	p := &plan{
		model: m, path: path.Join(cfg.ImportPath, m.Out), pkg: m.Package,
		rosterOf: map[*schema.Roster]*rosterPlan{}, recordOf: map[*schema.Record]*recordPlan{},
		eventOf: map[*schema.Event]*eventPlan{}, predicateOf: map[*schema.Predicate]*predicatePlan{}, toolOf: map[*schema.Tool]*toolPlan{},
	}
	p.alias = rootAlias(m.Package)
	checkPackage(m, &diags)
	p.planForeign()
	root := newSpace(&diags, "the package "+m.Package, rootOwn...)
	for _, r := range m.Rosters {
		p.planRoster(root, r)
	}
	for _, r := range m.Types {
		p.planRecord(root, r, &diags)
	}
	for _, e := range m.Events {
		p.planEvent(root, e, &diags)
	}
	p.planBeliefs(root, &diags)
	p.planStores(root)
	p.planTools(root, &diags)
	folders := newSpace(&diags, "the folder "+m.Out)
	for _, r := range m.Roles {
		p.planRole(folders, r, &diags)
	}
	return p, diags.Sorted()
}

// localNames are what generated functions call their parameters and variables; a root package of that name is imported under an alias.
var localNames = "b c ctx e err f g h in m model o obj opts p parse r raw s src tl v verb w write x"

// rootAlias is the name by which role packages import the root: its own, unless that hides something.
func rootAlias(pkg string) string {
	for _, im := range roleImports {
		if im.Name == pkg {
			return "root"
		}
	}
	for _, local := range strings.Fields(localNames) {
		if local == pkg {
			return "root"
		}
	}
	if hasCapital(pkg) { // as the names that role packages make of the schema's have, exported and not
		return "root"
	}
	if pkg == "source" || pkg == "session" || pkg == "role" || pkg == "spec" || pkg == "layout" || pkg == "prose" || isPredeclared(pkg) {
		return "root"
	}
	return pkg
}

// hasCapital says whether a name may meet one that is made of the schema's, such as Room, sliceRoom or rosterPartyNames.
func hasCapital(name string) bool { return strings.ToLower(name) != name }

func checkPackage(m *schema.Model, diags *diag.List) {
	fault := packageFault(m.Package)
	switch {
	case m.Package == "internal" || m.Package == "vendor" || m.Package == "testdata" || m.Package == "replay":
		fault = "" // a package may have such a name; its folder is another matter
	case fault == "" && !token.IsIdentifier(m.Package):
		fault = "is not a Go package name"
	case fault == "" && strings.HasSuffix(m.Package, "_test"):
		fault = "is kept for external test packages"
	}
	if fault != "" {
		*diags = append(*diags, diag.Diagnostic{Pos: m.PackagePos, Severity: diag.Error, Code: "package-name",
			Message: fmt.Sprintf("package %q %s", m.Package, fault), Expected: "a lower-case Go package name such as grants"})
	}
	for i, seg := range strings.Split(m.Out, "/") {
		if fault := outFault(seg, i == 0); fault != "" {
			*diags = append(*diags, diag.Diagnostic{Pos: m.OutPos, Severity: diag.Error, Code: "out-folder",
				Message:  fmt.Sprintf("out %q has the folder %q, %s", m.Out, seg, fault),
				Expected: "a folder of the module such as grants"})
		}
	}
}

// outFault says why a folder on the way to the output cannot have that name; empty when it can. beside is one that lies beside the schema.
func outFault(seg string, beside bool) string {
	lower := strings.ToLower(seg) // many disks know no case
	first, _, _ := strings.Cut(lower, ".")
	switch {
	case seg == "vendor" || seg == "testdata" || strings.HasPrefix(seg, "_") || strings.HasPrefix(seg, "."):
		return "in which the go command looks for no package"
	case strings.HasSuffix(seg, "."):
		return "and no import path may have a dot there"
	case windowsDevice[first]:
		return "which is the name of a device on Windows"
	case lower == "go.mod" || strings.HasSuffix(lower, ".grant.yaml") || beside && (lower == strings.ToLower(GrantsFile) || lower == strings.ToLower(LockFile)):
		return "which is the name of a file"
	}
	return ""
}

func (p *plan) planRoster(root *space, r *schema.Roster) {
	g := GoName(r.Name)
	what := "roster " + r.Name
	rp := &rosterPlan{Roster: r, goName: root.claim(g, r.Pos, what)}
	rp.set = root.claim(g+"Set", r.Pos, "the set of "+what)
	root.claim(g+"SetOf", r.Pos, "the set of "+what)
	p.rosters = append(p.rosters, rp)
	p.rosterOf[r] = rp
	if r.Open {
		return
	}
	root.claim(g+"Named", r.Pos, what)
	root.claim(g+"Values", r.Pos, what)
	for _, v := range r.Values {
		rp.consts = append(rp.consts, root.claim(g+GoName(v.Name), v.Pos, fmt.Sprintf("value %s of roster %s", v.Name, r.Name)))
	}
}

func (p *plan) planRecord(root *space, r *schema.Record, diags *diag.List) {
	rp := &recordPlan{Record: r}
	if r.Go != "" { // it has a Go type already
		p.recordOf[r] = rp
		return
	}
	rp.goName = root.claim(GoName(r.Name), r.Pos, "type "+r.Name)
	fields := newSpace(diags, "the type "+rp.goName, "MarshalJSON", "UnmarshalJSON")
	for _, f := range r.Fields {
		rp.fields = append(rp.fields, fieldPlan{f, fields.claim(GoName(f.Name), f.Pos, "field "+f.Name)})
	}
	p.records = append(p.records, rp)
	p.recordOf[r] = rp
}

func (p *plan) planEvent(root *space, e *schema.Event, diags *diag.List) {
	ep := &eventPlan{Event: e, goName: root.claim(GoName(e.Name), e.Pos, "event "+e.Name)}
	fields := newSpace(diags, "the type "+ep.goName, "Pending", "DeclaredInSchema")
	if e.Go != "" {
		fields.taken["Payload"] = claim{what: "grantgen's own Payload", own: true}
	}
	for _, f := range e.Fields {
		if e.Go != "" && !f.Attribute { // the Go type has it
			ep.fields = append(ep.fields, fieldPlan{f, GoName(f.Name)})
			continue
		}
		ep.fields = append(ep.fields, fieldPlan{f, fields.claim(GoName(f.Name), f.Pos, "field "+f.Name)})
	}
	p.events = append(p.events, ep)
	p.eventOf[e] = ep
}

func (p *plan) planBeliefs(root *space, diags *diag.List) {
	for _, pr := range p.model.Predicates {
		g := GoName(pr.Name)
		pp := &predicatePlan{Predicate: pr, goName: g, typ: root.claim(g+"Belief", pr.Pos, "predicate "+pr.Name)}
		names := newSpace(diags, "the parameters of "+g)
		for _, a := range pr.About {
			names.claim(GoName(a.Name), a.Pos, "subject "+a.Name)
			pp.params = append(pp.params, paramName(a.Name))
		}
		p.predicates = append(p.predicates, pp)
		p.predicateOf[pr] = pp
	}
	if len(p.predicates) == 0 {
		return
	}
	methods := newMethods(diags, "the methods of belief scopes")
	for _, pp := range p.predicates {
		methods.claim(pp.goName, pp.Pos, "predicate "+pp.Name)
	}
	for _, s := range p.model.Scopes {
		if s.Kind != schema.BeliefScope {
			continue
		}
		g := GoName(s.Name)
		p.scopes = append(p.scopes, &scopePlan{Scope: s,
			goName: root.claim(g, s.Pos, "scope "+s.Name), typ: root.claim(g+"Scope", s.Pos, "scope "+s.Name)})
	}
}

// paramName is a name for a parameter: lower case, and never a keyword, a predeclared name or an import.
func paramName(name string) string {
	g := GoName(name)
	n := strings.ToLower(g[:1]) + g[1:]
	if g == strings.ToUpper(g) {
		n = strings.ToLower(g)
	}
	if token.IsKeyword(n) || isPredeclared(n) || isImportName(n) || n == "s" || n == "b" {
		return n + "Subject"
	}
	return n
}
