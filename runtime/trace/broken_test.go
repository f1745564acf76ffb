package trace_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/examples/fisheries/grants"
	"github.com/grantgen/grantgen/examples/fisheries/grants/norway"
	"github.com/grantgen/grantgen/examples/fisheries/grants/replay"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/token"
	"github.com/grantgen/grantgen/runtime/trace"
	"github.com/grantgen/grantgen/runtime/world"
)

// shared is a log that stays open when a command closes it.
type shared struct{ timeline.Log }

func (shared) Close() error { return nil }

// A record that is broken, newer than the program, of a role that is gone, or that says what cannot be, is told in words, and by no panic.
func TestBrokenRecordsAreToldInWords(t *testing.T) {
	tl, recs := told(t, timeline.Memory())
	page, err := tl.Log().Read(ctx, timeline.Query{After: recs[0].Seq - 1, UpTo: recs[0].Seq})
	if err != nil {
		t.Fatal(err)
	}
	good := page.Events[0].Pending
	with := func(change func(map[string]any)) timeline.Pending {
		var fields map[string]any
		if err := json.Unmarshal(good.Payload, &fields); err != nil {
			t.Fatal(err)
		}
		change(fields)
		p := good
		if p.Payload, err = json.Marshal(fields); err != nil {
			t.Fatal(err)
		}
		return p
	}
	set := func(name string, value any) timeline.Pending {
		return with(func(f map[string]any) { f[name] = value })
	}
	payload := func(text string) timeline.Pending {
		p := good
		p.Payload = []byte(text)
		return p
	}
	newer := good
	newer.Version = 2
	item := func(places ...int) []map[string]any {
		return []map[string]any{{"slice": "room", "item": "OfferMade", "count": 1, "digest": "x", "places": places}}
	}
	other := func(f map[string]any) { f["assembler"] = "gone.Gone" }
	for name, c := range map[string]struct {
		p    timeline.Pending
		code int
		want string
	}{
		"no object":         {payload(`[]`), 2, "cannot be read: its payload is no recorded context"},
		"an empty one":      {payload(`{}`), 2, "cannot be read: its payload is no recorded context"},
		"another shape":     {set("context", "text"), 2, "cannot unmarshal"},
		"null":              {set("context", nil), 2, "its payload is no recorded context"},
		"a newer version":   {newer, 2, "(grantgen.ContextAssembled version 2) cannot be read: the program knows it up to version 1"},
		"a role that went":  {set("role", "denmark"), 1, "schema changed: the schema has no role denmark any more"},
		"no such assembler": {with(other), 1, "not registered: the assembler gone.Gone is not registered"},
		"places beyond":     {with(func(f map[string]any) { f["items"] = item(0, 99); f["context"].(map[string]any)["upto_seq"] = 7 }), 2, "stands at 0 to 99 among 3"},
		"places before":     {with(func(f map[string]any) { f["items"] = item(-1, 0); f["context"].(map[string]any)["upto_seq"] = 7 }), 2, "stands at -1 to 0 among 3"},
		"half a run":        {with(func(f map[string]any) { f["items"] = item(0); f["context"].(map[string]any)["upto_seq"] = 7 }), 2, "half a run"},
		"another input":     {set("input", map[string]any{"ask": 5}), 1, "schema changed: the input of norway is another"},
		"far away":          {set("position", 1<<40), 1, "log differs: the log ends at "},
		"before the log":    {set("position", -1), 1, "is not on the log at or before -1"},
	} {
		t.Run(name, func(t *testing.T) {
			log := timeline.Memory()
			if _, err := timeline.Copy(ctx, tl.Log(), log); err != nil {
				t.Fatal(err)
			}
			c.p.ID = timeline.DeriveID("broken", name)
			if _, err := log.Append(ctx, c.p); err != nil {
				t.Fatal(err)
			}
			open := func(ctx context.Context, _ string) (*world.Store, error) {
				again, err := grants.Open(ctx, shared{log})
				if err != nil {
					return nil, err
				}
				return again.Store, nil
			}
			var out bytes.Buffer
			code := trace.Run(ctx, replay.Roles(), open, []string{"check", "log", c.p.ID.String()}, &out, &out)
			if code != c.code || !strings.Contains(out.String(), c.want) {
				t.Errorf("exit code %d, want %d and %q:\n%s", code, c.code, c.want, out.String())
			}
			if strings.Contains(out.String(), "panicked") {
				t.Error(out.String())
			}
			out.Reset()
			if code := trace.Run(ctx, replay.Roles(), open, []string{"check", "log"}, &out, &out); code != c.code || strings.Count(out.String(), ": equal\n") != len(recs) {
				t.Errorf("among others: exit code %d, want %d and %d that are equal:\n%s", code, c.code, len(recs), out.String())
			}
		})
	}
}

