package box

// Dim is one dimension of a space: an attribute, or whether a set has a member.
type Dim struct {
	Name     string
	Alphabet Alphabet
	Prefer   []Point // what a witness has there if it may, best first
	// Member is the index of the attribute's own dimension plus one, for the dimension of a member; it comes before. What is no set
	// has no members: there, the dimension is false in every set.
	Member int
}

// Space is the dimensions that boxes have. Its operations give up after a number of steps, and say so.
type Space struct {
	Dims  []Dim
	Limit int // boxes that one operation may make; 0: the default
}

// Box is one set of values for each dimension.
type Box []Values

// Set is a union of boxes.
type Set []Box

// limit is how many boxes an operation makes before it gives up.
const limit = 20_000

// Everything is the box of all values.
func (s *Space) Everything() Box {
	b := make(Box, len(s.Dims))
	for i, d := range s.Dims {
		if b[i] = All(); d.Member > 0 {
			b[i] = Bools()
		}
	}
	return b
}

func (s *Space) limit() int {
	if s.Limit > 0 {
		return s.Limit
	}
	return limit
}

func (s *Space) empty(b Box) bool {
	for i, v := range b {
		if v.Empty(s.Dims[i].Alphabet) {
			return true
		}
	}
	return false
}

func (s *Space) meet(a, b Box) (Box, bool) {
	out := make(Box, len(a))
	for i := range a {
		if out[i] = a[i].And(b[i]); out[i].Empty(s.Dims[i].Alphabet) {
			return nil, false
		}
	}
	return out, true
}

// And is what is in both sets. decided is false when there was too much to look at.
func (s *Space) And(a, b Set) (out Set, decided bool) {
	for _, x := range a {
		for _, y := range b {
			if z, ok := s.meet(x, y); ok {
				out = append(out, z)
			}
			if len(out) > s.limit() {
				return nil, false
			}
		}
	}
	return out, true
}

// Minus is what is in a and not in b, as boxes that do not overlap more than those of a do. decided is false when there was too much
// to look at.
func (s *Space) Minus(a, b Set) (out Set, decided bool) {
	steps := 0
	for _, x := range a {
		if s.empty(x) {
			continue
		}
		rest := Set{x}
		for _, y := range b {
			var left Set
			for _, r := range rest {
				left = s.split(left, r, y)
			}
			if rest = left; len(rest) == 0 {
				break
			}
			if steps += len(rest); steps > s.limit() {
				return nil, false
			}
		}
		out = append(out, rest...)
	}
	return out, true
}

// split appends what is in r and not in y: dimension by dimension, what lies beside y there and within y in those before.
func (s *Space) split(out Set, r, y Box) Set {
	if _, ok := s.meet(r, y); !ok {
		return append(out, r)
	}
	within := append(Box(nil), r...)
	for i := range r {
		beside := r[i].Minus(y[i])
		if !beside.Empty(s.Dims[i].Alphabet) {
			piece := append(Box(nil), within...)
			piece[i] = beside
			out = append(out, piece)
		}
		within[i] = r[i].And(y[i])
	}
	return out
}

// Empty says whether a holds nothing.
func (s *Space) Empty(a Set) bool {
	for _, b := range a {
		if !s.empty(b) {
			return false
		}
	}
	return true
}

// Has says whether the point, one value for each dimension, is in a.
func (s *Space) Has(a Set, p []Point) bool {
	for _, b := range a {
		in := true
		for i, v := range b {
			in = in && v.Has(p[i])
		}
		if in {
			return true
		}
	}
	return false
}

// Witness is a point of a that a person reads easily: of all boxes the one with the most that is preferred.
func (s *Space) Witness(a Set) ([]Point, bool) {
	var best []Point
	most := -1
	for _, b := range a {
		p, liked, ok := s.pick(b)
		if ok && liked > most {
			best, most = p, liked
		}
	}
	return best, best != nil
}

func (s *Space) pick(b Box) (p []Point, liked int, ok bool) {
	p = make([]Point, len(b))
	for i, v := range b {
		if p[i], ok = v.pick(s.Dims[i].Alphabet, s.Dims[i].Prefer); !ok {
			return nil, 0, false
		}
		for _, like := range s.Dims[i].Prefer {
			if like == p[i] {
				liked++
				break
			}
		}
	}
	return p, liked, true
}
