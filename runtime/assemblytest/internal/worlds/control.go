package worlds

import (
	"context"
	"slices"
)

// enough is in how many trials a slice must have had something to show before it is called unused.
const enough = 4

// control changes something within the grant of each slice that has not shown yet, and looks whether that shows.
func (r *running) control(ctx context.Context, t *trial, c *call, first outcome) error {
	for _, sl := range t.grant.Slices {
		if r.showed[sl.Name] > 0 {
			continue
		}
		var other outcome
		var err error
		switch {
		case sl.Kind == "given":
			i := slices.IndexFunc(t.in.role.Given, func(f Field) bool { return f.Name == sl.Name })
			changed := *c
			changed.in = t.in
			changed.in.fields = copied(t.in.fields)
			if i < 0 || !t.give(&changed.in, t.in.role.Given[i]) || string(changed.in.fields[sl.Name]) == string(t.in.fields[sl.Name]) {
				continue
			}
			other, err = changed.of(ctx, t.base, t.base)
		case len(t.seen.by[sl.Name]) > 0:
			own := t.own(sl.Name)
			if len(own) == 0 {
				continue
			}
			w := t.without(pick(t.draw, own)).lay()
			if see(t.v, t.grant, w, t.in.records).same(t.seen) {
				continue
			}
			other, err = c.of(ctx, w, t.base)
		default:
			continue
		}
		if err != nil {
			return err
		}
		r.tried[sl.Name]++
		if other.prompt != first.prompt || other.failed != "" {
			r.showed[sl.Name]++
		}
	}
	if len(r.showed) > 0 || len(t.seen.shown) == 0 {
		return nil
	}
	var all []int // where slices share all that they have
	for _, e := range t.base.history.entries {
		if !t.hidden(e) {
			all = append(all, e.n)
		}
	}
	other, err := c.of(ctx, t.without(pick(t.draw, all)).lay(), t.base)
	r.tried[""]++
	if other.prompt != first.prompt || other.failed != "" {
		r.showed[""]++
	}
	return err
}

// own are the entries of a slice that no other slice has: what shows of another's may show by the other.
func (t *trial) own(name string) []int {
	var out []int
	for _, n := range t.seen.by[name] {
		elsewhere := false
		for other, list := range t.seen.by {
			elsewhere = elsewhere || other != name && slices.Contains(list, n)
		}
		if !elsewhere {
			out = append(out, n)
		}
	}
	return out
}

func copied[K comparable, V any](m map[K]V) map[K]V {
	out := make(map[K]V, len(m))
	for k, v := range m {
		out[k] = v
	}
	return out
}

// without is the world without one entry.
func (t *trial) without(n int) history {
	var out []*entry
	for _, e := range t.base.history.entries {
		switch {
		case e.n != n:
			out = append(out, e)
		case t.held[n]:
			out = append(out, instead(e, nothing()))
		}
	}
	return t.base.history.with(out)
}

// controls says what the controls came to.
func (r *running) controls() {
	tried, showed := 0, 0
	for _, n := range r.tried {
		tried += n
	}
	for _, n := range r.showed {
		showed += n
	}
	r.Vacuous = showed == 0 && (tried > 0 || r.Errors == r.Trials)
	for name, n := range r.tried {
		if n >= enough && r.showed[name] == 0 && name != "" {
			r.Unused = append(r.Unused, name)
		}
	}
	slices.Sort(r.Unused)
}
