package schema

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema/internal/shape"
)

// resolver turns forms into meanings, and collects what is wrong. A thing that is wrong is left out of the model, and what refers
// to it is not blamed again: the tables know the names that were declared, also where their bodies were not understood.
type resolver struct {
	out   diag.List
	fixed Fixed
	texts map[string]readText // fixed texts, by name
	doc   *shape.Document

	rosters    table[*Roster]
	types      table[*Record]
	events     table[*Event]
	predicates table[*Predicate]
	scopes     table[*Scope]
	tools      table[*Tool]
	layouts    table[*Layout]
	count      Count
	frame      *Frame
	near       func(text string, kind GoKind) string
	roles      table[*Role] // with the abstract ones
	abstract   map[string]bool
	lines      map[string]*lineage
	sincePos   map[*Slice]diag.Pos
	memoryIn   map[*Section]*Part
	incomplete map[*Role]bool // a slice of the role was not understood
	written    writings
	exceptions []*exception
	looks      int            // that proofs have taken
	roleAt     map[string]int // in doc.Roles
}

func newResolver(fixed Fixed) *resolver {
	return &resolver{
		fixed: fixed, texts: map[string]readText{}, abstract: map[string]bool{}, lines: map[string]*lineage{}, sincePos: map[*Slice]diag.Pos{}, memoryIn: map[*Section]*Part{}, incomplete: map[*Role]bool{},
	}
}

// table is what a schema declares of one kind, in the schema's order.
type table[T any] struct {
	names []string
	items []T // in order of names; broken ones are missing
	by    map[string]T
	known map[string]bool

	misread bool // it may declare whatever it is asked for
}

func (t *table[T]) add(name string, v T) {
	t.declare(name)
	t.by[name] = v
	t.items = append(t.items, v)
}

// declare makes a name known whose body may be broken.
func (t *table[T]) declare(name string) {
	if t.by == nil {
		t.by, t.known = map[string]T{}, map[string]bool{}
	}
	if !t.known[name] {
		t.known[name] = true
		t.names = append(t.names, name)
	}
}

// declareBroken makes names known whose values were not understood at all; of a table that is no map, every name.
func declareBroken[T, F any](t *table[T], d shape.Dict[F]) {
	t.misread = d.Misread
	for _, k := range d.Broken {
		t.declare(k.Text)
	}
}

// sorted is the items by name.
func (t *table[T]) sorted(name func(T) string) []T {
	items := slices.Clone(t.items)
	slices.SortFunc(items, func(a, b T) int { return cmp.Compare(name(a), name(b)) })
	return items
}

// model resolves everything, in the order in which one thing needs another.
func (r *resolver) model(docs []*shape.Document, files []File) *Model {
	r.doc = r.merge(docs)
	m := &Model{}
	r.settings(m)
	r.readRosters()
	r.readTypes()
	r.readEvents()
	r.readPredicates()
	r.readScopes()
	r.readTools()
	r.readLayouts()
	r.readRoles()
	for _, f := range files {
		m.Files = append(m.Files, f.Name)
	}
	m.Rosters = r.rosters.sorted(func(x *Roster) string { return x.Name })
	m.Types = r.types.sorted(func(x *Record) string { return x.Name })
	m.Events = r.events.sorted(func(x *Event) string { return x.Name })
	m.Predicates = r.predicates.sorted(func(x *Predicate) string { return x.Name })
	m.Scopes = r.scopes.sorted(func(x *Scope) string { return x.Name })
	m.Tools = r.tools.sorted(func(x *Tool) string { return x.Name })
	m.Layouts = r.layouts.sorted(func(x *Layout) string { return x.Name })
	for _, role := range r.roles.sorted(func(x *Role) string { return x.Name }) {
		if !r.abstract[role.Name] {
			m.Roles = append(m.Roles, role)
		}
	}
	r.checkSince()
	r.memorySections()
	m.Declassified = r.readDeclassified()
	if !r.guessed() {
		m.Never = r.proveNever()
		r.idleExceptions()
		m.Checks = r.runChecks()
	}
	return m
}

func (r *resolver) fail(p diag.Pos, code, format string, args ...any) *diag.Diagnostic {
	return r.say(diag.Error, p, code, format, args...)
}

func (r *resolver) warn(p diag.Pos, code, format string, args ...any) *diag.Diagnostic {
	return r.say(diag.Warning, p, code, format, args...)
}

func (r *resolver) say(s diag.Severity, p diag.Pos, code, format string, args ...any) *diag.Diagnostic {
	r.out = append(r.out, diag.Diagnostic{Pos: p, Severity: s, Code: code, Message: fmt.Sprintf(format, args...)})
	return &r.out[len(r.out)-1]
}

// manyFindings is how many findings get suggestions: to look for the nearest of thousands of names, thousands of times, takes long
// and helps nobody.
const manyFindings = 300

// unknown says that a name is none of those declared.
func (r *resolver) unknown(p diag.Pos, what, name string, known []string) {
	d := r.fail(p, "unknown-name", "unknown %s %q", what, cut(name))
	d.Expected = declared[what] // where there is none, what one looks like
	if len(r.out) > manyFindings {
		return
	}
	d.Suggest = diag.DidYouMean(name, known)
	if len(known) > 0 {
		d.Expected = oneOf(known)
	}
}

// unknownSlice says that a role has no slice of a name, where one of some kind is wanted.
func (r *resolver) unknownSlice(name shape.Name, kind string, known []string) {
	r.unknown(name.Pos(), "slice", name.String(), known)
	if d := &r.out[len(r.out)-1]; len(known) == 0 {
		d.Expected = "a " + kind + ": " + declared[kind]
	}
}

// declared is how what may be unknown is declared.
var declared = map[string]string{
	"roster":                     "one under roster: at the top, e.g. roster: {party: [norway, uk]}",
	"event type":                 "one under events: at the top, e.g. events: {OfferMade: {text: string}}",
	"predicate":                  "one under predicates: at the top, e.g. predicates: {position: {about: {stock: id}, kind: functional, value: string}}",
	"tool":                       "one under tools: at the top, e.g. tools: {lookup: {doc: Finds things., parameters: {name: string}}}",
	"layout":                     "one under layouts: at the top, e.g. layouts: {assistant: {sections: [{name: policy, budget: 800}]}}",
	"role":                       "one under roles: at the top",
	"slice":                      "one under sees: in the role, e.g. room: {log: [OfferMade]}",
	"chronicle slice":            "one under sees: in the role, e.g. past: {chronicle: \"chronicle:public\"}",
	"given slice of type string": "one under sees: in the role, e.g. ask: string",
	"section":                    "one under sections: in the layout, e.g. {name: policy, budget: 800}",
}

// find looks a name up, and reports it when it was never declared. A name whose body was broken is not found, and not reported.
func find[T any](r *resolver, t *table[T], p diag.Pos, what, name string) (T, bool) {
	v, ok := t.by[name]
	if !ok && !t.known[name] && !t.misread {
		r.unknown(p, what, name, t.names)
	}
	return v, ok
}

// oneOf lists names for `expected`, sorted, a few at most.
func oneOf(names []string) string {
	const most = 12
	names = slices.Sorted(slices.Values(names))
	if len(names) > most {
		return "one of: " + strings.Join(names[:most], ", ") + fmt.Sprintf(" … (%d in all)", len(names))
	}
	return "one of: " + strings.Join(names, ", ")
}
