package schema

import (
	"regexp"
	"strings"
)

// theDefault is what package, out and namespace are when the schema does not say.
const theDefault = "grants"

// ownNamespace is the namespace of grantgen's own events.
const ownNamespace = "grantgen"

var outRE = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.-]*(/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$`)

func (r *resolver) settings(m *Model) {
	d := r.doc
	m.Package, m.Out, m.Namespace = theDefault, theDefault, theDefault
	if d.Package.Given() {
		m.Package, m.PackagePos = d.Package.String(), d.Package.Pos()
	}
	if d.Out.Given() {
		m.Out, m.OutPos = d.Out.String(), d.Out.Pos()
		if !outRE.MatchString(m.Out) {
			r.fail(m.OutPos, "out", "%q is not a folder below the schema's", m.Out).Expected = "a relative path with slashes, such as grants or internal/grants"
		}
	}
	if d.Namespace.Given() {
		m.Namespace, m.NamespacePos = d.Namespace.String(), d.Namespace.Pos()
		if strings.EqualFold(m.Namespace, ownNamespace) {
			r.fail(d.Namespace.Pos(), "reserved", "the namespace %q is grantgen's own", m.Namespace).Expected = "another name, such as that of your application"
		}
	}
}
