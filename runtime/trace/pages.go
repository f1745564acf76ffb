package trace

import (
	"context"
	"fmt"
	"time"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/trace/page"
)

// Again makes recorded contexts again, for the slider of a page; nil where the roles are not known.
type Again func(ctx context.Context, rec *Recorded) (*Outcome, error)

// NoSlider is what the page says where the roles are not known.
const NoSlider = "there is no slider: other totals need the application's assemblers and counters; its replay command writes the page with them"

// Page makes the page of the recorded contexts that a filter means. name is what the log is called. With again, each context gets its
// slider.
func Page(ctx context.Context, log timeline.Log, name string, f Filter, again Again) (page.Page, error) {
	last, err := log.Last(ctx)
	if err != nil {
		return page.Page{}, fmt.Errorf("read the log: %w", err)
	}
	recs, err := Select(ctx, log, f)
	if err != nil {
		return page.Page{}, err
	}
	b := &pager{p: page.Page{Name: name, Last: last, Texts: []string{}, Sources: []page.Source{}, Contexts: []page.Context{}}, texts: map[string]int{}, sources: map[ReadRef]int{}}
	if again == nil {
		b.p.NoSlider = NoSlider
	}
	for _, rec := range recs {
		if err := b.add(ctx, rec, again); err != nil {
			return page.Page{}, err
		}
	}
	if f.Last > 0 && len(recs) == f.Last {
		f.Last = 0
		n := 0
		if err := Each(ctx, log, "", func(e timeline.Event) bool {
			if f.admits(e) {
				n++
			}
			return true
		}); err != nil {
			return page.Page{}, err
		}
		b.p.Left = n - len(recs)
	}
	return b.p, b.envelopes(ctx, log)
}

// pager collects what the page shows, every text and source once.
type pager struct {
	p       page.Page
	texts   map[string]int
	sources map[ReadRef]int
}

func (b *pager) text(s string) int {
	n, ok := b.texts[s]
	if !ok {
		n = len(b.p.Texts)
		b.texts[s] = n
		b.p.Texts = append(b.p.Texts, s)
	}
	return n
}

func (b *pager) source(r ReadRef) int {
	n, ok := b.sources[r]
	if !ok {
		n = len(b.p.Sources)
		b.sources[r] = n
		kind, name := r.What()
		b.p.Sources = append(b.p.Sources, page.Source{Kind: kind, Name: name, Scope: r.Scope, Version: r.Version, Index: r.Index, Event: r.Event, Seq: r.Seq})
	}
	return n
}

func (b *pager) all(refs []ReadRef) []int {
	out := make([]int, len(refs))
	for i, r := range refs {
		out[i] = b.source(r)
	}
	return out
}

func (b *pager) add(ctx context.Context, rec *Recorded, again Again) error {
	d, err := rec.Described()
	if err != nil {
		return err
	}
	c := page.Context{ID: rec.ID.String(), Seq: rec.Seq, At: Stamp(rec.At), Role: rec.Member, Position: rec.Position, Assembler: rec.Assembler, Grant: rec.Grant,
		Input: b.text(indent(rec.Input)), Layout: rec.Layout, Used: rec.Used, Rendered: rec.Rendered, PrefixHash: d.PrefixHash, Pin: rec.Pin,
		Sections: sectionsOf(d.Sections), Read: b.all(d.Read), Parts: []page.Part{}}
	if rec.Budget != nil {
		c.Counter, c.Total = rec.Budget.Counter, rec.Budget.Total
	}
	for _, n := range d.Notes {
		c.Notes = append(c.Notes, noteText(n))
	}
	for _, p := range d.Prompt() {
		part := page.Part{Place: p.Place, Slot: p.Slot, Register: p.Register, Rank: p.Rank, Text: b.text(p.Content), Sources: b.all(p.Sources), Section: p.Section,
			Count: p.Count, Shed: !p.Kept, Reason: p.Reason}
		if p.Trim != nil {
			part.Cut = &page.Cut{Whole: p.Trim.Whole, Kept: p.Trim.Kept, Omitted: p.Trim.Omitted, Fallback: p.Trim.Fallback}
		}
		c.Parts = append(c.Parts, part)
	}
	b.sections(rec, d.Read)
	if again != nil {
		if err := swept(ctx, &c, rec, again); err != nil {
			return err
		}
	}
	b.p.Contexts = append(b.p.Contexts, c)
	return nil
}

// sections says which event wrote each section that was read: its seal does, and its ref does not.
func (b *pager) sections(rec *Recorded, read []ReadRef) {
	for i, r := range read {
		if event := rec.sectionEvent(i); r.Section != "" && event != "" {
			b.p.Sources[b.source(r)].Event = event
		}
	}
}

// swept gives a context its slider, or says why it has none.
func swept(ctx context.Context, c *page.Context, rec *Recorded, again Again) error {
	o, err := again(ctx, rec)
	if err != nil {
		return err
	}
	if c.Lacks = o.lacks(); c.Lacks != page.NotTried {
		c.NoSweep = o.noSweep()
		return nil
	}
	if c.Sweep, err = sweep(o.Built, sweepTotals); err != nil {
		c.Sweep, c.NoSweep, c.Lacks = nil, err.Error(), page.NoTotals
	}
	return nil
}

// envelopes reads the envelopes of the events that sources stand on, in one pass over the log.
func (b *pager) envelopes(ctx context.Context, log timeline.Log) error {
	wanted := map[string][]int{}
	for i, s := range b.p.Sources {
		if s.Event != "" {
			wanted[s.Event] = append(wanted[s.Event], i)
		}
	}
	for q := (timeline.Query{UpTo: b.p.Last}); len(wanted) > 0 && q.After < b.p.Last; {
		page, err := log.Read(ctx, q)
		if err != nil {
			return fmt.Errorf("read the log: %w", err)
		}
		for _, e := range page.Events {
			q.After = e.Seq
			id := e.ID.String()
			for _, i := range wanted[id] {
				s := &b.p.Sources[i]
				s.Seq, s.Type, s.At, s.Attributes = e.Seq, e.Namespace+"."+e.Type, Stamp(e.At), string(e.Attributes.JSON())
			}
			delete(wanted, id)
		}
		if !page.More || len(page.Events) == 0 {
			break
		}
	}
	return nil
}

func noteText(n assembly.Note) string {
	if n.Slot == "" {
		return n.Kind + ": " + n.Text
	}
	return n.Kind + ": part " + n.Slot + " " + n.Text
}

// What is the kind of thing that a ref is to, and its name: the id, or what the schema calls it.
func (r ReadRef) What() (kind, name string) {
	switch {
	case r.State != "":
		return "belief", r.State
	case r.Section != "":
		return "section", r.Section
	case r.Memory != "":
		return "memory", r.Memory
	case r.Retrieved != "":
		return "evidence", r.Retrieved
	case r.Given != "":
		return "given", r.Given
	case r.Fixed != "":
		return "fixed", r.Fixed
	case r.Tool != "":
		return "tool", r.Tool
	}
	return "event", r.Event
}

// Stamp is a time as people read it, to the microsecond.
func Stamp(at timeline.Micros) string {
	return time.UnixMicro(at).UTC().Format("2006-01-02T15:04:05.000000Z")
}
