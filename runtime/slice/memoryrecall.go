package slice

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/internal/lookalike"
	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/world"
)

// recall is what one memory slice comes to in a call. What stands above once is decided before the session opens.
type recall struct {
	query      string
	needed     bool
	failure    memory.Failure // of the need function
	recorded   bool           // what is found stands on the log, and is read from there
	unrecorded bool           // it was to be recorded, and could not

	once  sync.Once
	facts []recalled
	notes []assembly.Note
	ours  bool // what is found is the log's doing, and no function's of the application
	err   error
}

// recalled is a fact that was found, with what a view says of it.
type recalled struct {
	memory.Fact
	text string
}

// The kinds of a memory slice's notes.
const (
	notNeeded    = "not needed"
	nothingFound = "nothing found"
	failedSearch = "failed search"
	unreadable   = "unreadable"
	unadmitted   = "unadmitted"
)

func (r *recall) note(spec *Memory, kind, says string) {
	r.notes = append(r.notes, assembly.Note{Kind: kind, Text: "memory slice '" + spec.Name + "': " + says})
}

// admissible are the facts that a slice may find as of a position, with what they say. One that cannot be read is found by nobody and
// moves nothing; it is counted.
func admissible(ctx context.Context, store *world.Store, spec *Memory, scope string, at timeline.Position) (docs []memory.Doc, odd int, err error) {
	facts, err := store.Memories().Facts(ctx, scope, at)
	if err != nil {
		return nil, 0, err
	}
	for _, f := range facts {
		if !spec.finds(f) {
			continue
		}
		said, err := f.Decode()
		if err != nil || !utf8.ValidString(said.Text) {
			odd++
			continue
		}
		docs = append(docs, memory.Doc{Fact: f, Text: said.Text})
	}
	return docs, odd, nil
}

// recall finds what the slice hands out. Only what the caller's context or a store does is an error; whatever a search does is a note.
func (c *Session) recall(r *recall, spec *Memory, scope string, at timeline.Position) error {
	if !r.needed && r.failure == "" {
		r.note(spec, notNeeded, "its query asks for none")
		return nil
	}
	r.ours = true
	if err := c.fresh(c.store.Memories(), at); err != nil {
		return err
	}
	var outcome memory.Outcome
	if r.recorded {
		var err error
		if outcome, err = c.asked(spec, scope, r.query).Recorded(c.ctx, c.store.Log(), at); err != nil {
			return err
		}
		if outcome.Failure == memory.Unrecorded && r.failure != "" {
			outcome.Failure, r.ours = r.failure, false
		}
		if r.unrecorded {
			r.note(spec, failedSearch, "its result could not be recorded")
		}
		if outcome.Failure != "" {
			if !r.unrecorded || outcome.Failure != memory.Unrecorded {
				r.note(spec, failedSearch, outcome.Failure.String())
			}
			return nil
		}
	}
	docs, odd, err := admissible(c.ctx, c.store, spec, scope, at)
	if err != nil {
		return err
	}
	if odd > 0 {
		r.note(spec, unreadable, fmt.Sprintf("facts that cannot be read: %d", odd))
	}
	var found []memory.Doc
	if r.recorded {
		found, outcome.Dropped = pick(outcome, docs, spec.top())
	} else {
		for _, hit := range memory.Search(r.query, docs, spec.top()) {
			found = append(found, hit.Doc)
		}
	}
	if len(found) == 0 {
		r.note(spec, nothingFound, fmt.Sprintf("none of the %d facts that may be found", len(docs)))
	}
	if outcome.Dropped > 0 {
		r.note(spec, unadmitted, fmt.Sprintf("facts that the search named and that may not be found: %d", outcome.Dropped))
	}
	return c.say(r, spec, found)
}

// pick takes the docs that an outcome names, and counts what it names in vain: a fact may have been forgotten between the search and
// the position.
func pick(o memory.Outcome, docs []memory.Doc, top int) (found []memory.Doc, dropped int) {
	still := memory.Admit(o.Found, docs, top) // a role may find fewer than it did when the outcome was recorded
	for _, id := range still.Found {
		i := slices.IndexFunc(docs, func(d memory.Doc) bool { return d.Fact.ID == id })
		found = append(found, docs[i])
	}
	return found, o.Dropped + still.Dropped
}

// say puts facts into at most so many lines each: all of them, or none.
func (c *Session) say(r *recall, spec *Memory, found []memory.Doc) error {
	texts := make([]string, len(found))
	for i, d := range found {
		texts[i] = d.Text
	}
	app := c.store.Recall()
	if spec.Summarised && app.Summarise != nil && len(found) > 0 {
		said, failure, err := memory.Guard(c.ctx, app.Deadline, func(ctx context.Context) ([]string, error) {
			out := make([]string, 0, len(found))
			for _, d := range found {
				if err := ctx.Err(); err != nil { // nobody waits for the rest
					return nil, err
				}
				out = append(out, app.Summarise(d.Fact, d.Text, spec.lines()))
			}
			return out, nil
		})
		switch {
		case err != nil:
			return err
		case failure == memory.Late:
			failure = memory.SummaryLate
		case failure != "" || slices.ContainsFunc(said, func(s string) bool { return !utf8.ValidString(s) || lookalike.Scan(s).Blank }):
			failure = memory.SummaryBad
		}
		if failure != "" {
			r.ours = false
			r.note(spec, failedSearch, failure.String())
			return nil
		}
		texts = said
	}
	for i, d := range found {
		r.facts = append(r.facts, recalled{d.Fact, memory.Clip(texts[i], spec.lines())})
	}
	return nil
}

func (c *Session) asked(spec *Memory, scope, query string) memory.Asked {
	return memory.Asked{Role: c.call.name(), Slice: spec.Name, Scope: scope, Query: query}
}
