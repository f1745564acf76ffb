package worlds

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/runtime/internal/scope"
)

// origins say of the marks that were drawn to whom they were first given, and where; the call that they belong to is over by the time
// one of them shows in another prompt.
type origins map[string]string

// given keeps where the marks in an Input come from.
func (o origins) given(member string, in input) {
	for _, name := range slices.Sorted(maps.Keys(in.fields)) {
		o.keep(in.fields[name], "first given to "+member+" in "+name)
	}
}

// logged keeps where the marks on a log come from; what the grant does not let through stood there all the same.
func (o origins) logged(t *trial) {
	for i, e := range t.base.history.entries {
		where, event := "first given to ", t.base.events[i]
		if t.hidden(e) {
			where = "first hidden from "
		}
		where += t.grant.Role + " in " + event.Namespace + "." + event.Type
		o.keep(event.Payload, where)
		o.keep(event.Attributes.JSON(), where)
	}
}

func (o origins) keep(text []byte, where string) {
	for _, mark := range marks.FindAll(text, -1) {
		if _, known := o[string(mark)]; !known {
			o[string(mark)] = where
		}
	}
}

// of is what is known of a mark, to stand behind other words; empty if it is nothing.
func (o origins) of(mark string) string {
	if where := o[mark]; where != "" {
		return ", " + where
	}
	return ""
}

// member is the role with the member's values, as a grant has it.
func (in input) member() string {
	out := []string{in.role.Name}
	for _, roster := range in.role.Self {
		var value string
		_ = json.Unmarshal(in.fields["self."+roster], &value) // drawn as a text
		out = append(out, scope.QuoteMember(value))
	}
	return strings.Join(out, "@")
}
