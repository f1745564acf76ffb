package timeline

// Standing is what an engine knows of an event that stands on its log.
type Standing struct {
	Seq Position
	Key
	Version int
	Hash    [32]byte
}

// Settle is the rule of idempotence, for engines: given a prepared batch and what stands under its ids, it says whether the batch is
// there already (and at which seqs), or returns the error with which it is refused. Neither means: append it.
func Settle(batch []Event, standing func(ID) (Standing, bool)) (r Range, there bool, err error) {
	count, contiguous := 0, true
	for i, e := range batch {
		s, found := standing(e.ID)
		if !found {
			continue
		}
		if s.Key != e.Key || s.Version != e.Version || s.Hash != e.Hash {
			return Range{}, false, &IDTaken{ID: e.ID, Seq: s.Seq}
		}
		if i == 0 {
			r.From = s.Seq
		}
		contiguous = contiguous && s.Seq == r.From+Position(i)
		r.To = s.Seq
		count++
	}
	switch {
	case count == 0:
		return Range{}, false, nil
	case count == len(batch) && contiguous:
		return r, true, nil
	default:
		return Range{}, false, &PartlyThere{There: count, Of: len(batch)}
	}
}
