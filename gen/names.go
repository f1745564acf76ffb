package gen

import (
	"fmt"
	"go/token"

	"github.com/grantgen/grantgen/internal/diag"
)

// space is one name space of the generated code: every identifier is decided once, and a second claim to it is refused with
// both places. Nothing is ever renamed silently.
type space struct {
	where string // e.g. "package norway"
	taken map[string]claim
	diags *diag.List
}

type claim struct {
	pos  diag.Pos
	what string
	own  bool // grantgen's own
	// standard is a method that Go's tools expect under another signature.
	standard bool
}

func newSpace(diags *diag.List, where string, own ...string) *space {
	s := &space{where: where, taken: map[string]claim{}, diags: diags}
	for _, n := range own {
		s.taken[n] = claim{what: "grantgen's own " + n, own: true}
	}
	return s
}

// vetMethods are the methods that go vet knows under one signature, whatever type they are on; one of ours would not be vet clean.
var vetMethods = []string{"GobDecode", "GobEncode", "MarshalJSON", "ReadByte", "ReadRune", "UnmarshalJSON", "UnreadByte", "UnreadRune", "WriteByte"}

// newMethods is the name space of the methods of one type.
func newMethods(diags *diag.List, where string, own ...string) *space {
	s := newSpace(diags, where, own...)
	for _, n := range vetMethods {
		s.taken[n] = claim{what: "a standard method " + n, own: true, standard: true}
	}
	return s
}

// claim takes a Go name for something of the schema.
func (s *space) claim(goName string, pos diag.Pos, what string) string {
	old, ok := s.taken[goName]
	if !ok {
		s.taken[goName] = claim{pos: pos, what: what}
		return goName
	}
	d := diag.Diagnostic{Pos: pos, Severity: diag.Error, Code: "name-collision"}
	if old.standard {
		d.Message = fmt.Sprintf("%s derives to the method %s in %s, which Go's tools know under another signature", what, goName, s.where)
		d.Expected = "another name"
	} else if old.own {
		d.Message = fmt.Sprintf("%s derives to the Go name %s in %s, which is grantgen's own", what, goName, s.where)
		d.Expected = "another name"
	} else {
		d.Message = fmt.Sprintf("%s and %s derive to one Go name, %s, in %s", old.what, what, goName, s.where)
		d.Expected = "two names that differ in more than case, '_' and '-'"
		d.Related = []diag.Related{{Pos: old.pos, Message: old.what + " stands here"}}
	}
	*s.diags = append(*s.diags, d)
	return goName
}

// packageFault says why a package or folder of that name cannot be; empty when it can.
func packageFault(name string) string {
	switch {
	case token.IsKeyword(name):
		return "is a Go keyword, and no package can have it"
	case name == "main" || name == "init" || name == "_":
		return "cannot be imported by that name"
	case name == "internal" || name == "vendor" || name == "testdata":
		return "is a folder that the go command treats specially"
	case name == "documentation":
		return "is a package that the go command passes over"
	case name == "replay":
		return "is kept for the generated package replay"
	case isTestsPackage(name):
		return "is kept for the generated package " + testsPackage
	case windowsDevice[name]:
		return "is the name of a device on Windows"
	}
	return ""
}

var windowsDevice = map[string]bool{"con": true, "prn": true, "aux": true, "nul": true,
	"com1": true, "com2": true, "com3": true, "com4": true, "com5": true, "com6": true, "com7": true, "com8": true, "com9": true,
	"lpt1": true, "lpt2": true, "lpt3": true, "lpt4": true, "lpt5": true, "lpt6": true, "lpt7": true, "lpt8": true, "lpt9": true}
