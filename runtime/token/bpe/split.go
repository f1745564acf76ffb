package bpe

// The encodings split text by a regular expression with backtracking; the functions below find the same pieces going forward.
//
//	o200k  1  [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//	       2  [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//	cl100k 1  (?i:'s|'t|'re|'ve|'m|'ll|'d)
//	       2  [^\r\n\p{L}\p{N}]?\p{L}+
//	both   3  \p{N}{1,3}
//	       4   ?[^\s\p{L}\p{N}]+[\r\n/]*      (cl100k: [\r\n]*)
//	       5  \s*[\r\n]+
//	       6  \s+(?!\S)
//	       7  \s+

func splitO200k(text string, word func(from, to int)) {
	s := scanner{text, plane()}
	for i := 0; i < len(text); {
		end := s.wordO200k(i)
		if end == i {
			end = s.rest(i, true)
		}
		word(i, end)
		i = end
	}
}

func splitCL100k(text string, word func(from, to int)) {
	s := scanner{text, plane()}
	for i := 0; i < len(text); {
		end := s.contraction(i)
		if end == i {
			end = s.wordCL100k(i)
		}
		if end == i {
			end = s.rest(i, false)
		}
		word(i, end)
		i = end
	}
}

func (s *scanner) wordCL100k(i int) int {
	c, n := s.at(i)
	if c&letter != 0 {
		return s.run(i, letter)
	}
	if c.before() {
		if end := s.run(i+n, letter); end > i+n {
			return end
		}
	}
	return i
}

// wordO200k is the end of a piece of form 1 or 2 at i; i when there is none. Form 1 is tried with the character before and without
// it, then form 2, as the expression does.
func (s *scanner) wordO200k(i int) int {
	c, n := s.at(i)
	starts := []int{i}
	if c.before() {
		starts = []int{i + n, i}
		if c&(upper|lowered) == 0 {
			starts = starts[:1] // without it nothing begins here
		}
	}
	for _, from := range starts {
		if end := s.form1(from); end > from {
			return s.contraction(end)
		}
	}
	for _, from := range starts {
		if end := s.run(from, upper); end > from {
			return s.contraction(s.run(end, lowered))
		}
	}
	return i
}

// form1 is U*L+ from j: the U run is taken whole, and gives back its last character that may also be in L when no L follows it.
func (s *scanner) form1(j int) int {
	shared := -1 // after the last character of the U run that is in L too
	k := j
	for {
		c, n := s.at(k)
		if n == 0 || c&upper == 0 {
			break
		}
		k += n
		if c&lowered != 0 {
			shared = k
		}
	}
	if end := s.run(k, lowered); end > k {
		return end
	}
	if shared >= 0 {
		return shared
	}
	return j
}

// contraction is the end of 's, 't, 're, 've, 'm, 'll or 'd at i, in any case; i when there is none. The long s is an s in any case.
func (s *scanner) contraction(i int) int {
	t := s.text[i:]
	if len(t) < 2 || t[0] != '\'' {
		return i
	}
	switch t[1] | 0x20 {
	case 's', 't', 'm', 'd':
		return i + 2
	case 'r', 'v':
		if len(t) > 2 && t[2]|0x20 == 'e' {
			return i + 3
		}
	case 'l':
		if len(t) > 2 && t[2]|0x20 == 'l' {
			return i + 3
		}
	}
	if len(t) > 2 && t[1:3] == "ſ" {
		return i + 3
	}
	return i
}

// rest is the end of a piece of forms 3 to 7 at i.
func (s *scanner) rest(i int, slash bool) int {
	c, n := s.at(i)
	if c&number != 0 {
		end := i
		for range 3 {
			c, n := s.at(end)
			if c&number == 0 {
				break
			}
			end += n
		}
		return end
	}
	from := i
	if s.text[i] == ' ' {
		from = i + n
	}
	if c, n := s.at(from); n > 0 && c.other() {
		return s.marks(from, slash)
	}
	return s.blank(i)
}

// marks is a run of characters that are neither space nor letter nor number, and the line ends (and slashes) after it.
func (s *scanner) marks(i int, slash bool) int {
	for {
		c, n := s.at(i)
		if n == 0 || !c.other() {
			break
		}
		i += n
	}
	for i < len(s.text) && (s.text[i] == '\r' || s.text[i] == '\n' || slash && s.text[i] == '/') {
		i++
	}
	return i
}

// blank is a run of space: up to its last line end; else all of it at the text's end; else all but its last character, which goes
// with what follows; else that one character.
func (s *scanner) blank(i int) int {
	end, lineEnd, last := i, -1, i
	for {
		c, n := s.at(end)
		if n == 0 || c&space == 0 {
			break
		}
		last = end
		end += n
		if c&newline != 0 {
			lineEnd = end
		}
	}
	switch {
	case lineEnd >= 0:
		return lineEnd
	case end == len(s.text) || last == i:
		return end
	}
	return last
}
