package logcli

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/grantgen/grantgen/runtime/evidence"
	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/trace"
)

// whyOf is a question about one part.
type whyOf struct {
	ctx  context.Context
	log  timeline.Log
	rec  *trace.Recorded
	d    *trace.Described
	part trace.Part
	c    *cited
	lock *lock
}

// version is one version of a piece of evidence or of a memory.
type version struct {
	name string // as people are told of it
	at   timeline.Micros
	seq  timeline.Position
	ref  func(trace.ReadRef) bool // whether a ref is to it
}

// newer says that v came after another: by the time that it is of, else by its place on the log.
func (v version) newer(than version) bool {
	if v.at != than.at {
		return v.at > than.at
	}
	return v.seq > than.seq
}

// stale says what a part's reader would want to know of evidence and memory: that a newer version stood in the same prompt, that it was
// past its fresh, that a newer version existed and was not retrieved. Of other sources it is nothing.
func (w *whyOf) stale(s trace.ReadRef) ([]string, error) {
	kind, _ := s.What()
	var own version
	var all []version
	var err error
	switch kind {
	case "evidence":
		own, all, err = w.documents(s)
	case "memory":
		own, all, err = w.facts(s)
	default:
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out, missed []string
	for _, v := range all {
		switch {
		case !v.newer(own):
		case w.stands(v):
			out = append(out, "a newer version stood in the same prompt: "+v.name)
		case !w.read(v):
			missed = append(missed, "a newer version existed and was not retrieved: "+v.name)
		}
	}
	if old := w.past(own); old != "" {
		out = append(out, old)
	}
	out = append(out, missed...)
	if len(out) == 0 {
		out = append(out, "no newer version was on the log, and it was not past its fresh")
	}
	return out, nil
}

// stands says whether a part of the prompt cites a version.
func (w *whyOf) stands(v version) bool {
	for _, p := range w.d.Parts {
		for _, s := range p.Sources {
			if p.Kept && v.ref(s) {
				return true
			}
		}
	}
	return false
}

func (w *whyOf) read(v version) bool {
	for _, s := range w.d.Read {
		if v.ref(s) {
			return true
		}
	}
	return false
}

// documents are the version of a document that was read, and all others that records of evidence of its scope held up to the position.
func (w *whyOf) documents(s trace.ReadRef) (own version, others []version, err error) {
	ev, ok := w.c.event(s)
	scope, _, marked := evidence.Mark(ev)
	if !ok || !marked {
		return own, nil, nil
	}
	seen := map[string]bool{s.Version: true}
	err = each(w.ctx, w.log, timeline.Query{UpTo: w.rec.Position, Clauses: []timeline.Clause{evidence.In(scope)}}, func(e timeline.Event) error {
		rec, err := evidence.Decode(e)
		if err != nil {
			return err
		}
		for _, it := range rec.Items {
			if it.Document != s.Retrieved {
				continue
			}
			v := version{name: fmt.Sprintf("version %s, event %d", it.Version, e.Seq), at: rec.At, seq: e.Seq, ref: func(r trace.ReadRef) bool {
				return r.Retrieved == it.Document && r.Version == it.Version
			}}
			if !it.At.IsZero() {
				v.at = it.At.UnixMicro()
			}
			switch {
			case it.Version == s.Version && e.ID == ev.ID:
				own = v
			case !seen[it.Version]:
				seen[it.Version] = true
				others = append(others, v)
			}
		}
		return nil
	})
	return own, others, err
}

// facts are the fact that was read, and all others of its kind that its scope held at the position. A memory has no versions: a later fact of
// its kind is what may have taken its place.
func (w *whyOf) facts(s trace.ReadRef) (own version, others []version, err error) {
	fold := memory.New()
	var events []timeline.Event
	if err := each(w.ctx, w.log, timeline.Query{UpTo: w.rec.Position, Clauses: memory.Claims()}, func(e timeline.Event) error {
		events = append(events, e)
		return nil
	}); err != nil {
		return own, nil, err
	}
	if err := fold.Fold(w.ctx, w.rec.Position, events); err != nil {
		return own, nil, err
	}
	held, err := fold.Facts(w.ctx, s.Scope, w.rec.Position)
	if err != nil {
		return own, nil, err
	}
	var kind memory.Kind
	for _, f := range held {
		if f.ID == s.Memory {
			kind = f.Kind
		}
	}
	for _, f := range held {
		v := version{name: fmt.Sprintf("another %s, event %d", f.Kind, f.Event.Seq), at: f.Confirmed, seq: f.Event.Seq, ref: func(r trace.ReadRef) bool { return r.Memory == f.ID }}
		switch {
		case f.ID == s.Memory:
			own = v
		case f.Kind == kind:
			others = append(others, v)
		}
	}
	return own, others, nil
}

// past says how far a version is past the fresh of its section; empty where it is not, or where days do not count.
func (w *whyOf) past(v version) string {
	fresh := ""
	for _, s := range w.d.Sections {
		if s.Name == w.part.Section {
			fresh = s.Fresh
		}
	}
	digits, counts := strings.CutSuffix(fresh, "d")
	allowed, err := strconv.Atoi(digits)
	if !counts || err != nil || v.at == 0 {
		return ""
	}
	var input struct {
		Now time.Time `json:"now"`
	}
	if err := json.Unmarshal(w.rec.Input, &input); err != nil || input.Now.IsZero() {
		return ""
	}
	old := input.Now.Sub(time.UnixMicro(v.at))
	if old <= time.Duration(allowed)*24*time.Hour {
		return ""
	}
	return fmt.Sprintf("past its fresh: %d days old, %d allowed", int(old/(24*time.Hour)), allowed)
}
