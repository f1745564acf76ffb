package timelinetest

import (
	"testing"

	"github.com/grantgen/grantgen/runtime/timeline"
	"pgregory.net/rapid"
)

// Indexes of declared attributes change no result. They are asked for on a log that holds events already, and twice.
func testIndexes(t *testing.T, e Engine) {
	log := e.open(t)
	indexer, can := log.(timeline.Indexer)
	if !can {
		t.Skip("this engine makes no indexes")
	}
	mustAppend(t, log, said("A", "1", attr("n", timeline.Int(1)), attr("party", timeline.Text("uk"))))
	var types []timeline.Type
	for _, name := range names {
		for kind := timeline.KindNone; kind <= timeline.KindSelf; kind++ {
			types = append(types, timeline.Type{
				Key: timeline.Key{Namespace: "talk", Type: "A"}, Version: 1, Attributes: []timeline.AttributeDecl{{Name: name, Kind: kind}},
			})
		}
	}
	for range 2 {
		if err := indexer.EnsureIndexes(ctx, types); err != nil {
			t.Fatal(err)
		}
	}
	rapid.Check(t, func(rt *rapid.T) { comparePushDown(t, rt, log, values, asked) })
}
