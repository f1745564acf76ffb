package trace

import (
	"fmt"
	"path"
	"regexp"
	"strings"
)

// closureRE is how the compiler names functions without a name: the function around them, or glob., and a number.
var closureRE = regexp.MustCompile(`\.func\d+(\.\d+)*$`)

// register says what to write so that a context's assembler is known.
func (r *Recorded) register() string {
	if closureRE.MatchString(r.Assembler) {
		return fmt.Sprintf("it is a closure, and a closure's name may change with every build: give it one by making it a function, and write, in the function that replay.Main takes,\n"+
			"      trace.RegisterAs(roles, %q, %q, yourpackage.ThatFunction)", r.Role, r.Assembler)
	}
	return fmt.Sprintf("write, in the function that replay.Main takes,\n"+
		"      trace.Register(roles, %q, %s)\n"+
		"  or, where the function is called otherwise now,\n"+
		"      trace.RegisterAs(roles, %q, %q, yourpackage.ThatFunction)", r.Role, path.Base(r.Assembler), r.Role, r.Assembler)
}

// renamed says what to do with the contexts of a role that the schema does not have.
func (r *Roles) renamed(role string) string {
	return fmt.Sprintf("a role that was renamed is another: its old contexts are made again by the program of that time (git worktree add ../then REV, and check there), or under the old name in the schema;\n"+
		"  the schema has %s now, and grantlog reads the contexts of %s all the same", strings.Join(r.Names(), ", "), role)
}

func registerCounter(name string) string {
	return fmt.Sprintf("write, in the function that replay.Main takes, roles.Counter(yours), whose String says %q, or whose Go type that is", name)
}

func registerRenderer(name string) string {
	return fmt.Sprintf("write, in the function that replay.Main takes, roles.Renderer(yours), whose String says %q, or whose Go type that is", name)
}
