package world_test

import (
	"errors"
	"testing"
	"time"

	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/world"
)

// written is what generated code makes of a write of memory.
type written struct {
	pending timeline.Pending
	err     error
}

func (w written) Pending() (timeline.Pending, error) { return w.pending, w.err }

func note(text string) written {
	p, err := memory.Scope{Name: "user:ada:facts"}.Remember(memory.Preference, text)
	return written{p, err}
}

// What is nothing to remember is refused where it is appended, and nothing of its batch is; an application's validator decides in
// place of the default.
func TestTheValidator(t *testing.T) {
	const thought = "Let me think about tea"
	w := open(t)
	_, err := w.Append(ctx, offer("a"), note(thought))
	if !errors.Is(err, memory.ErrRefused) || err.Error() != `append: event 2 of 2: remember in user:ada:facts: a memory of the kind "preference" is refused: it reads like a reasoning trace: how a model thought is no fact, and reading it back makes it one` {
		t.Error(err)
	}
	if _, err := w.AppendAt(ctx, 0, note(thought)); !errors.Is(err, memory.ErrRefused) {
		t.Error(err)
	}
	if at, err := w.Last(ctx); at != 0 || err != nil {
		t.Errorf("the log ends at %d, %v", at, err)
	}
	strict := errors.New("we keep no preferences")
	w = open(t, world.WithValidator(func(kind memory.Kind, _ string) error {
		if kind == memory.Preference {
			return strict
		}
		return nil
	}))
	if _, err := w.Append(ctx, note("Ada likes tea.")); !errors.Is(err, strict) {
		t.Error(err)
	}
	w = open(t, world.WithValidator(func(memory.Kind, string) error { return nil }))
	if _, err := w.Append(ctx, note(thought)); err != nil {
		t.Error(err)
	}
	if err := w.CatchUp(ctx, 1); err != nil {
		t.Fatal(err)
	}
	facts, err := w.Memories().Facts(ctx, "user:ada:facts", 1)
	if err != nil || len(facts) != 1 {
		t.Fatalf("%v, %v", facts, err)
	}
	if p, err := facts[0].Decode(); err != nil || p.Text != thought || facts[0].ID != facts[0].Event.ID.String() {
		t.Errorf("%+v, %v", facts[0], err)
	}
}

// Remembering twice under one id is one event: seeding may be repeated.
func TestSeedingTwice(t *testing.T) {
	w := open(t)
	for range 2 {
		n := note("Ada likes tea.")
		n.pending.ID, n.pending.At = timeline.DeriveID("seed"), 1
		if r, err := w.Append(ctx, n); err != nil || r.To != 1 {
			t.Errorf("%v, %v", r, err)
		}
	}
}

func TestRecallDefaults(t *testing.T) {
	if r := open(t).Recall(); r.Searcher != nil || r.Need != nil || r.Summarise != nil || r.Deadline != world.SearchDeadline {
		t.Errorf("%+v", r)
	}
	if r := open(t, world.WithSearchDeadline(time.Minute)).Recall(); r.Deadline != time.Minute {
		t.Errorf("%+v", r)
	}
}
