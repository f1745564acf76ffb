package logcli

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// exported takes a line that export wrote. One whose seq the log has must be the event that stands there.
func (imp *importing) exported(_ int64, b []byte) error {
	var l line
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&l); err != nil {
		return fmt.Errorf("it is no line of an export (for other JSONL there is --map): %w", err)
	}
	p, err := l.event()
	if err != nil {
		return err
	}
	next := imp.first + timeline.Position(len(imp.batch))
	if imp.first == 0 {
		last, err := imp.log.Last(imp.ctx)
		if err != nil {
			return err
		}
		if l.Seq <= last {
			return imp.stands(l, p)
		}
		imp.first, next = last+1, last+1
	}
	if l.Seq != next {
		return fmt.Errorf("it has event %d, and the next event of the log is %d", l.Seq, next)
	}
	return imp.add(p)
}

// stands compares a line with the event of its seq.
func (imp *importing) stands(l line, p timeline.Pending) error {
	if len(imp.there) == 0 || imp.there[0].Seq != l.Seq { // exports are read in their order, so a page serves many lines
		page, err := imp.log.Read(imp.ctx, timeline.Query{After: l.Seq - 1})
		if err != nil {
			return err
		}
		imp.there = page.Events
	}
	if len(imp.there) == 0 || imp.there[0].Seq != l.Seq {
		return fmt.Errorf("the log has no event %d", l.Seq)
	}
	e := imp.there[0]
	imp.there = imp.there[1:]
	if e.ID != p.ID || e.Key != p.Key || e.Version != p.Version || e.At != p.At || e.Hash != timeline.HashOf(p.Attributes, p.Payload) {
		return fmt.Errorf("event %d: %w", l.Seq, timeline.ErrDiffers)
	}
	return nil
}
