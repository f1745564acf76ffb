package trace_test

import (
	"testing"

	"github.com/grantgen/grantgen/runtime/assemblytest"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/trace"
)

// Whatever stands under the name of a recorded context, reading it gives a context or an error.
func FuzzRecorded(f *testing.F) {
	tl, recs := told(f, timeline.Memory())
	for _, rec := range recs {
		page, err := tl.Log().Read(ctx, timeline.Query{After: rec.Seq - 1, UpTo: rec.Seq})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(page.Events[0].Payload)
	}
	f.Add([]byte(`{"role":"a","context":{"read":[{"event":"00000000-0000-7001-8000-000000000003"`))
	f.Fuzz(func(t *testing.T, payload []byte) {
		log := timeline.Memory()
		p := timeline.Pending{ID: assemblytest.ID(1), Key: timeline.Key{Namespace: timeline.ReservedNamespace, Type: trace.Assembled}, Version: 1, Payload: payload}
		if _, err := log.Append(ctx, p); err != nil {
			t.Skip("no log takes it")
		}
		source := trace.Source{Event: assemblytest.EventID(3)}
		readers, err := trace.Readers(ctx, log, source)
		rec, failed := trace.Decode(timeline.Event{Seq: 1, Pending: p})
		if failed == nil {
			if d, err := rec.Described(); err == nil {
				if len(d.Prompt()) > len(d.Parts) {
					t.Error("the prompt has more parts than there are")
				}
				if _, err := trace.Diff(rec, rec); err != nil {
					t.Error(err)
				}
			}
		}
		if err == nil && len(readers) > 1 {
			t.Errorf("%d readers of one context", len(readers))
		}
	})
}
