package assemblytest

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/assemblytest/internal/worlds"
	"github.com/grantgen/grantgen/runtime/world"
)

// What a schema speaks of, as data: the generated package grantstest has it.
type (
	Vocabulary = worlds.Vocabulary
	Roster     = worlds.Roster
	Field      = worlds.Field
	Record     = worlds.Record
	Event      = worlds.Event
	Predicate  = worlds.Predicate
	Scope      = worlds.Scope
	Role       = worlds.Role
)

// The environment variables that say how long a run is and what it draws, for runs over several packages: a flag that one of them does
// not know fails it. A flag wins.
const (
	TrialsVar = "GRANTGEN_TRIALS"
	SeedVar   = "GRANTGEN_SEED"
)

var (
	trials = flag.Int("noninterference.trials", number(TrialsVar, 24), "how many worlds a noninterference test draws")
	seed   = flag.Int("noninterference.seed", number(SeedVar, 1), "what a noninterference test draws them by")
)

// number is an environment variable as a number.
func number(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil && n >= 0 {
		return n
	}
	return otherwise
}

// Option changes a noninterference test.
type Option func(*worlds.Run)

// OpenedWith opens every world of the test with these options too: an application's upcasters, say.
func OpenedWith(opts ...world.Option) Option {
	return func(r *worlds.Run) { r.World = append(r.World, opts...) }
}

// AssembledWith gives every call of the test these options too: an application's budget, say.
func AssembledWith(opts ...assembly.Option) Option {
	return func(r *worlds.Run) { r.Options = append(r.Options, opts...) }
}

// First has another role assembled in the same process before prompts are compared, so that a text that one leaves behind for the other
// shows.
func First[T world.Timeline, I, A any, P interface {
	*I
	json.Unmarshaler
}](assemble func(context.Context, *T, I, A, ...assembly.Option) (*assembly.Context, error), write A) Option {
	return func(r *worlds.Run) {
		if s, err := subject[T, I, A, P](r.Vocabulary, assemble, write); err == nil {
			r.First = append(r.First, s)
		}
	}
}

// Noninterference draws logs that agree on what a role's grant lets through and differ in all else, and holds an assembler to giving one
// prompt over them, byte for byte, and one description but for the seqs. In place of what is hidden stand other events, near misses of every
// where:, floods of them, ones that cannot be read, and none; fields that are not granted have other values; other roles are assembled
// before. It fails with the hidden thing that showed, after shrinking, and the first line that differs; when nothing at all that is within
// the grant shows, and when the assembler fails by a mistake of its own (a section that no part cites, a panic) in more than a third of the
// worlds, for then it would prove nothing. How many calls failed, and a slice of which nothing shows, is logged.
//
//	assemblytest.Noninterference(t, grantstest.Vocabulary, norway.Assemble, negotiators.Norway)
//
// assemble is the Assemble of a generated package and write the assembler; nil means Default. A run draws 24 worlds by a fixed seed;
// -noninterference.trials and -noninterference.seed, or GRANTGEN_TRIALS and GRANTGEN_SEED, change that.
func Noninterference[T world.Timeline, I, A any, P interface {
	*I
	json.Unmarshaler
}](t testing.TB, v *Vocabulary, assemble func(context.Context, *T, I, A, ...assembly.Option) (*assembly.Context, error), write A, opts ...Option) {
	t.Helper()
	s, err := subject[T, I, A, P](v, assemble, write)
	if err != nil {
		t.Fatalf("noninterference: %v", err)
		return
	}
	run := &worlds.Run{Vocabulary: v, Subject: s, Trials: *trials, Seed: uint64(*seed)}
	for _, o := range opts {
		o(run)
	}
	report, err := run.Do(t.Context())
	if err != nil {
		t.Fatalf("noninterference: %v", err)
		return
	}
	tell(t, s.Role.Name, report)
}

// subject finds the role whose Input an Assemble takes.
func subject[T world.Timeline, I, A any, P interface {
	*I
	json.Unmarshaler
}](v *Vocabulary, assemble func(context.Context, *T, I, A, ...assembly.Option) (*assembly.Context, error), write A) (worlds.Subject, error) {
	pkg := reflect.TypeFor[I]().PkgPath()
	role, ok := v.RoleIn(path.Base(pkg))
	if !ok {
		return worlds.Subject{}, fmt.Errorf("the vocabulary has no role in the package %s", pkg)
	}
	return worlds.Subject{Role: role, Assemble: func(ctx context.Context, store *world.Store, input []byte, opts ...assembly.Option) (*assembly.Context, error) {
		var in I
		if err := P(&in).UnmarshalJSON(input); err != nil {
			return nil, fmt.Errorf("the input that was drawn does not decode: %w", err)
		}
		tl := T(struct{ *world.Store }{store})
		return assemble(ctx, &tl, in, write, opts...)
	}}, nil
}

// tell says what a run came to.
func tell(t testing.TB, role string, r worlds.Report) {
	t.Helper()
	switch f := r.Failure; {
	case f != nil:
		t.Errorf("noninterference: %s", account(f))
	case r.Mistaken():
		t.Errorf("noninterference: %s: in %d of %d worlds the assembler fails by a mistake of its own, first with: %s", role, r.Mistakes, r.Worlds, r.Mistake)
	case r.Vacuous && r.Error != "":
		t.Errorf("noninterference: %s: nothing that is within the grant shows, so that nothing is proved; %d of the calls failed, the first with: %s", role, r.Errors, r.Error)
	case r.Vacuous:
		t.Errorf("noninterference: %s: nothing that is within the grant shows, so that nothing is proved", role)
	default:
		if r.Errors > 0 {
			t.Logf("noninterference: %s: in %d of %d worlds the call failed, first with: %s", role, r.Errors, r.Worlds, r.Error)
		}
		if r.Mistakes > 0 {
			t.Logf("noninterference: %s: %d of these are mistakes of the assembler's own, first: %s", role, r.Mistakes, r.Mistake)
		}
		for _, name := range r.Unused {
			t.Logf("noninterference: %s: the slice %s is unused: no change in it showed", role, name)
		}
	}
}

// account is a failure in words.
func account(f *worlds.Failure) string {
	var b strings.Builder
	fmt.Fprintf(&b, "the prompt of %s moved, and what its grant lets through did not: %s (trial %d of seed %d)\n", f.Role, f.How, f.Trial, f.Seed)
	const few = 5
	for i, m := range f.Moved {
		if i == few {
			fmt.Fprintf(&b, "  and %d more\n", len(f.Moved)-few)
			break
		}
		fmt.Fprintf(&b, "  hidden: %s\n", m)
	}
	if of, was, is := f.Difference(); of != "" {
		fmt.Fprintf(&b, "  the first line of %s that differs:\n  - %s\n  + %s\n", of, was, is)
	}
	if !f.Repeats {
		b.WriteString("  It did not show again when looked at more closely: something stays in the process from call to call.\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}
