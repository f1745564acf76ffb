package trace

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/belief"
	"github.com/grantgen/grantgen/runtime/chronicle"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// ErrOtherLog is of a context that is to be recorded on a log that it was not read on.
var ErrOtherLog = errors.New("the context was read on another log")

// otherLog is what shows that it was another.
type otherLog struct{ says string }

func (e *otherLog) Error() string { return e.says }

func (e *otherLog) Is(target error) bool { return target == ErrOtherLog }

// commit appends the record of a context to the log that it was read on.
func commit(ctx context.Context, tl Appender, built *assembly.Context, record timeline.Pending) (timeline.Range, error) {
	if on, ok := tl.(interface{ Log() timeline.Log }); ok {
		if err := readOn(ctx, on.Log(), built); err != nil {
			return timeline.Range{}, err
		}
	}
	rng, err := tl.Commit(ctx, record)
	// The id is of what was shown. What stands beside that in a record (marks, the outline of the lock) another version may have written
	// in another way: the context is recorded all the same.
	if taken := (*timeline.IDTaken)(nil); errors.As(err, &taken) && taken.ID == record.ID {
		return timeline.Range{From: taken.Seq, To: taken.Seq}, nil
	}
	return rng, err
}

// readOn refuses a log that cannot be the one that a context was read on. It looks at few events, for every context is recorded: at those
// with the highest seqs, in which logs of one beginning differ, at the lowest, at one belief and at one section.
func readOn(ctx context.Context, log timeline.Log, built *assembly.Context) error {
	last, err := log.Last(ctx)
	if err != nil {
		return fmt.Errorf("read the log: %w", err)
	}
	if last < built.UptoSeq {
		return &otherLog{fmt.Sprintf("the context was read at %d, and this log ends at %d", built.UptoSeq, last)}
	}
	if built.UptoSeq == 0 {
		return nil
	}
	for _, l := range looks(built) {
		l.query.UpTo, l.query.Limit, l.query.Newest = cmp.Or(l.query.UpTo, built.UptoSeq), few, true
		page, err := log.Read(ctx, l.query)
		if err != nil {
			return fmt.Errorf("read the log: %w", err)
		}
		if !slices.ContainsFunc(page.Events, l.is) && !page.More { // with more of them it may be among those
			return &otherLog{fmt.Sprintf("%s, which was read, is not on this log, or stands elsewhere", l.what)}
		}
	}
	return nil
}

// few is how many events are looked at for one source, and how many sources that say their seqs are looked at.
const few = 3

// look is a source, and how its event is asked for.
type look struct {
	what  string
	id    string
	seq   timeline.Position
	query timeline.Query
}

// is says whether an event is the one that the source was read from.
func (l look) is(e timeline.Event) bool {
	return e.ID.String() == l.id
}

// looks are the few sources that are looked at.
func looks(built *assembly.Context) []look {
	var bySeq, others []look
	var state, section bool
	seals := built.Seals()
	for i, ref := range built.Read {
		if i >= len(seals) || seals[i].Event == "" {
			continue
		}
		at := func(seq timeline.Position) {
			bySeq = append(bySeq, look{fmt.Sprintf("event %d (%s)", seq, seals[i].Event), seals[i].Event, seq, timeline.Query{After: seq - 1, UpTo: seq}})
		}
		newest := func(typ string, where ...timeline.Constraint) {
			others = append(others, look{"event " + seals[i].Event, seals[i].Event, 0,
				timeline.Query{Clauses: []timeline.Clause{{Key: timeline.Key{Namespace: timeline.ReservedNamespace, Type: typ}, Where: where}}}})
		}
		switch r := ref.(type) {
		case assembly.EventRef:
			at(r.Seq)
		case assembly.RetrievedRef:
			at(r.Seq)
		case assembly.StateRef: // the newest revision at the position is the one that stands
			if !state {
				newest(belief.Revised, timeline.In("belief", timeline.Text(r.State)), timeline.In("scope", timeline.Text(r.Scope)))
			}
			state = true
		case assembly.SectionRef:
			if !section {
				newest(chronicle.Written, timeline.In("from", timeline.Int(r.FromSeq)), timeline.In("to", timeline.Int(r.ToSeq)))
			}
			section = true
		}
	}
	slices.SortStableFunc(bySeq, func(a, b look) int { return cmp.Compare(b.seq, a.seq) })
	if len(bySeq) > few {
		bySeq = append(bySeq[:few-1:few-1], bySeq[len(bySeq)-1])
	}
	return append(bySeq, others...)
}
