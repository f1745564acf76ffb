package assembly

import "strconv"

// versions notes the parts of the prompt that cite an older version of what another part cites: of a source that was stamped, or of
// a piece of evidence.
func (in *inside) versions(f *fitting) []Note {
	type cited struct {
		version string
		at      int64
	}
	newest := map[string]cited{}
	each := func(do func(i int, source string, c cited)) {
		for i, stays := range f.stays {
			if !stays {
				continue
			}
			a := &in.added[i]
			for _, n := range in.cites[a.from:a.to] {
				m, stamped := in.stamps[n]
				r, retrieved := in.handed[n-1].ref.(RetrievedRef)
				switch {
				case stamped && m.Seqs:
				case stamped && m.Source != "":
					do(i, m.Source, cited{m.Version, m.At})
				case retrieved:
					do(i, r.Retrieved, cited{r.Version, r.Seq})
				}
			}
		}
	}
	if in.stamps == nil && !in.evidence() {
		return nil
	}
	each(func(_ int, source string, c cited) {
		if n, ok := newest[source]; !ok || c.at > n.at {
			newest[source] = c
		}
	})
	var notes []Note
	last := -1
	each(func(i int, source string, c cited) {
		if n := newest[source]; n.version != c.version && i != last {
			last = i
			notes = append(notes, Note{
				Kind: "version", Slot: in.added[i].slot.Name,
				Text: "cites version " + strconv.Quote(c.version) + " of " + strconv.Quote(source) + ", and version " + strconv.Quote(n.version) + " is in the prompt too",
			})
		}
	})
	return notes
}

func (in *inside) evidence() bool {
	for i := range in.handed {
		if _, ok := in.handed[i].ref.(RetrievedRef); ok {
			return true
		}
	}
	return false
}
