package trace

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// Source is something that a context may have read. Exactly one of Event and State is set.
type Source struct {
	// Event is the id of an event: of an offer, or of what made a belief, a section, a memory or a record of evidence. A context read it
	// if a slice handed out that event, or anything that stands on it; a section by the event that wrote it.
	Event timeline.ID
	State string // a belief's id: whichever of its values
	Scope string // of the belief; empty: any
}

// Reader is a context that read a source: its envelope, and by what it read it.
type Reader struct {
	ID       timeline.ID
	Seq      timeline.Position // of its event
	At       timeline.Micros
	Member   string
	Position timeline.Position
	Read     []ReadRef

	event timeline.Event
}

// Recorded decodes the whole of it.
func (r Reader) Recorded() (*Recorded, error) { return Decode(r.event) }

// Cited lists the slots of the parts in the prompt that cite what was read, once each; none: it was read, and stands behind no part.
func (r Reader) Cited() ([]string, error) {
	rec, err := r.Recorded()
	if err != nil {
		return nil, err
	}
	return rec.citing(r.Read)
}

// Readers finds every recorded context of any role that read one of the sources, in the order of the log. Contexts that do not name a
// source at all are passed over without being decoded. Of one that names it and cannot be read, by a newer version say, nobody knows: that is
// an error, beside all the others.
func Readers(ctx context.Context, log timeline.Log, sources ...Source) ([]Reader, error) {
	m := matcher{events: map[string]bool{}, states: map[string][]string{}}
	for _, s := range sources {
		if err := m.add(s); err != nil {
			return nil, err
		}
	}
	var out []Reader
	var failed error
	unread := 0
	err := Each(ctx, log, "", func(e timeline.Event) bool {
		if !m.maybe(e.Payload) {
			return true
		}
		r, ok, err := m.read(e)
		if ok {
			out = append(out, r)
		}
		if err != nil {
			unread++
			failed = cmp.Or(failed, err)
		}
		return true
	})
	if err == nil && failed != nil {
		err = fmt.Errorf("%d of the recorded contexts that name it cannot be read, the first: %w", unread, failed)
	}
	return out, err
}

type matcher struct {
	needles [][]byte
	events  map[string]bool
	states  map[string][]string // scopes, by belief
}

func (m *matcher) add(s Source) error {
	if s.State == "" {
		m.events[s.Event.String()] = true
		m.needles = append(m.needles, []byte(s.Event.String()))
		return nil
	}
	m.states[s.State] = append(m.states[s.State], s.Scope)
	text, err := encode(s.State) // as the payload has it
	if err != nil {
		return fmt.Errorf("look for %s: %w", s.State, err)
	}
	m.needles = append(m.needles, text)
	return nil
}

// maybe says whether a payload names a source at all.
func (m *matcher) maybe(payload []byte) bool {
	for _, n := range m.needles {
		if bytes.Contains(payload, n) {
			return true
		}
	}
	return false
}

// read tells what of a context's sources is looked for. It decodes the lists of what was read alone: a recorded context is long, and nothing
// else matters here.
func (m *matcher) read(e timeline.Event) (Reader, bool, error) {
	if e.Version > Version {
		_, err := Decode(e)
		return Reader{}, false, err
	}
	r := Reader{ID: e.ID, Seq: e.Seq, At: e.At, event: e}
	r.Member, _ = e.Attributes.Get("role").AsText()
	r.Position, _ = e.Attributes.Get("position").AsInt()
	var seals []string
	err := eachRef(e.Payload, func(i int, raw []byte) error {
		section := bytes.HasPrefix(raw, []byte(`{"section":`))
		if !section && !m.maybe(raw) {
			return nil
		}
		var ref ReadRef
		if err := json.Unmarshal(raw, &ref); err != nil {
			return err
		}
		if section && seals == nil {
			if err := lastList(e.Payload, "seals", &seals); err != nil {
				return err
			}
		}
		seal := ""
		if i < len(seals) {
			seal = seals[i]
		}
		if m.is(ref, seal) {
			r.Read = append(r.Read, ref)
		}
		return nil
	})
	if err != nil {
		return Reader{}, false, e.Refuse("its payload is no recorded context", err)
	}
	return r, len(r.Read) > 0, nil
}

// is says whether a ref is to one of the sources. A section names no event, and its seal does.
func (m *matcher) is(ref ReadRef, seal string) bool {
	if ref.Section != "" {
		event, _, _ := strings.Cut(seal, ":")
		return m.events[event]
	}
	if m.events[ref.Event] || m.events[ref.Memory] {
		return true
	}
	for _, scope := range m.states[ref.State] {
		if ref.State != "" && (scope == "" || scope == ref.Scope) {
			return true
		}
	}
	return false
}

// citing lists the slots of the parts in the prompt that cite one of the refs.
func (r *Recorded) citing(refs []ReadRef) ([]string, error) {
	d, err := r.Described()
	if err != nil {
		return nil, err
	}
	var out []string
	for _, p := range d.Parts {
		if !p.Kept || len(out) > 0 && out[len(out)-1] == p.Slot {
			continue
		}
		for _, s := range p.Sources {
			if contains(refs, s) {
				out = append(out, p.Slot)
				break
			}
		}
	}
	return unique(out), nil
}

// sectionEvent is the event that wrote the section that was read as the i-th; empty where it is no section.
func (r *Recorded) sectionEvent(i int) string {
	if i >= len(r.Seals) {
		return ""
	}
	event, _, ok := strings.Cut(r.Seals[i], ":")
	if !ok {
		return ""
	}
	return event
}

func contains(refs []ReadRef, s ReadRef) bool {
	for _, r := range refs {
		if r == s {
			return true
		}
	}
	return false
}

func unique(list []string) []string {
	seen := map[string]bool{}
	out := list[:0]
	for _, s := range list {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}

// Wrote is the event that wrote a section that the context read; empty of another ref.
func (r *Recorded) Wrote(section ReadRef) string {
	read, err := r.Read()
	if err != nil || section.Section == "" {
		return ""
	}
	for i, ref := range read {
		if ref == section {
			return r.sectionEvent(i)
		}
	}
	return ""
}
