// Package log compares the log in SQLite with the bare driver under it, in one run, and prints ratios:
//
//	go test -run '^$' -bench . ./bench/log
//
// A ratio is our throughput over the bare one's for appends (to reach: 0.9 at every batch), eight writers' over one's (4), and for reads our time over
// the bare query's with decoding (at most 1.3). Both sides take turns, so that a busy machine is busy for both. GRANTGEN_BENCH_EVENTS is the length of the
// log that is read from (a million by default). go run ./bench/all makes a table of it.
package log
