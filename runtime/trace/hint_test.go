package trace_test

import (
	"strings"
	"testing"

	"github.com/grantgen/grantgen/examples/fisheries/grants/norway"
	"github.com/grantgen/grantgen/examples/fisheries/grants/replay"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/token"
	"github.com/grantgen/grantgen/runtime/trace"
)

// words counts as an application of its own might.
type words struct{}

func (words) Count(text string) (int, error) { return len(strings.Fields(text)), nil }

// What is not registered is told with what to write; and when that is written, the context is made again.
func TestWhatIsNotRegisteredIsToldWithWhatToWrite(t *testing.T) {
	tl, _ := told(t, timeline.Memory())
	closure := func(g *norway.Grant, p *norway.Parts) { firstOffer(g, p) }
	recordedBy := func(w norway.Assembler, budget assembly.Budget) *trace.Recorded {
		built, err := norway.Assemble(ctx, tl, norway.Input{Ask: "Respond."}, w, assembly.At(3), assembly.WithBudget(budget))
		if err != nil {
			t.Fatal(err)
		}
		return recordOf(t, built, 9)
	}
	characters := assembly.Budget{Total: 99, Count: token.Characters}
	byClosure := recordedBy(closure, characters)
	for _, c := range []struct {
		rec   *trace.Recorded
		want  string
		write func(*trace.Roles) error
	}{
		{recordedBy(firstOffer, characters), `trace.Register(roles, "norway", trace_test.firstOffer)`, func(r *trace.Roles) error { return trace.Register(r, "norway", firstOffer) }},
		{recordedBy(firstOffer, characters), `trace.RegisterAs(roles, "norway", "github.com/grantgen/grantgen/runtime/trace_test.firstOffer", yourpackage.ThatFunction)`,
			func(r *trace.Roles) error {
				return trace.RegisterAs(r, "norway", "github.com/grantgen/grantgen/runtime/trace_test.firstOffer", func(g *norway.Grant, p *norway.Parts) { firstOffer(g, p) })
			}},
		{byClosure, "it is a closure, and a closure's name may change with every build: give it one by making it a function, and write, in the function that replay.Main takes,\n" +
			`      trace.RegisterAs(roles, "norway", "` + byClosure.Assembler + `", yourpackage.ThatFunction)`,
			func(r *trace.Roles) error { return trace.RegisterAs(r, "norway", byClosure.Assembler, firstOffer) }},
		{recordedBy(nil, assembly.Budget{Total: 99, Count: words{}}), `roles.Counter(yours), whose String says "trace_test.words", or whose Go type that is`, func(r *trace.Roles) error { r.Counter(words{}); return nil }},
	} {
		roles := replay.Roles()
		o, err := roles.Rebuild(ctx, tl.Store, c.rec)
		if err != nil {
			t.Fatal(err)
		}
		if o.Cause != trace.Unknown || !strings.Contains(o.String(), c.want) {
			t.Errorf("%s\nwant %q", o, c.want)
		}
		if err := c.write(roles); err != nil {
			t.Fatal(err)
		}
		if o, err = roles.Rebuild(ctx, tl.Store, c.rec); err != nil || !o.Equal() {
			t.Errorf("when it is written: %v %v", o, err)
		}
	}
	for want, err := range map[string]error{
		`there is no role "nobody"; there are chronicler, negotiator, norway`: trace.Register(replay.Roles(), "nobody", firstOffer),
		"is no assembler of chronicler":                                       trace.Register(replay.Roles(), "chronicler", firstOffer),
		"an assembler of norway is nil":                                       trace.Register[norway.Assembler](replay.Roles(), "norway", nil),
		"its name is empty":                                                   trace.RegisterAs(replay.Roles(), "norway", "", firstOffer),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// A role that the schema does not have any more is told with what to do.
func TestARenamedRoleIsToldWithWhatToDo(t *testing.T) {
	tl, recs := told(t, timeline.Memory())
	rec := *recs[0]
	rec.Role, rec.Member = "denmark", "denmark"
	o, err := replay.Roles().Rebuild(ctx, tl.Store, &rec)
	if err != nil || o.Cause != trace.SchemaChanged || !strings.Contains(o.String(), "the schema has no role denmark any more\n  a role that was renamed is another") ||
		!strings.Contains(o.Hint, "git worktree add ../then REV") || !strings.Contains(o.Hint, "the schema has chronicler, negotiator, norway now") {
		t.Errorf("%s %v", o, err)
	}
}
