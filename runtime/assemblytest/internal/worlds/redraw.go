package worlds

import (
	"encoding/json"
	"slices"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// redrawn has the same events, and other values in what the grant does not show of them.
func (t *trial) redrawn() history {
	w := t.base.history.with(slices.Clone(t.base.history.entries))
	for i, e := range w.entries {
		if shown := t.seen.shown[e.n]; shown != nil && !shown[wholly] && e.section == nil {
			w.entries[i] = t.otherwise(e)
		}
	}
	for i, e := range w.entries { // another attribute may admit what was not admitted before: one by one
		shown := t.seen.shown[e.n]
		typ, ok := t.v.event(e.pending.Type)
		if shown == nil || shown[wholly] || !ok || e.pending.Namespace != t.v.Namespace {
			continue
		}
		for _, a := range typ.Attributes {
			if shown[a.Name] || t.chance(40) {
				continue
			}
			next := w.with(slices.Clone(w.entries))
			next.entries[i] = withAttribute(e, a.Name, t.loose(a, t.v.typeOf(a.Type)))
			if t.agrees(next) {
				w, e = next, next.entries[i]
			}
		}
	}
	return w
}

func withAttribute(e *entry, name string, v timeline.Value) *entry {
	out := *e
	attributes := slices.DeleteFunc(slices.Clone(e.pending.Attributes), func(a timeline.Attribute) bool { return a.Name == name })
	out.pending.Attributes = timeline.NewAttributes(append(attributes, timeline.Attribute{Name: name, Value: v})...)
	return &out
}

// otherwise is an event with another payload, as far as it is not shown; some of what is not shown is none of its type's. Its time moves
// too, unless something may show it: a slice, or the freshness of a layout.
func (t *trial) otherwise(e *entry) *entry {
	out := *e
	shown := t.seen.shown[e.n]
	if !t.seen.at[e.n] && !t.in.role.Now && !t.timed {
		out.pending.At = t.time().UnixMicro()
	}
	typ, known := t.v.event(e.pending.Type)
	switch {
	case shown[anyPayload]:
	case e.pending.Namespace != t.v.Namespace || !known:
		out.pending.Payload = []byte(`["` + t.mark() + `"]`)
	case typ.Go != nil:
		if raw, ok := t.foreign(typ.Go); ok {
			out.pending.Payload = raw
		}
	default:
		out.pending.Payload = t.otherPayload(typ, shown, e.pending.Payload)
	}
	return &out
}

func (t *trial) otherPayload(typ Event, shown map[string]bool, payload []byte) []byte {
	var was map[string]json.RawMessage
	if json.Unmarshal(payload, &was) != nil {
		return payload
	}
	var members []json.RawMessage
	any := false
	for _, f := range typ.Payload {
		any = any || shown[f.Name]
		raw, there := was[f.Name]
		if !shown[f.Name] {
			raw, there = t.value(t.v.typeOf(f.Type))
			if t.chance(15) {
				raw = json.RawMessage(`[{"` + t.mark() + `":null}]`)
			}
			there = there && !t.chance(10)
		}
		if there {
			members = append(members, member(f.Name, raw))
		}
	}
	if !any && t.chance(30) {
		return []byte(`["` + t.mark() + `"]`)
	}
	return join('{', members, '}')
}
