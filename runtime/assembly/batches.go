package assembly

// batch is the parts that are kept or shed together: one, or a group.
type batch []int32

type groupKey struct {
	slot *Slot
	key  string
}

// batches divides an order of visits. A group stands at the place of its member that is visited first.
func (in *inside) batches(order []int32) []batch {
	out := make([]batch, 0, len(order))
	var places map[groupKey]int
	for k, i := range order {
		if !in.added[i].grouped {
			out = append(out, order[k:k+1:k+1])
			continue
		}
		key := groupKey{in.added[i].slot, in.more[i].group}
		if at, ok := places[key]; ok {
			out[at] = append(out[at], i)
			continue
		}
		if places == nil {
			places = map[groupKey]int{}
		}
		places[key] = len(out)
		out = append(out, batch{i})
	}
	return out
}
