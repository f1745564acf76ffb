package assemblytest

import "strings"

// maxCells bounds the table of the line diff; larger differences are shown as one block.
const maxCells = 1 << 20

// diff shows what must change in a to get b, line by line, with three lines around each change.
func diff(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	lo := 0
	for lo < len(x) && lo < len(y) && x[lo] == y[lo] {
		lo++
	}
	hx, hy := len(x), len(y)
	for hx > lo && hy > lo && x[hx-1] == y[hy-1] {
		hx, hy = hx-1, hy-1
	}
	var lines []string // each with its mark
	for _, l := range x[max(lo-3, 0):lo] {
		lines = append(lines, "  "+l)
	}
	lines = append(lines, changes(x[lo:hx], y[lo:hy])...)
	for _, l := range x[hx:min(hx+3, len(x))] {
		lines = append(lines, "  "+l)
	}
	return elide(lines)
}

// changes aligns two lists of lines by their longest common subsequence.
func changes(x, y []string) []string {
	var out []string
	if len(x)*len(y) > maxCells {
		for _, l := range x {
			out = append(out, "- "+l)
		}
		for _, l := range y {
			out = append(out, "+ "+l)
		}
		return out
	}
	common := make([][]int, len(x)+1) // of x[i:], y[j:]
	for i := range common {
		common[i] = make([]int, len(y)+1)
	}
	for i := len(x) - 1; i >= 0; i-- {
		for j := len(y) - 1; j >= 0; j-- {
			if x[i] == y[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	i, j := 0, 0
	for i < len(x) || j < len(y) {
		switch {
		case i < len(x) && j < len(y) && x[i] == y[j]:
			out = append(out, "  "+x[i])
			i, j = i+1, j+1
		case j == len(y) || i < len(x) && common[i+1][j] >= common[i][j+1]:
			out = append(out, "- "+x[i])
			i++
		default:
			out = append(out, "+ "+y[j])
			j++
		}
	}
	return out
}

// elide leaves out the middle of long unchanged stretches, and the end of a very long diff.
func elide(lines []string) string {
	const around, most = 3, 200
	near := make([]bool, len(lines))
	for i, l := range lines {
		if l[0] != ' ' {
			for k := max(i-around, 0); k <= min(i+around, len(lines)-1); k++ {
				near[k] = true
			}
		}
	}
	var b strings.Builder
	shown := 0
	for i, l := range lines {
		switch {
		case near[i] && shown == most:
			b.WriteString("  …\n")
			return b.String()
		case near[i]:
			b.WriteString(l + "\n")
			shown++
		case i > 0 && near[i-1]:
			b.WriteString("  …\n")
		}
	}
	return b.String()
}
