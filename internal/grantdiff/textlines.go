package grantdiff

import (
	"fmt"
	"slices"
	"strings"
)

// How much of a changed text is shown, and how much is compared line by line: beyond that all between the first and the last line that
// differ counts as changed.
const (
	mostLines   = 12
	mostChars   = 120 // characters of a line
	charsBefore = 30  // characters shown before the first that differs
	mostLooked  = 1000
)

// UnknownTexts is the files of fixed texts that both sides have in a role, and whose text one side lacks, as a lock does.
func UnknownTexts(was, now *Closed) []string {
	files := map[string]bool{}
	for name, r := range now.roles {
		old := was.roles[name]
		if old == nil {
			continue
		}
		for key := range r.items {
			file, isFixed := strings.CutPrefix(key, "fixed ")
			_, both := old.items[key]
			_, had := old.items["text of "+file]
			_, has := r.items["text of "+file]
			if isFixed && both && had != has {
				files[file] = true
			}
		}
	}
	return sorted(files)
}

// changedLines is what became of a text, line by line: "- " is gone, "+ " is new, and "…" stands between places and for what is too
// much to show.
func changedLines(was, now string) []string {
	old, new := textLines(was), textLines(now)
	if endsWas, endsNow := strings.HasSuffix(was, "\n"), strings.HasSuffix(now, "\n"); endsWas != endsNow {
		old, new = marked(old, endsWas), marked(new, endsNow)
	}
	head := 0
	for head < len(old) && head < len(new) && old[head] == new[head] {
		head++
	}
	tail := 0
	for tail < len(old)-head && tail < len(new)-head && old[len(old)-1-tail] == new[len(new)-1-tail] {
		tail++
	}
	var out []string
	for i, h := range hunks(old[head:len(old)-tail], new[head:len(new)-tail]) {
		if i > 0 {
			out = append(out, "…")
		}
		for side, sign := range []string{"- ", "+ "} {
			for n, line := range h[side] {
				from := 0
				if n < len(h[1-side]) {
					from = common(line, h[1-side][n])
				}
				out = append(out, sign+excerpt(line, from))
			}
		}
	}
	if len(out) > mostLines {
		out = append(out[:mostLines-1], fmt.Sprintf("… and %d lines more", len(out)-mostLines+1))
	}
	return out
}

// textLines cuts a text, with or without an end of its last line.
func textLines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// marked tells a last line without an end from one that has it.
func marked(lines []string, ends bool) []string {
	if n := len(lines); n > 0 && !ends {
		lines[n-1] += " (without a line end)"
	}
	return lines
}

// hunks is the runs of lines that differ, old and new, by the longest common subsequence.
func hunks(old, new []string) [][2][]string {
	if len(old)*len(new) > mostLooked*mostLooked || len(old) == 0 || len(new) == 0 {
		if len(old)+len(new) == 0 {
			return nil
		}
		return [][2][]string{{old, new}}
	}
	same := make([][]int32, len(old)+1)
	for i := range same {
		same[i] = make([]int32, len(new)+1)
	}
	for i := range slices.Backward(old) {
		for j := range slices.Backward(new) {
			if old[i] == new[j] {
				same[i][j] = same[i+1][j+1] + 1
			} else {
				same[i][j] = max(same[i+1][j], same[i][j+1])
			}
		}
	}
	var out [][2][]string
	for i, j := 0, 0; i < len(old) || j < len(new); {
		if i < len(old) && j < len(new) && old[i] == new[j] {
			i, j = i+1, j+1
			continue
		}
		i0, j0 := i, j
		for (i < len(old) || j < len(new)) && !(i < len(old) && j < len(new) && old[i] == new[j]) {
			if j == len(new) || i < len(old) && same[i+1][j] >= same[i][j+1] {
				i++
			} else {
				j++
			}
		}
		out = append(out, [2][]string{old[i0:i], new[j0:j]})
	}
	return out
}

// common is how many characters two lines have in common at their beginning.
func common(a, b string) int {
	x, y := []rune(a), []rune(b)
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return n
}

// excerpt is a line, or of a long one the characters around the one that differs.
func excerpt(line string, differs int) string {
	chars := []rune(line)
	if len(chars) <= mostChars {
		return line
	}
	from := max(0, min(differs-charsBefore, len(chars)-mostChars))
	to := min(len(chars), from+mostChars)
	out := string(chars[from:to])
	if from > 0 {
		out = "…" + out
	}
	if to < len(chars) {
		out += "…"
	}
	return out
}
