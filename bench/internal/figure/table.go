package figure

import "strings"

// Table is one table of the page of benchmarks.
type Table struct {
	Title   string
	Method  string // how it is measured and what is counted, in whole sentences
	Columns []string
	Rows    [][]string
	Skipped string // why there are no rows: the tool that is missing
}

// String is the table in Markdown.
func (t Table) String() string {
	var b strings.Builder
	b.WriteString("## " + t.Title + "\n\n")
	if t.Method != "" {
		b.WriteString(t.Method + "\n\n")
	}
	if len(t.Rows) > 0 {
		row := func(cells []string) { b.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
		row(t.Columns)
		rule := make([]string, len(t.Columns))
		for i := range rule {
			rule[i] = "---"
		}
		row(rule)
		for _, r := range t.Rows {
			row(r)
		}
	}
	if t.Skipped != "" {
		b.WriteString("Skipped: " + t.Skipped + "\n")
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}
