package main

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"github.com/grantgen/grantgen/bench/internal/figure"
)

const logMethod = `go test -bench in bench/log: both sides by turns on one disk, each for about a second; the ratio of the lower quartiles of their times on the wall (an append waits for the disk), and beside it the quartiles of
the ratios turn by turn. Appends: our throughput over that of database/sql with modernc.org/sqlite, the same columns, indexes, batch and durability. Eight writers: their throughput over one's, one event an append,
synchronous=FULL. Reads of 1%% of %s events: our time over that of the indexed query with decoding.`

// log runs the benchmarks of bench/log and makes a table of what they report.
func log(root string, _ int) (string, error) {
	events := cmp.Or(os.Getenv("GRANTGEN_BENCH_EVENTS"), "1000000")
	cmd := exec.Command("go", "test", "-run", "^$", "-bench", ".", "./bench/log")
	cmd.Dir, cmd.Env = root, append(os.Environ(), "GRANTGEN_BENCH_EVENTS="+events)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go test -bench in bench/log: %w: %s", err, lastLine(out))
	}
	rows := logRows(string(out))
	if len(rows) == 0 {
		return "", fmt.Errorf("go test -bench in bench/log reports nothing")
	}
	return figure.Table{
		Title: "The log in SQLite, against the bare driver", Method: fmt.Sprintf(logMethod, events),
		Columns: []string{"what", "ratio", "quartiles", "to reach"}, Rows: rows,
	}.String(), nil
}

// logRows reads lines as "BenchmarkAppend/FULL/batch=10-2  518  2003992 ns/op  1.301 high  1.032 low  1.144 ours/bare".
func logRows(out string) [][]string {
	var rows [][]string
	for line := range strings.Lines(out) {
		fields := strings.Fields(line)
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		values := map[string]string{}
		for i := 2; i+1 < len(fields); i += 2 {
			values[fields[i+1]] = fields[i]
		}
		name := strings.TrimPrefix(fields[0], "Benchmark")
		if at := strings.LastIndex(name, "-"); at > 0 {
			name = name[:at] // how many CPUs the run had
		}
		ratio, reach := values["ours/bare"], "at least 0.9"
		switch {
		case values["eight/one"] != "":
			ratio, reach = values["eight/one"], "at least 4"
		case strings.HasPrefix(name, "Read"):
			reach = "at most 1.3"
		}
		rows = append(rows, []string{name, ratio, values["low"] + " to " + values["high"], reach})
	}
	return rows
}
