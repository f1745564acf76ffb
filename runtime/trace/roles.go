package trace

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/token"
	"github.com/grantgen/grantgen/runtime/world"
)

// Roles are the roles that can be assembled again, with the assemblers, counters and renderers known by name. The generated package
// replay makes them; an application registers its own beside those that the schema names. They are not safe for changes from several
// goroutines.
type Roles struct {
	roles     map[string]*Role
	counters  map[string]token.Counter
	renderers map[string]assembly.Renderer
}

// Role is one role of the schema.
type Role struct {
	name       string
	assemblers map[string]func(ctx context.Context, store *world.Store, input []byte, opts ...assembly.Option) (*assembly.Context, error)
	register   func(as string, write any) error
}

// NewRoles makes the roles; grantgen's own counters and renderers are known.
func NewRoles(roles ...*Role) *Roles {
	r := &Roles{roles: map[string]*Role{}, counters: map[string]token.Counter{}, renderers: map[string]assembly.Renderer{
		byLabel: render.ByLabel, bySection: render.BySection,
	}}
	for _, c := range []token.Counter{token.Characters, token.Estimate} {
		r.Counter(c)
	}
	for _, role := range roles {
		r.roles[role.name] = role
	}
	return r
}

// NewRole says how a role is assembled from a recorded input, and by which assemblers.
func NewRole[A any](name string, assemble func(ctx context.Context, store *world.Store, input []byte, write A, opts ...assembly.Option) (*assembly.Context, error), known ...A) *Role {
	r := &Role{name: name, assemblers: map[string]func(context.Context, *world.Store, []byte, ...assembly.Option) (*assembly.Context, error){}}
	r.register = func(as string, write any) error {
		w, ok := asType[A](write)
		if !ok {
			return fmt.Errorf("%T is no assembler of %s", write, name)
		}
		called := assembly.FunctionName(write)
		if called == "" {
			return fmt.Errorf("an assembler of %s is nil", name)
		}
		if as == "" {
			as = called
		}
		r.assemblers[as] = func(ctx context.Context, store *world.Store, input []byte, opts ...assembly.Option) (*assembly.Context, error) {
			return assemble(ctx, store, input, w, opts...)
		}
		return nil
	}
	for _, w := range known {
		if err := r.register("", w); err != nil {
			panic("trace: " + err.Error()) // generated code hands over functions
		}
	}
	return r
}

// asType is a function as the role's own type of assemblers: one that is handed over by its name is of a type without a name.
func asType[A any](write any) (w A, ok bool) {
	if w, ok = write.(A); ok {
		return w, true
	}
	v, want := reflect.ValueOf(write), reflect.TypeFor[A]()
	if !v.IsValid() || v.Kind() != reflect.Func || !v.CanConvert(want) {
		return w, false
	}
	return v.Convert(want).Interface().(A), true
}

// Register makes another assembler of a role known by its function's name. A closure has no name that lasts: see [RegisterAs].
func Register[A any](r *Roles, role string, write A) error {
	known, err := r.role(role)
	if err != nil {
		return err
	}
	return known.register("", write)
}

// RegisterAs makes an assembler known by the name under which contexts were recorded: that of a closure, whose number may change with
// every build, or of a function that is called otherwise now. name is import/path.Func, as `replay check` prints it.
func RegisterAs[A any](r *Roles, role, name string, write A) error {
	known, err := r.role(role)
	if err != nil {
		return err
	}
	if name == "" {
		return fmt.Errorf("register an assembler of %s: its name is empty", role)
	}
	return known.register(name, write)
}

func (r *Roles) role(name string) (*Role, error) {
	known, ok := r.roles[name]
	if !ok {
		return nil, fmt.Errorf("register an assembler: there is no role %q; there are %s", name, strings.Join(r.Names(), ", "))
	}
	return known, nil
}

// Counter makes a counter known by its name.
func (r *Roles) Counter(c token.Counter) { r.counters[token.Name(c)] = c }

// Renderer makes a renderer known by the name that its String gives, else by its Go type.
func (r *Roles) Renderer(x assembly.Renderer) { r.renderers[rendererName(x)] = x }

// Names lists the roles, sorted.
func (r *Roles) Names() []string { return slices.Sorted(maps.Keys(r.roles)) }
