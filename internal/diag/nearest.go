package diag

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// DidYouMean is `did you mean "events"?` for the candidate nearest to word, or empty where none is near.
func DidYouMean(word string, candidates []string) string {
	near, ok := Nearest(word, candidates)
	if !ok {
		return ""
	}
	return `did you mean "` + near + `"?`
}

// Nearest finds the candidate that word was probably meant to be: the same but for case, or a few slips (a letter more, less,
// other, or two swapped) away. A third of the letters may differ, three at most. Ties go to the first in byte order.
func Nearest(word string, candidates []string) (string, bool) {
	const longest = 80 // longer words are no slips of the pen, and cost too much to compare
	if word == "" || len(word) > longest {
		return "", false
	}
	low := []rune(strings.ToLower(word))
	best, near := min(3, max(1, (utf8.RuneCountInString(word)+1)/3))+1, ""
	sorted := slices.Clone(candidates)
	slices.Sort(sorted)
	for _, c := range sorted {
		if c == word || len(c) > longest {
			continue
		}
		d := distance(low, []rune(strings.ToLower(c)))
		if d < best && d < len(low) {
			best, near = d, c
		}
	}
	return near, near != ""
}

// distance is the optimal string alignment distance of a and b.
func distance(a, b []rune) int {
	prev2, prev, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(prev[j]+1, row[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], prev2[j-2]+1)
			}
		}
		prev2, prev, row = prev, row, prev2
	}
	return prev[len(b)]
}
