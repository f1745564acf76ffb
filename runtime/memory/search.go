package memory

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
)

// Doc is a fact as the search sees it.
type Doc struct {
	Fact Fact
	Text string
}

// Hit is a fact that a search found.
type Hit struct {
	Doc
	Score float64
}

// The constants of BM25, as usual.
const (
	k1 = 1.2
	b  = 0.75
)

// Search scores docs against a query by BM25 and returns the best, at most top. Its statistics (how many docs there are, how long
// they are, how often a word occurs) are of the docs given alone: give it the facts that may be read, and nothing hidden can move
// the order of what is visible. Of equal scores the later learnt comes first; a doc with no word of the query is no hit.
func Search(query string, docs []Doc, top int) []Hit {
	words := distinct(terms(query))
	if len(words) == 0 || len(docs) == 0 || top <= 0 {
		return nil
	}
	counts := make([]map[string]int, len(docs))
	lengths := make([]int, len(docs))
	total := 0
	with := map[string]int{}
	for i, d := range docs {
		counts[i] = map[string]int{}
		for _, w := range terms(d.Text) {
			if counts[i][w]++; counts[i][w] == 1 {
				with[w]++
			}
			lengths[i]++
		}
		total += lengths[i]
	}
	average := max(1, float64(total)/float64(len(docs)))
	var hits []Hit
	for i, d := range docs {
		score := 0.0
		for _, w := range words { // in the query's order, so that the sum is the same everywhere
			tf := float64(counts[i][w])
			if tf == 0 {
				continue
			}
			n, N := float64(with[w]), float64(len(docs))
			idf := math.Log(1 + (N-n+0.5)/(n+0.5))
			score += idf * tf * (k1 + 1) / (tf + k1*(1-b+b*float64(lengths[i])/average))
		}
		// In millionths: machines that fuse multiply and add differ in the last bits, and may not differ in the order.
		if score = math.Round(score*1e6) / 1e6; score > 0 {
			hits = append(hits, Hit{d, score})
		}
	}
	slices.SortStableFunc(hits, func(x, y Hit) int {
		if c := cmp.Compare(y.Score, x.Score); c != 0 {
			return c
		}
		return cmp.Compare(y.Fact.Event.Seq, x.Fact.Event.Seq)
	})
	return hits[:min(top, len(hits))]
}

// terms are the words of a text in lower case; a run of characters of a script without spaces gives its pairs, so that it is found
// by its parts.
func terms(text string) []string {
	var out []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			out = append(out, string(word))
			word = word[:0]
		}
	}
	var before rune
	for _, r := range strings.ToLower(text) {
		switch {
		case dense(r):
			flush()
			if dense(before) {
				out = append(out, string([]rune{before, r}))
			} else {
				out = append(out, string(r))
			}
		case unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r):
			word = append(word, r)
		default:
			flush()
		}
		before = r
	}
	flush()
	return out
}

// dense is a character of a script that puts no spaces between words.
func dense(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

func distinct(words []string) []string {
	seen := map[string]bool{}
	var out []string
	for _, w := range words {
		if !seen[w] {
			seen[w] = true
			out = append(out, w)
		}
	}
	return out
}
