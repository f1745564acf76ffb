package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestChoose(t *testing.T) {
	names := func(only string) string {
		chosen, err := choose(only)
		if err != nil {
			return err.Error()
		}
		var out []string
		for _, s := range chosen {
			out = append(out, s.name)
		}
		return strings.Join(out, " ")
	}
	for only, want := range map[string]string{
		"": "assembly counting log beliefs generators", "log,counting": "counting log", "log,speed": `there is no step "speed"`,
	} {
		if got := names(only); got != want {
			t.Errorf("%q: %s", only, got)
		}
	}
}

func TestAPageGetsAll(t *testing.T) {
	if err := run(&strings.Builder{}, 1, "log", "page.md"); err == nil || !strings.Contains(err.Error(), "exclude each other") {
		t.Errorf("%v", err)
	}
}

func TestLogRows(t *testing.T) {
	got := logRows(`goos: linux
cpu: AMD EPYC
BenchmarkAppend/FULL/batch=10-2        	     518	   2003992 ns/op	         1.301 high	         1.032 low	         1.144 ours/bare
BenchmarkEightWriters-2                	       4	 280658493 ns/op	         4.234 eight/one	         4.572 high	         4.200 low
BenchmarkRead/type                     	      74	  14884233 ns/op	         0.8917 high	         0.6827 low	         0.7780 ours/bare
PASS
`)
	want := [][]string{
		{"Append/FULL/batch=10", "1.144", "1.032 to 1.301", "at least 0.9"},
		{"EightWriters", "4.234", "4.200 to 4.572", "at least 4"},
		{"Read/type", "0.7780", "0.6827 to 0.8917", "at most 1.3"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestThePageKeepsItsText(t *testing.T) {
	page := "# Benchmarks\n\n" + beginMark + "old\n" + endMark + "\nafter\n"
	for _, figures := range []string{"new\n", "newer\n"} {
		got, err := between(page, figures)
		if want := "# Benchmarks\n\n" + beginMark + "\n" + figures + "\n" + endMark + "\nafter\n"; err != nil || got != want {
			t.Errorf("%v\n%s", err, got)
		}
		page = got
	}
	for _, page := range []string{"", beginMark, endMark} {
		if _, err := between(page, "x"); err == nil || !strings.Contains(err.Error(), "it lacks the line") {
			t.Errorf("%q: %v", page, err)
		}
	}
}
