package group

import "github.com/grantgen/grantgen/runtime/timeline"

// Plan settles each request in order, as if they came one after the other onto a log that ends at last and on which standing stands.
// It sets each request's Range or Err, and returns the events to insert, with their seqs. It may be run again over other facts.
//
// Whatever can be wrong with one request is found here, so that the insert fails for all or for none.
func Plan(batch []*Request, standing map[timeline.ID]timeline.Standing, last timeline.Position) []timeline.Event {
	var insert []timeline.Event
	fresh := map[timeline.ID]timeline.Standing{}
	look := func(id timeline.ID) (timeline.Standing, bool) {
		if s, found := standing[id]; found {
			return s, true
		}
		s, found := fresh[id]
		return s, found
	}
	for _, r := range batch {
		var there bool
		r.Range, there, r.Err = timeline.Settle(r.Events, look)
		if there || r.Err != nil {
			continue
		}
		if r.Expect >= 0 && r.Expect != last {
			r.Err = &timeline.Conflict{Expected: r.Expect, Last: last}
			continue
		}
		r.Range = timeline.Range{From: last + 1, To: last + timeline.Position(len(r.Events))}
		for i := range r.Events {
			e := &r.Events[i]
			last++
			e.Seq = last
			if len(batch) > 1 { // a batch holds no id twice
				fresh[e.ID] = timeline.Standing{Seq: e.Seq, Key: e.Key, Version: e.Version, Hash: e.Hash}
			}
		}
		if len(batch) == 1 {
			return r.Events
		}
		insert = append(insert, r.Events...)
	}
	return insert
}
