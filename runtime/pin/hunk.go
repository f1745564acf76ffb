package pin

// hunk is one place where two lists differ; at counts in the newer list.
type hunk struct {
	at  int
	old []string
	now []string
}

// hunks compares two lists by their longest common subsequence. Where that would cost too much, what lies between the common
// beginning and end is one hunk.
func hunks(a, b []string) []hunk {
	start := 0
	for start < len(a) && start < len(b) && a[start] == b[start] {
		start++
	}
	endA, endB := len(a), len(b)
	for endA > start && endB > start && a[endA-1] == b[endB-1] {
		endA--
		endB--
	}
	a, b = a[start:endA], b[start:endB]
	if len(a) == 0 && len(b) == 0 {
		return nil
	}
	if len(a) == 0 || len(b) == 0 || (len(a)+1)*(len(b)+1) > maxCells {
		return []hunk{{start, a, b}}
	}
	common := lengths(a, b)
	var out []hunk
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		if i < len(a) && j < len(b) && a[i] == b[j] {
			i++
			j++
			continue
		}
		fromA, fromB := i, j
		for (i < len(a) || j < len(b)) && !(i < len(a) && j < len(b) && a[i] == b[j]) {
			if j == len(b) || i < len(a) && common[i+1][j] >= common[i][j+1] {
				i++
			} else {
				j++
			}
		}
		out = append(out, hunk{start + fromB, a[fromA:i], b[fromB:j]})
	}
	return out
}

// lengths[i][j] is how long the longest common subsequence of a[i:] and b[j:] is.
func lengths(a, b []string) [][]int32 {
	cells := make([]int32, (len(a)+1)*(len(b)+1))
	out := make([][]int32, len(a)+1)
	for i := range out {
		out[i] = cells[i*(len(b)+1) : (i+1)*(len(b)+1)]
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				out[i][j] = out[i+1][j+1] + 1
			} else {
				out[i][j] = max(out[i+1][j], out[i][j+1])
			}
		}
	}
	return out
}
