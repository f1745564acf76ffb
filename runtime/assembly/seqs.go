package assembly

import (
	"cmp"
	"slices"
)

// seqs finds the number of the first EventRef with a seq. Slices hand events out in the log's order, so that most seqs are larger than all
// before them and stand in a list; a map has the rest.
type seqs struct {
	rising []numbered
	others map[int64]int32
}

type numbered struct {
	seq    int64
	number int32
}

// put gives a seq its number, unless it has one, which it returns; 0: it had none.
func (s *seqs) put(seq int64, number int32) (before int32) {
	if n := len(s.rising); n == 0 || s.rising[n-1].seq < seq {
		s.rising = append(room(s.rising), numbered{seq, number})
		return 0
	}
	if i, ok := slices.BinarySearchFunc(s.rising, seq, func(e numbered, seq int64) int { return cmp.Compare(e.seq, seq) }); ok {
		return s.rising[i].number
	}
	if before = s.others[seq]; before == 0 {
		if s.others == nil {
			s.others = map[int64]int32{}
		}
		s.others[seq] = number
	}
	return before
}
