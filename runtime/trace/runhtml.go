package trace

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/grantgen/grantgen/runtime/trace/page"
)

// PageContexts is how many of the newest contexts a page has where nothing else is said.
const PageContexts = 200

// htmlFlags say which contexts are meant, and what may be replaced.
type htmlFlags struct {
	Filter
	force bool
}

// parse reads the flags; ok is false when help was asked for, and given.
func (h *htmlFlags) parse(args []string, stdout, stderr io.Writer) (rest []string, ok bool, err error) {
	flags := flag.NewFlagSet("html", flag.ContinueOnError)
	flags.SetOutput(stderr)
	if slices.ContainsFunc(args, func(a string) bool { return a == "-h" || a == "-help" || a == "--help" }) {
		flags.SetOutput(stdout)
	}
	flags.StringVar(&h.Role, "role", "", "of one role or member")
	from := flags.String("from", "", "that read at this position or later")
	to := flags.String("to", "", "that read at this position or earlier")
	last := flags.String("last", strconv.Itoa(PageContexts), "the newest so many; 0: all")
	flags.BoolVar(&h.force, "force", false, "write over whatever file is there")
	since := flags.String("since", "", "recorded at this time or later (RFC 3339)")
	until := flags.String("until", "", "recorded before this time (RFC 3339)")
	for { // flags may also stand after what they are about
		if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
			return nil, false, nil
		} else if err != nil {
			return nil, false, fmt.Errorf("html: %w", err)
		}
		if flags.NArg() == 0 {
			break
		}
		rest, args = append(rest, flags.Arg(0)), flags.Args()[1:]
	}
	if h.From, err = position("from", *from); err != nil {
		return nil, false, err
	}
	if h.To, err = position("to", *to); err != nil {
		return nil, false, err
	}
	if h.Last, err = strconv.Atoi(*last); err != nil {
		return nil, false, fmt.Errorf("html: -last: %q is no number", *last)
	}
	if h.Last < 0 {
		return nil, false, fmt.Errorf("html: -last %d: it is a number of contexts", h.Last)
	}
	if err := h.Times(*since, *until); err != nil {
		return nil, false, err
	}
	return rest, true, nil
}

// position is a flag's; empty: no bound.
func position(name, text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("html: -%s: %q is no position", name, text)
	}
	return n, nil
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
func (c *command) html(ctx context.Context, h htmlFlags, name, file string) (int, error) {
	if err := h.Known(ctx, c.store.Log()); err != nil {
		return usage, err
	}
	p, err := Page(ctx, c.store.Log(), LogName(name), h.Filter, func(ctx context.Context, rec *Recorded) (*Outcome, error) {
		return c.roles.Rebuild(ctx, c.store, rec)
	})
	if err != nil {
		return usage, err
	}
	if err := WritePage(name, file, p, h.force); err != nil {
		return usage, err
	}
	_, err = fmt.Fprintln(c.stdout, p.Summary())
	return fine, err
}

// WritePage writes a page to a file. What is no page stays as it is, and so does a page with sliders in the place of which one without
// would come, unless force says otherwise; the log itself is never written over. Log is its place, as the command line has it.
func WritePage(log, file string, p page.Page, force bool) error {
	if same(log, file) {
		return fmt.Errorf("%s is the log itself: the page goes into a file of its own", file)
	}
	if force {
		return page.Overwrite(file, p)
	}
	err := page.WriteFile(file, p)
	switch {
	case errors.Is(err, page.ErrSliders):
		return fmt.Errorf("%w. The application's replay command (package grants/replay, Main) writes a page with sliders: html LOG FILE; --force writes this one over it", err)
	case errors.Is(err, page.ErrForeign):
		return fmt.Errorf("%w; --force writes over it", err)
	}
	return err
}

// same says whether two names are of one file.
func same(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// LogName is what a page calls a log: a file without its folder. What looks like the address of a database may hold a password, and is
// not named.
func LogName(place string) string {
	if strings.ContainsAny(place, "=@") || strings.Contains(place, "://") {
		return "the log"
	}
	return filepath.Base(place)
}
