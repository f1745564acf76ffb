package pin

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// DefaultRun is the run of a ledger that names none.
const DefaultRun = "default"

// Timeline is what a ledger needs of a world: where pins are read, and how they are appended.
type Timeline interface {
	Log() timeline.Log
	Commit(ctx context.Context, batch ...timeline.Pending) (timeline.Range, error)
}

// Ledger holds the pins of one run: those on the log, and those made through it that are not there yet. It is safe for concurrent use.
type Ledger struct {
	tl    Timeline
	run   string
	fault error // what is wrong with the run's name; said at the first use, since Open cannot

	committing sync.Mutex // one Commit at a time
	mu         sync.Mutex
	read       timeline.Position // the log was read up to here
	pins       map[slot]*pinned
	made       int // pins made through this ledger
	counts     map[counted]*numbers
	missed     map[slot]bool
	misses     []*Miss
}

// slot names one call of a run.
type slot struct {
	kind       string
	key        string
	occurrence int64
}

// counted is what calls are numbered by. Each mode counts for itself, so that a run that was just recorded can be replayed from
// the same ledger.
type counted struct {
	mode mode
	kind string
	key  string
}

// Open is the ledger of a run of tl (default: [DefaultRun]). Nothing is read before the first call.
func Open(tl Timeline, run ...string) *Ledger {
	l := &Ledger{tl: tl, run: DefaultRun, pins: map[slot]*pinned{}, counts: map[counted]*numbers{}, missed: map[slot]bool{}}
	if len(run) > 0 {
		l.run = run[0]
	}
	switch {
	case tl == nil:
		l.fault = fmt.Errorf("open the pins of run %q: there is no timeline", l.run)
	case len(run) > 1:
		l.fault = fmt.Errorf("open pins: a ledger has one run, not %d", len(run))
	case l.run == "" || !utf8.ValidString(l.run) || strings.ContainsFunc(l.run, unicode.IsControl):
		l.fault = fmt.Errorf("open pins: %q cannot name a run", l.run)
	}
	return l
}

// Run is the name of the run.
func (l *Ledger) Run() string { return l.run }

// refresh reads the pins that the log has got since. It reads up to the log's end and remembers that, so that the pins of other runs
// are passed over once. l.mu is held.
func (l *Ledger) refresh(ctx context.Context) error {
	if l.fault != nil {
		return l.fault
	}
	last, err := l.tl.Log().Last(ctx)
	if err != nil {
		return fmt.Errorf("read the pins of run %q: %w", l.run, err)
	}
	clause := timeline.Clause{Key: promoted, Where: []timeline.Constraint{timeline.In("run", timeline.Text(l.run))}}
	for l.read < last {
		page, err := l.tl.Log().Read(ctx, timeline.Query{After: l.read, UpTo: last, Clauses: []timeline.Clause{clause}})
		if err != nil {
			return fmt.Errorf("read the pins of run %q: %w", l.run, err)
		}
		for _, e := range page.Events {
			l.read = e.Seq
			l.stand(e)
		}
		if !page.More {
			l.read = last
		} else if len(page.Events) == 0 {
			return fmt.Errorf("read the pins of run %q: the log gave an empty page and said that there is more", l.run)
		}
	}
	return nil
}

// stand takes a pin from the log. One whose attributes are odd answers no call, and is passed over.
func (l *Ledger) stand(e timeline.Event) {
	kind, hasKind := e.Attributes.Get("kind").AsText()
	key, hasKey := e.Attributes.Get("key").AsText()
	occurrence, hasOccurrence := e.Attributes.Get("occurrence").AsInt()
	if !hasKind || !hasKey || !hasOccurrence {
		return
	}
	at := slot{kind, key, occurrence}
	p := fromEvent(at, e)
	if ours := l.pins[at]; ours != nil && !ours.committed {
		// Somebody else promoted this call. With the same answer it is ours too; with another one, ours can never be.
		ours.committed = string(ours.payload) == string(p.payload)
		ours.beaten = !ours.committed
		return
	}
	if l.pins[at] == nil { // of two events for one call, which no ledger writes, the first stands
		l.pins[at] = p
	}
}
