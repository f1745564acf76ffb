package world_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/world"
)

// indexed is a log that notes which indexes it was asked for.
type indexed struct {
	timeline.Log
	asked []timeline.Type
	err   error
}

func (l *indexed) EnsureIndexes(_ context.Context, types []timeline.Type) error {
	l.asked = append(l.asked, types...)
	return l.err
}

// A store that opens asks its log for the indexes of the declared attributes, unless told not to.
func TestIndexes(t *testing.T) {
	types := []timeline.Type{{
		Key: timeline.Key{Namespace: "talk", Type: "Said"}, Version: 1,
		Attributes: []timeline.AttributeDecl{{Name: "party", Kind: timeline.KindText}},
	}}
	log := &indexed{Log: timeline.Memory()}
	for _, c := range []struct {
		opts []world.Option
		own  []string
	}{
		{nil, []string{"PinPromoted", "EvidenceRetrieved"}},
		{[]world.Option{world.WithNeed(func(string) bool { return true })}, []string{"PinPromoted", "EvidenceRetrieved", "MemorySearched"}},
	} {
		log.asked = nil
		_, err := world.OpenStore(t.Context(), log, types, c.opts...)
		var own []string
		for _, typ := range log.asked[1:] {
			own = append(own, typ.Type)
		}
		if err != nil || fmt.Sprint(log.asked[:1]) != fmt.Sprint(types) || !slices.Equal(own, c.own) {
			t.Errorf("asked for %v, %v", log.asked, err)
		}
	}
	log.err = errors.New("no room")
	if _, err := world.OpenStore(t.Context(), log, types); !errors.Is(err, log.err) {
		t.Errorf("%v", err)
	}
	if _, err := world.OpenStore(t.Context(), log, types, world.WithoutIndexes()); err != nil {
		t.Error(err)
	}
}
