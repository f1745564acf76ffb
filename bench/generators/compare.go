package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/grantgen/grantgen/bench/internal/figure"
)

const method = `A unit is a slice of grantgen (ten a role; the roles have every kind of log, beliefs, chronicle and given slice), a query of sqlc (PostgreSQL, database/sql), an operation of ogen (two parameters,
a list of objects; client and server, by default), a message of protoc-gen-go (four fields): each the smallest thing of which one writes many, and each makes one type that its caller names. Each tool is run as
a program over the same number of units, its output removed first; protoc-gen-go gets its request ready parsed. *Compile* is go build of what was written and of nothing else: every file gets
one comment more, and all that it stands on is in the build cache. ogen is left out over %d operations: it takes minutes. CPU time of all processes, median of %d rounds (lowest to highest); a ratio compares the two runs of one round.`

// place is a tool with a number of units, its input written.
type place struct {
	tool
	units int
	dir   string
	turn  int
}

func compare(dir string, tools []tool, units []int, many, rounds int, missing []string) ([]figure.Table, error) {
	skipped := strings.Join(missing, "; ")
	generate := figure.Table{
		Title: "Generating, against sqlc, ogen and protoc-gen-go", Method: fmt.Sprintf(method, ogenMost, rounds), Skipped: skipped,
		Columns: []string{"units", "tool", "generate, ms CPU", "ms on the wall", "lines a unit", "tool / grantgen"},
	}
	build := figure.Table{
		Title: "Compiling what was generated", Skipped: skipped,
		Columns: []string{"units", "tool", "go build, ms CPU", "ms a unit", "ms on the wall", "tool / grantgen"},
	}
	for _, n := range units {
		var places []*place
		for _, t := range tools {
			if t.most > 0 && n > t.most {
				continue
			}
			p := &place{tool: t, units: n, dir: filepath.Join(dir, fmt.Sprint("n", n), t.name)}
			if err := t.write(p.dir, n); err != nil {
				return nil, fmt.Errorf("%s: %w", t.name, err)
			}
			places = append(places, p)
		}
		if err := generateRows(&generate, places, rounds); err != nil {
			return nil, err
		}
		if err := buildRows(&build, places, rounds); err != nil {
			return nil, err
		}
	}
	if many > 0 {
		p := &place{tool: tools[0], units: many, dir: filepath.Join(dir, fmt.Sprint("n", many), tools[0].name)}
		if err := p.write(p.dir, many); err != nil {
			return nil, err
		}
		if err := generateRows(&generate, []*place{p}, rounds); err != nil {
			return nil, err
		}
	}
	return []figure.Table{generate, build}, nil
}

func generateRows(t *figure.Table, places []*place, rounds int) error {
	var sides []figure.Side
	for _, p := range places {
		sides = append(sides, figure.Side{Name: p.name, Run: func() (figure.Cost, error) { return p.generate(p.dir) }})
	}
	if _, err := figure.Turns(1, sides...); err != nil { // once unmeasured: the programs are read from the disk
		return err
	}
	costs, err := figure.Turns(rounds, sides...)
	if err != nil {
		return err
	}
	for i, p := range places {
		lines, err := p.lines(p.dir)
		if err != nil {
			return err
		}
		t.Rows = append(t.Rows, []string{
			counted(p), p.name, figure.Times(figure.CPU(costs[i])).String(), figure.Times(walls(costs[i])).String(), fmt.Sprint(lines / p.units), ratio(costs, i),
		})
	}
	p := places[0] // grantgen
	costs, err = figure.Turns(rounds, figure.Side{Name: "again", Run: func() (figure.Cost, error) { return p.again(p.dir) }})
	if err != nil {
		return err
	}
	t.Rows = append(t.Rows, []string{counted(p), "grantgen, unchanged", figure.Times(figure.CPU(costs[0])).String(), figure.Times(walls(costs[0])).String(), "", ""})
	return nil
}

func buildRows(t *figure.Table, places []*place, rounds int) error {
	var sides []figure.Side
	for _, p := range places {
		sides = append(sides, figure.Side{Name: p.name, Run: func() (figure.Cost, error) { p.turn++; return p.build(p.dir, p.turn) }})
	}
	if _, err := figure.Turns(1, sides...); err != nil { // once unmeasured: what the code stands on goes into the build cache
		return err
	}
	costs, err := figure.Turns(rounds, sides...)
	if err != nil {
		return err
	}
	for i, p := range places {
		times := figure.Times(figure.CPU(costs[i]))
		t.Rows = append(t.Rows, []string{
			counted(p), p.name, times.String(), figure.Short(times.Median / float64(p.units)), figure.Times(walls(costs[i])).String(), ratio(costs, i),
		})
	}
	return nil
}

// ratio is a tool's CPU time over grantgen's, which is the first.
func ratio(costs [][]figure.Cost, i int) string {
	if i == 0 {
		return ""
	}
	return figure.Ratios(figure.CPU(costs[i]), figure.CPU(costs[0])).String()
}

func walls(costs []figure.Cost) []time.Duration {
	out := make([]time.Duration, len(costs))
	for i, c := range costs {
		out[i] = c.Wall
	}
	return out
}

// counted is "1000 slices (100 roles)" for grantgen, else "1000 queries".
func counted(p *place) string {
	if p.unit == "slice" {
		return fmt.Sprintf("%d slices (%d roles)", p.units, max(1, p.units/slicesARole))
	}
	plural := p.unit + "s"
	if p.unit == "query" {
		plural = "queries"
	}
	return fmt.Sprintf("%d %s", p.units, plural)
}
