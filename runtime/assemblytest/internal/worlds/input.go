package worlds

import (
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/slice"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// input is an Input as JSON, member by member.
type input struct {
	role    Role
	fields  map[string]json.RawMessage
	records map[string]timeline.ID
}

// input draws what the application gives. ok is false when a value of its own type could not be made.
func (d *draw) input(role Role) (in input, ok bool) {
	in = input{role: role, fields: map[string]json.RawMessage{}, records: map[string]timeline.ID{}}
	for _, roster := range role.Self {
		d.self[roster] = d.name(roster)
		in.fields["self."+roster] = timeline.Text(d.self[roster]).JSON()
	}
	for _, f := range role.Given {
		if !d.give(&in, f) {
			return in, false
		}
	}
	if role.Range != "" {
		in.fields[role.Range] = json.RawMessage(`{"from":1,"to":1}`)
	}
	if role.Now {
		now := epoch.Add(span + time.Duration(d.IntN(20*24))*time.Hour)
		in.fields["now"] = timeline.Text(now.Format(time.RFC3339)).JSON()
	}
	return in, true
}

// give draws one given value.
func (d *draw) give(in *input, f Field) bool {
	t := d.v.typeOf(f.Type)
	if t.optional && d.chance(25) {
		delete(in.fields, f.Name)
		return true
	}
	raw, ok := d.value(t)
	in.fields[f.Name] = raw
	return ok
}

// json is the Input as its UnmarshalJSON reads it.
func (in input) json() []byte {
	var members []json.RawMessage
	for _, name := range slices.Sorted(maps.Keys(in.fields)) {
		members = append(members, member(name, in.fields[name]))
	}
	return join('{', members, '}')
}

// in is the input for a world: ranges are of its seqs.
func (in input) in(l *laid) []byte {
	if in.role.Range == "" {
		return in.json()
	}
	out := in
	out.fields = maps.Clone(in.fields)
	r := l.given
	if r == (timeline.Range{}) {
		r = timeline.Range{From: 1, To: max(1, l.last)}
	}
	out.fields[in.role.Range], _ = r.MarshalJSON()
	return out.json()
}

// fit makes the input one of the world that was drawn: it names records of it, and asks what calls for memory.
func (m *maker) fit(in *input) {
	for _, sl := range m.grant.Slices {
		if sl.Kind == "memory" && m.chance(80) {
			if _, absent := in.fields[sl.Query]; absent || m.chance(80) {
				triggers := sl.Triggers
				if triggers == nil {
					triggers = memory.Triggers
				}
				in.fields[sl.Query] = timeline.Text(pick(m.draw, triggers) + " " + m.text() + " " + m.text()).JSON()
			}
		}
		if sl.Kind == "retrieved" {
			m.nameRecord(in, sl)
		}
	}
	for _, f := range in.role.Given {
		if len(m.ids) > 0 && m.chance(25) {
			in.fields[f.Name+".from"] = timeline.Text(pick(m.draw, m.ids).String()).JSON()
		}
	}
}

// nameRecord names a record for a retrieved slice: mostly one of its scope, seldom another's.
func (m *maker) nameRecord(in *input, sl slice.Granted) {
	own := !m.chance(8)
	for _, r := range m.records {
		if (r.scope == sl.Scopes[0].Pattern) == own && m.chance(60) {
			in.records[sl.Name] = r.id
			in.fields[sl.Name] = timeline.Text(r.id.String()).JSON()
		}
	}
}
