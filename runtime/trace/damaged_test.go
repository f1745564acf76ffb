package trace_test

import (
	"context"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/examples/fisheries/grants"
	"github.com/grantgen/grantgen/examples/fisheries/grants/replay"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/trace"
)

// damaged is a log of which one event does not read.
type damaged struct {
	timeline.Log
	seq timeline.Position
}

func (d damaged) Read(ctx context.Context, q timeline.Query) (timeline.Page, error) {
	page, err := d.Log.Read(ctx, q)
	for _, e := range page.Events {
		if e.Seq == d.seq {
			return timeline.Page{}, &timeline.Damaged{Seq: d.seq, Why: "its attributes are no JSON"}
		}
	}
	return page, err
}

// Where an event cannot be read at all the log differs, for each context that stands on it, and for no other.
func TestADamagedEventIsTheLogs(t *testing.T) {
	tl, recs := told(t, timeline.Memory())
	for seq := timeline.Position(1); seq <= 3; seq++ {
		for _, rec := range recs {
			again, err := grants.Open(ctx, damaged{tl.Log(), seq})
			if err != nil {
				t.Fatal(err)
			}
			o, err := replay.Roles().Rebuild(ctx, again.Store, rec)
			if err != nil {
				t.Errorf("%s at %d: %v", rec.Member, rec.Position, err)
			} else if seq <= rec.Position && !o.Equal() && (o.Cause != trace.LogDiffers || !strings.Contains(o.Detail, "is damaged")) {
				t.Errorf("%s at %d: %s", rec.Member, rec.Position, o)
			} else if seq > rec.Position && !o.Equal() {
				t.Errorf("%s at %d, before the damage: %s", rec.Member, rec.Position, o)
			}
		}
	}
}
