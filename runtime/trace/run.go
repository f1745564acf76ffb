package trace

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

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

  check LOG [ID…]   every recorded context, or these: equal bytes, or the first difference with its cause
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
	flags := flag.NewFlagSet("replay", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() { _, _ = io.WriteString(stderr, help) }
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return fine, nil
		}
		return usage, nil // flag said it
	}
	args = flags.Args()
	if len(args) < 2 {
		return usage, errUsage
	}
	store, err := open(ctx, args[1])
	if err != nil {
		return usage, err
	}
	defer func() { _ = store.Log().Close() }()
	switch args[0] {
	case "check":
		return check(ctx, roles, store, args[2:], stdout)
	}
	return usage, fmt.Errorf("there is no command %q; --help lists them", args[0])
}

// check makes the contexts again and says what became of each.
func check(ctx context.Context, roles *Roles, store *world.Store, ids []string, stdout io.Writer) (int, error) {
	asked := map[timeline.ID]bool{}
	for _, text := range ids {
		id, err := timeline.ParseID(text)
		if err != nil {
			return usage, fmt.Errorf("%q is no id: %w", text, err)
		}
		asked[id] = true
	}
	all, code := len(asked) == 0, fine
	var failed error
	err := Each(ctx, store.Log(), "", func(e timeline.Event) bool {
		if !all && !asked[e.ID] {
			return true
		}
		delete(asked, e.ID)
		rec, err := Decode(e)
		if err != nil {
			failed = err
			return false
		}
		o, err := roles.Rebuild(ctx, store, rec)
		if err != nil {
			failed = err
			return false
		}
		if !o.Equal() {
			code = differs
		}
		_, failed = io.WriteString(stdout, o.String())
		return failed == nil
	})
	if err = errors.Join(err, failed); err != nil {
		return usage, err
	}
	for _, text := range ids {
		if id, _ := timeline.ParseID(text); asked[id] {
			return usage, fmt.Errorf("%s: %w", text, ErrNotRecorded)
		}
	}
	return code, nil
}

// String is the outcome in words: one line when it is equal, else the cause and the first difference.
func (o *Outcome) String() string {
	head := fmt.Sprintf("%d %s at %d (%s): ", o.Recorded.Seq, o.Recorded.Member, o.Recorded.Position, o.Recorded.ID)
	if o.Equal() {
		return head + "equal\n"
	}
	head += fmt.Sprintf("%s: %s\n", o.Cause, o.Detail)
	if o.Was != "" || o.Is != "" {
		head += fmt.Sprintf("  - %s\n  + %s\n", o.Was, o.Is)
	}
	return head
}
