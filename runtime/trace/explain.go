package trace

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// explain finds the cause, the most certain first: an event that is not what it was, then a grant that is not, then an item of a slice
// that hands out something else under the same grant, and otherwise the assembler, which alone is left.
func (o *Outcome) explain(ctx context.Context, log timeline.Log) error {
	moved, err := o.Recorded.movedEvents(ctx, log)
	if err != nil {
		return err
	}
	if moved != "" {
		o.Cause, o.Detail = LogDiffers, moved
		return nil
	}
	if errors.Is(o.Err, ErrInput) {
		o.Cause, o.Detail = SchemaChanged, fmt.Sprintf("the input of %s is another: %v", o.Recorded.Member, o.Err)
		return nil
	}
	if o.grant != "" && o.grant != o.Recorded.Grant {
		o.Cause, o.Detail = SchemaChanged, fmt.Sprintf("what %s may read is not what it was", o.Recorded.Member)
		return nil
	}
	other, err := o.handedOut(ctx, log)
	if err != nil {
		return err
	}
	if other != "" {
		o.Cause, o.Detail = LogDiffers, other
		return nil
	}
	o.Cause = AssemblerChanged
	switch {
	case o.Err != nil:
		o.Detail = "it fails now: " + o.Err.Error()
	case o.Detail == "":
		o.Detail = fmt.Sprintf("%s makes other parts of the same log", o.Recorded.Assembler)
	}
	return nil
}

// ReadRef is a source of a recorded context, as Describe writes it.
type ReadRef struct {
	Event     string            `json:"event"`
	Seq       timeline.Position `json:"seq"`
	State     string            `json:"state"`
	Scope     string            `json:"scope"`
	Section   string            `json:"section"`
	FromSeq   timeline.Position `json:"from_seq"`
	ToSeq     timeline.Position `json:"to_seq"`
	Memory    string            `json:"memory"`
	Retrieved string            `json:"retrieved"`
	Version   string            `json:"version"`
	Index     string            `json:"index"`
	Given     string            `json:"given"`
	Fixed     string            `json:"fixed"`
	Tool      string            `json:"tool"`
}

// Read lists the sources that the context read.
func (r *Recorded) Read() ([]ReadRef, error) {
	var d struct {
		Read []ReadRef `json:"read"`
	}
	if err := json.Unmarshal(r.Context, &d); err != nil {
		return nil, fmt.Errorf("the recorded context %s: %w", r.ID, err)
	}
	return d.Read, nil
}

// seal is what an event that was read held, and where it stood; seq is 0 where the source does not say.
type seal struct {
	hash string
	seq  timeline.Position
	mark string // empty: an older version recorded it
}

// sealed is the seals by the events' ids, and these in order.
func (r *Recorded) sealed() (map[string]seal, []string, error) {
	read, err := r.Read()
	if err != nil {
		return nil, nil, err
	}
	byID, order := map[string]seal{}, []string{}
	for i, ref := range read {
		if i >= len(r.Seals) || r.Seals[i] == "" {
			continue
		}
		id, hash := ref.Event, r.Seals[i]
		if event, rest, ok := strings.Cut(hash, ":"); ok {
			id, hash = event, rest
		}
		have, ok := byID[id]
		if !ok {
			order = append(order, id)
		}
		now := seal{hash: hash, seq: max(have.seq, ref.Seq)}
		if i < len(r.Marks) {
			now.mark = r.Marks[i]
		}
		byID[id] = now
	}
	return byID, order, nil
}

// movedEvents says which event that was read is not on the log as it was; empty when all are. It reads the log up to the position once,
// which only a context that differs has to pay for.
func (r *Recorded) movedEvents(ctx context.Context, log timeline.Log) (string, error) {
	seals, order, err := r.sealed()
	if err != nil {
		return "", err
	}
	found := map[string]bool{}
	last, err := log.Last(ctx)
	if err != nil {
		return "", fmt.Errorf("read the log: %w", err)
	}
	if last < r.Position {
		return fmt.Sprintf("the log ends at %d, before %d", last, r.Position), nil
	}
	q := timeline.Query{UpTo: r.Position}
	for r.Position > 0 && len(found) < len(seals) {
		page, err := log.Read(ctx, q)
		if err != nil {
			return "", fmt.Errorf("read the log: %w", err)
		}
		for _, e := range page.Events {
			q.After = e.Seq
			want, was := seals[e.ID.String()]
			if !was {
				continue
			}
			if got := hex.EncodeToString(e.Hash[:8]); got != want.hash || timeline.HashOf(e.Attributes, e.Payload) != e.Hash || want.mark != "" && want.mark != e.Mark() {
				return fmt.Sprintf("event %d (%s) is not what it was when it was read", e.Seq, e.ID), nil
			}
			if want.seq > 0 && want.seq != e.Seq {
				return fmt.Sprintf("event %d (%s) stood at %d when it was read", e.Seq, e.ID, want.seq), nil
			}
			found[e.ID.String()] = true
		}
		if !page.More || len(page.Events) == 0 {
			break
		}
	}
	for _, id := range order {
		if !found[id] {
			return fmt.Sprintf("event %s, which was read, is not on the log at or before %d", id, r.Position), nil
		}
	}
	return "", nil
}

// indent is JSON with two spaces a level, for comparing line by line.
func indent(raw []byte) string {
	var b bytes.Buffer
	if err := json.Indent(&b, raw, "", "  "); err != nil {
		return string(raw)
	}
	return b.String()
}
