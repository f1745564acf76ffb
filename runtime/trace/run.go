package trace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/runtime/internal/terminal"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/world"
)

// Opener opens the log that a command names.
type Opener func(ctx context.Context, name string) (*world.Store, error)

// The exit codes of Run.
const (
	fine    = 0 // everything was made again as it was
	differs = 1 // something was not
	usage   = 2 // what was asked makes no sense, or cannot be read
)

const help = `Makes recorded contexts again.

  check LOG [CONTEXT…]       every recorded context, or these: equal bytes, or the first difference with its cause
  budget LOG CONTEXT TOTAL   what would go, or come, with another total
  html [FLAGS] LOG FILE      the page of recorded contexts, with a slider over totals; html --help lists the flags
  help                       this text

CONTEXT is an id, the beginning of one, or #seq.
`

// Run is the command of the generated package replay. It returns the exit code: 0 when all is as it was, 1 when something differs, 2 when
// the command line or the log cannot be read.
func Run(ctx context.Context, roles *Roles, open Opener, args []string, stdout, stderr io.Writer) int {
	code, err := run(ctx, roles, open, args, stdout, stderr)
	if err != nil {
		_, _ = fmt.Fprintf(stderr, "replay: %v\n", err)
		return usage
	}
	return code
}

var errUsage = errors.New("nothing was asked; --help says what can be")

func run(ctx context.Context, roles *Roles, open Opener, args []string, stdout, stderr io.Writer) (int, error) {
	if len(args) == 0 {
		return usage, errUsage
	}
	if asksHelp(args) {
		_, err := io.WriteString(stdout, help)
		return fine, err
	}
	c := &command{roles: roles, stdout: stdout}
	var h htmlFlags
	switch args[0] {
	case "check", "budget":
	case "html":
		rest, ok, err := h.parse(args[1:], stdout, stderr)
		if err != nil || !ok {
			return fine, err
		}
		args = append([]string{"html"}, rest...)
	default:
		return usage, fmt.Errorf("there is no command %q; there are check, budget and html, and help says what they do", args[0])
	}
	if err := complete(args[0], args[1:]); err != nil {
		return usage, err
	}
	var err error
	if c.store, err = open(ctx, args[1]); err != nil {
		return usage, err
	}
	defer func() { _ = c.store.Log().Close() }()
	switch args[0] {
	case "budget":
		return c.budget(ctx, args[2], args[3])
	case "html":
		return c.html(ctx, h, args[1], args[2])
	}
	return c.check(ctx, args[2:])
}

// asksHelp says whether a command line asks what can be asked. A log, a context or a total begins with no dash; html has flags of its own.
func asksHelp(args []string) bool {
	if args[0] == "help" {
		return true
	}
	if args[0] == "html" {
		return false
	}
	return slices.ContainsFunc(args, func(a string) bool { return slices.Contains([]string{"-h", "-help", "--help"}, a) })
}

// takes is what each command takes.
var takes = map[string][]string{"check": {"LOG"}, "budget": {"LOG", "CONTEXT", "TOTAL"}, "html": {"LOG", "FILE"}}

// complete names what is missing of a command's arguments, or too much.
func complete(name string, args []string) error {
	want := takes[name]
	switch {
	case len(args) < len(want):
		return fmt.Errorf("%s: %s is missing: %s %s; --help says what it is", name, want[len(args)], name, strings.Join(want, " "))
	case len(args) > len(want) && name != "check":
		return fmt.Errorf("%s: %q is too much: %s %s", name, args[len(want)], name, strings.Join(want, " "))
	}
	return nil
}

// command is what the commands work with.
type command struct {
	roles  *Roles
	store  *world.Store
	stdout io.Writer
}

// check makes the contexts again and says what became of each, in the order of the log.
func (c *command) check(ctx context.Context, names []string) (int, error) {
	asked := map[timeline.ID]bool{}
	for _, name := range names {
		rec, err := Lookup(ctx, c.store.Log(), name)
		if err != nil {
			return usage, err
		}
		asked[rec.ID] = true
	}
	code := fine
	var failed error
	err := Each(ctx, c.store.Log(), "", func(e timeline.Event) bool {
		if len(asked) > 0 && !asked[e.ID] {
			return true
		}
		var o *Outcome
		if o, failed = c.rebuild(ctx, e); errors.Is(failed, errRecord) { // the others may be made again all the same
			code = usage
			_, failed = fmt.Fprintf(c.stdout, "%d (%s): %s\n", e.Seq, e.ID, terminal.Printable(failed.Error()))
			return failed == nil
		}
		if failed != nil {
			return false
		}
		if !o.Equal() {
			code = max(code, differs)
		}
		_, failed = io.WriteString(c.stdout, o.String())
		return failed == nil
	})
	if err = errors.Join(err, failed); err != nil {
		return usage, err
	}
	return code, nil
}

// errRecord is of a recorded context that cannot be read.
var errRecord = errors.New("the record")

func (c *command) rebuild(ctx context.Context, e timeline.Event) (*Outcome, error) {
	rec, err := Decode(e)
	if err == nil {
		_, err = rec.Described()
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errRecord, err)
	}
	return c.roles.Rebuild(ctx, c.store, rec)
}

// String is the outcome in words: one line when it is equal, else the cause and the first difference, or what to write.
func (o *Outcome) String() string {
	head := fmt.Sprintf("%d %s at %d (%s): ", o.Recorded.Seq, o.Recorded.Member, o.Recorded.Position, o.Recorded.ID)
	if o.Equal() {
		return head + "equal\n"
	}
	head += fmt.Sprintf("%s: %s\n", o.Cause, terminal.Printable(o.Detail))
	if o.Was != "" || o.Is != "" {
		head += fmt.Sprintf("  - %s\n  + %s\n", terminal.Printable(o.Was), terminal.Printable(o.Is))
	}
	if o.Hint != "" {
		head += "  " + o.Hint + "\n"
	}
	return head
}