// A context of 30,000 parts is recorded, described, made again and compared; and another event among what it read is found. One of 100,000
// is more than an event may hold, which is told when it is recorded.
func TestAHugeContext(t *testing.T) {
	if testing.Short() {
		t.Skip("makes contexts of 100,000 parts")
	}
	const n, most = 30_000, 100_000
	log := timeline.Memory()
	tl, err := grants.Open(ctx, log)
	if err != nil {
		t.Fatal(err)
	}
	batch := make([]grants.Event, 0, most)
	for i := range most {
		batch = append(batch, grants.OfferMade{Party: grants.PartyUK, Text: fmt.Sprint(i)})
	}
	if _, err := tl.Append(ctx, batch...); err != nil {
		t.Fatal(err)
	}
	if _, err := trace.Record(ctx, tl, asNorway(tl, 1000)); err == nil || !strings.Contains(err.Error(), "record the context of norway: ") || !strings.Contains(err.Error(), "more than 16777216") {
		t.Errorf("a context of %d parts: %v", most, err)
	}
	built, err := norway.Assemble(ctx, tl, norway.Input{Ask: "Now?"}, nil, assembly.At(n), assembly.WithBudget(assembly.Budget{Total: 1000, Count: token.Characters}))
	if err != nil {
		t.Fatal(err)
	}
	record(t, tl, built)
	rec := recorded(t, tl)[0]
	if d, err := rec.Described(); err != nil || len(d.Parts) != n+1 {
		t.Fatalf("described: %v", err)
	}
	if len(rec.Items) != 2 || rec.Items[0].Count != n || len(rec.Items[0].Places) != 2 {
		t.Errorf("the items: %.200v", rec.Items)
	}
	if o, err := replay.Roles().Rebuild(ctx, tl.Store, rec); err != nil || !o.Equal() {
		t.Errorf("made again: %v", err)
	}
	if changes, err := trace.Diff(rec, rec); err != nil || len(changes) > 0 {
		t.Errorf("%d changes, %v", len(changes), err)
	}
	page, err := log.Read(ctx, timeline.Query{After: n/2 - 1, UpTo: n / 2})
	if err != nil {
		t.Fatal(err)
	}
	readers, err := trace.Readers(ctx, log, trace.Source{Event: page.Events[0].ID})
	if err != nil || len(readers) != 1 || len(readers[0].Read) != 1 {
		t.Errorf("readers: %d %v", len(readers), err)
	}
	belief := pending(t, grants.Held(grants.PartyNorway).Position(uk, mackerel).Revise("more"))
	edited := copyOf(t, log, func(e []timeline.Pending) []timeline.Pending { e[n-1] = belief; return e })
	again, err := grants.Open(ctx, edited)
	if err != nil {
		t.Fatal(err)
	}
	if o, err := replay.Roles().Rebuild(ctx, again.Store, rec); err != nil || o.Cause != trace.LogDiffers {
		t.Errorf("%.300v %v", o, err)
	}
}
