package postgres

import "github.com/grantgen/grantgen/runtime/timeline"

// members are the members of the sets of some events, column by column.
type members struct {
	at                                     []int64 // the event's place among the events, from 1
	namespaces, types, attributes, members []string
}

func membersOf(events []timeline.Event) (m members) {
	for i := range events {
		for _, a := range events[i].Attributes {
			set, _ := a.Value.AsSet()
			before := ""
			for j, member := range set {
				member = cut(member)
				if j > 0 && member == before { // long members that differ later
					continue
				}
				before = member
				m.at = append(m.at, int64(i)+1)
				m.namespaces, m.types = append(m.namespaces, events[i].Namespace), append(m.types, events[i].Type)
				m.attributes, m.members = append(m.attributes, a.Name), append(m.members, member)
			}
		}
	}
	return m
}
