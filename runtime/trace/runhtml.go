package trace

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/grantgen/grantgen/runtime/trace/page"
)

// PageContexts is how many of the newest contexts a page has where nothing else is said.
const PageContexts = 200

// filterFlags reads the flags that say which contexts are meant; ok is false when flag has said all there is to say.
func filterFlags(f *Filter, args []string, stderr io.Writer) (rest []string, ok bool, err error) {
	flags := flag.NewFlagSet("html", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&f.Role, "role", "", "of one role or member")
	flags.Int64Var(&f.From, "from", 0, "that read at this position or later")
	flags.Int64Var(&f.To, "to", 0, "that read at this position or earlier")
	flags.IntVar(&f.Last, "last", PageContexts, "the newest so many; 0: all")
	since := flags.String("since", "", "recorded at this time or later (RFC 3339)")
	until := flags.String("until", "", "recorded before this time (RFC 3339)")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return nil, false, nil
	} else if err != nil {
		return nil, false, fmt.Errorf("html: %w", err)
	}
	if err := f.Times(*since, *until); err != nil {
		return nil, false, err
	}
	return flags.Args(), true, nil
}

// Times sets Since and Until from RFC 3339; empty: no bound.
func (f *Filter) Times(since, until string) error {
	for _, t := range []struct {
		text string
		into *int64
	}{{since, &f.Since}, {until, &f.Until}} {
		if t.text == "" {
			continue
		}
		at, err := time.Parse(time.RFC3339Nano, t.text)
		if err != nil {
			return fmt.Errorf("%q is no time: it is written like 2026-01-02T15:04:05Z", t.text)
		}
		*t.into = at.UnixMicro()
	}
	return nil
}

// html writes the page, with what Assemble makes of each context at other totals.
func (c *command) html(ctx context.Context, f Filter, name, file string) (int, error) {
	p, err := Page(ctx, c.store.Log(), LogName(name), f, func(ctx context.Context, rec *Recorded) (*Outcome, error) {
		return c.roles.Rebuild(ctx, c.store, rec)
	})
	if err != nil {
		return usage, err
	}
	if err := page.WriteFile(file, p); err != nil {
		return usage, err
	}
	_, err = fmt.Fprintln(c.stdout, p.Summary())
	return fine, err
}

// LogName is what a page calls a log: a file without its folder. What looks like the address of a database may hold a password, and is
// not named.
func LogName(place string) string {
	if strings.ContainsAny(place, "=@") || strings.Contains(place, "://") {
		return "the log"
	}
	return filepath.Base(place)
}
