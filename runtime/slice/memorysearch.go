package slice

import (
	"context"
	"fmt"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/world"
)

// searching is what goes on before a session opens: its memory slices decide whether they need memory, by their queries alone, and an
// application's functions are asked. What they come to is on the log before the position is known, and is read from there: so a
// context at a position never changes, and is rebuilt without asking again.
type searching struct {
	ctx   context.Context
	store *world.Store
	call  *Call
	opts  assembly.Options
	app   world.Recall
}

// recallBefore decides about every memory slice of the call. At a position that is given nobody is asked and nothing is appended.
func recallBefore(ctx context.Context, store *world.Store, call *Call, o assembly.Options) (map[*Memory]*recall, error) {
	s := searching{ctx, store, call, o, store.Recall()}
	out := map[*Memory]*recall{}
	var asked []*recall
	var batch []timeline.Pending
	for _, slice := range call.Role.Slices {
		spec, ok := slice.(*Memory)
		if !ok {
			continue
		}
		r, err := s.decide(spec)
		if err != nil {
			return nil, err
		}
		out[spec] = r
		if !r.recorded || !s.live() || !r.needed && r.failure == "" {
			continue
		}
		p, ok, err := s.search(spec, r)
		if err != nil {
			return nil, fmt.Errorf("search %s: %w", call.bind(spec.Pattern), err)
		}
		if ok {
			batch, asked = append(batch, p), append(asked, r)
		}
	}
	if len(batch) == 0 {
		return out, nil
	}
	if _, err := store.Commit(ctx, batch...); err != nil {
		if ctx.Err() != nil {
			return nil, fmt.Errorf("record a search: %w", err)
		}
		for _, r := range asked {
			r.unrecorded = true
		}
	}
	return out, nil
}

// live says that the call reads at the log's end, so that what is appended now can be read.
func (s *searching) live() bool { return s.opts.Position == nil && s.call.events() == nil }

// decide asks whether the query needs memory. Nothing else is shown to whoever decides.
func (s *searching) decide(spec *Memory) (*recall, error) {
	query, err := s.call.query(spec)
	if err != nil {
		return nil, err
	}
	r := &recall{query: query, recorded: s.app.Searcher != nil || s.app.Need != nil}
	if s.app.Need == nil {
		triggers := spec.Triggers
		if triggers == nil {
			triggers = memory.Triggers
		}
		r.needed = memory.Needed(query, triggers)
		return r, nil
	}
	need := s.app.Need
	r.needed, r.failure, err = memory.Guard(s.ctx, s.app.Deadline, func(context.Context) (bool, error) { return need(query), nil })
	switch r.failure {
	case "":
	case memory.Late:
		r.failure = memory.NeedLate
	default:
		r.failure = memory.NeedPanicked
	}
	if err != nil {
		return nil, fmt.Errorf("decide whether %s needs memory: %w", spec.Name, err)
	}
	return r, nil
}

// search asks for facts as of the log's end, and is the event that says what came of it; none where the fold may not be brought up to
// there, which is an error to whoever reads the slice.
func (s *searching) search(spec *Memory, r *recall) (p timeline.Pending, ok bool, err error) {
	scope := s.call.bind(spec.Pattern)
	outcome := memory.Outcome{Failure: r.failure}
	if r.failure == "" {
		if outcome, ok, err = s.find(spec, scope, r.query); err != nil || !ok {
			return p, false, err
		}
	}
	p, err = memory.Asked{Role: s.call.name(), Slice: spec.Name, Scope: scope, Query: r.query}.Record(outcome)
	return p, err == nil, err
}

func (s *searching) find(spec *Memory, scope, query string) (o memory.Outcome, ok bool, err error) {
	at, err := s.store.Last(s.ctx)
	if err != nil {
		return o, false, err
	}
	if s.opts.CatchUp {
		err = s.store.CatchUp(s.ctx, at)
	} else if behind, behindErr := timeline.Behind(s.ctx, s.store.Log(), s.store.Memories(), at); behind || behindErr != nil {
		return o, false, behindErr
	}
	if err != nil {
		return o, false, err
	}
	docs, _, err := admissible(s.ctx, s.store, spec, scope, at)
	if err != nil || len(docs) == 0 { // then nothing that anybody says could be found
		return o, err == nil, err
	}
	if s.app.Searcher == nil {
		ids := []string{}
		for _, hit := range memory.Search(query, docs, spec.top()) {
			ids = append(ids, hit.Fact.ID)
		}
		return memory.Admit(ids, docs, spec.top()), true, nil
	}
	ids, failure, err := memory.Guard(s.ctx, s.app.Deadline, func(ctx context.Context) ([]string, error) {
		return s.app.Searcher.Search(ctx, scope, query, docs, spec.top())
	})
	if err != nil || failure != "" {
		return memory.Outcome{Failure: failure}, err == nil, err
	}
	return memory.Admit(ids, docs, spec.top()), true, nil
}
