package slice_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/belief"
	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/prompt"
	"github.com/grantgen/grantgen/runtime/slice"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/world"
)

// memoryWrite is what generated code makes of a write of memory.
type memoryWrite struct {
	pending timeline.Pending
	err     error
}

func (w memoryWrite) Pending() (timeline.Pending, error) { return w.pending, w.err }

func writing(p timeline.Pending, err error) memoryWrite { return memoryWrite{p, err} }

func writeMemories(store *world.Store, answer string, parse func(string) ([]memoryWrite, error)) (timeline.Range, error) {
	call := assistant("previously: tea", recalled)
	return slice.WriteMemories(context.Background(), store, call, recalled.Pattern, func() (*assembly.Context, error) {
		return slice.Assemble(context.Background(), store, call, recallAll(recalled))
	}, slice.ModelFunc(func(_ context.Context, p prompt.Prompt) (string, error) { return answer + p.String()[:0], nil }), parse)
}

// The write door of a scope of memories appends what its role remembers, forgets and confirms, and the next call finds it so.
func TestWriteMemories(t *testing.T) {
	store := teaWorld(t)
	ada := memory.Scope{Name: adasFacts}
	rng, err := writeMemories(store, "Ada likes green tea.", func(answer string) ([]memoryWrite, error) {
		return []memoryWrite{writing(ada.Remember(memory.Preference, answer)), writing(ada.Forget(timeline.DeriveID("memory test", "1"))),
			writing(ada.Reconfirm(timeline.DeriveID("memory test", "2")))}, nil
	})
	if err != nil || rng != (timeline.Range{From: 6, To: 8}) {
		t.Fatalf("%v, %v", rng, err)
	}
	differs(t, "found", []string{"Ada likes green tea.", "Ada wants tea plants."}, saidBy(recallBy(t, store, "previously: tea", recalled).Parts))
	if rng, err := writeMemories(store, "", func(string) ([]memoryWrite, error) { return nil, nil }); err != nil || rng != (timeline.Range{}) {
		t.Errorf("nothing: %v, %v", rng, err)
	}
}

// One write that is refused keeps all of them off the log, and the error holds none of their text.
func TestWriteMemoriesRefuses(t *testing.T) {
	store := teaWorld(t)
	ada := memory.Scope{Name: adasFacts}
	fine := writing(ada.Remember(memory.Preference, "Ada likes secrets."))
	for want, w := range map[string]memoryWrite{
		"scope 'user:bob:facts' is not in this grant":                                                  writing(memory.Scope{Name: "user:bob:facts"}.Remember(memory.Goal, "Bob likes secrets.")),
		"scope 'user:bob:facts' is not in this":                                                        writing(memory.Scope{Name: "user:bob:facts"}.Forget(timeline.NewID())),
		"grantgen.BeliefRevised is no memory":                                                          writing(belief.Key{Namespace: "t", Predicate: "position", Scope: adasFacts}.Revise(nil, []byte(`"x"`))),
		"write 2: remember in user:ada:facts: a memory of the kind \"mood\" is refused: the kinds are": writing(ada.Remember("mood", "secretive")),
		"it reads like a reasoning trace":                                                              writing(ada.Remember(memory.Goal, "Let me think of secrets")),
		"this one cites none":                                                                          writing(ada.Remember(memory.Conclusion, "It is a secret.")),
	} {
		_, err := writeMemories(store, "", func(string) ([]memoryWrite, error) { return []memoryWrite{fine, w}, nil })
		if err == nil || !strings.HasPrefix(err.Error(), "assistant@ada: write user:ada:facts: ") || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", want, err)
		}
		if strings.HasPrefix(want, "scope") != errors.Is(err, assembly.ErrNotGranted) {
			t.Errorf("%s: %v", want, err)
		}
	}
	if at := lastOf(t, store); at != 5 {
		t.Errorf("the log ends at %d", at)
	}
	if _, err := writeMemories(store, "", nil); err == nil {
		t.Error("nobody parses, and nobody minds")
	}
}
