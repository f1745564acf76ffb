package meetings

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/examples/assistant/meetings/assemblers"
	"github.com/grantgen/grantgen/examples/assistant/meetings/grants"
	"github.com/grantgen/grantgen/examples/assistant/meetings/grants/ranked"
	"github.com/grantgen/grantgen/examples/assistant/meetings/grants/recent"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// Answer is one question: the two prompts, and how many of the marked turns stand in each.
type Answer struct {
	Question          Question
	Recent, Ranked    *assembly.Context
	ByRecency, ByRank int
}

// Row is a meeting, its answers, and their sums.
type Row struct {
	Name                      string
	Turns                     int
	Answers                   []Answer
	Marked, ByRecency, ByRank int
	Largest                   int // tokens of the largest prompt
}

// String is a line of the table, below [Header].
func (r Row) String() string {
	return fmt.Sprintf("%-16s %5d %9d %6d %14s %14s %7d", r.Name, r.Turns, len(r.Answers), r.Marked, share(r.ByRecency, r.Marked), share(r.ByRank, r.Marked), r.Largest)
}

// Header is the first line of the table.
const Header = "meeting          turns questions marked  kept, recency     kept, rank largest"

func share(kept, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%d (%.0f%%)", kept, 100*float64(kept)/float64(of))
}

// Measure puts a meeting on a log of its own and asks each question of both roles.
func Measure(ctx context.Context, m Meeting) (Row, error) {
	row := Row{Name: m.Name, Turns: len(m.Turns)}
	tl, err := grants.Open(ctx, timeline.Memory())
	if err != nil {
		return row, err
	}
	events := make([]grants.Event, len(m.Turns))
	for i, t := range m.Turns {
		events[i] = t
	}
	if _, err := tl.Append(ctx, events...); err != nil {
		return row, err
	}
	for i, q := range m.Questions {
		a, err := ask(ctx, tl, m, q)
		if err != nil {
			return row, fmt.Errorf("%s, question %d: %w", m.Name, i+1, err)
		}
		row.add(a)
	}
	return row, nil
}

func (r *Row) add(a Answer) {
	r.Answers = append(r.Answers, a)
	r.Marked += len(a.Question.Marked)
	r.ByRecency += a.ByRecency
	r.ByRank += a.ByRank
	r.Largest = max(r.Largest, a.Recent.Used, a.Ranked.Used)
}

func ask(ctx context.Context, tl *grants.Timeline, m Meeting, q Question) (a Answer, err error) {
	a.Question = q
	if a.Recent, err = recent.Assemble(ctx, tl, recent.Input{Ask: q.Text}, nil); err != nil {
		return a, err
	}
	if a.Ranked, err = ranked.Assemble(ctx, tl, ranked.Input{Ask: q.Text, Marked: q.Marked}, assemblers.Ranked); err != nil {
		return a, err
	}
	a.ByRecency, a.ByRank = kept(a.Recent, m, q), kept(a.Ranked, m, q)
	return a, nil
}

// kept counts the marked turns that stand in a prompt. A turn's seq on the log is its place in the meeting.
func kept(c *assembly.Context, m Meeting, q Question) (n int) {
	for _, p := range c.Parts {
		for _, ref := range p.Sources {
			e, ok := ref.(assembly.EventRef)
			if !ok || e.Seq < 1 || e.Seq > int64(len(m.Turns)) {
				continue
			}
			turn := m.Turns[e.Seq-1]
			if _, marked := slices.BinarySearch(q.Marked, turn.Turn); marked && strings.HasSuffix(p.Content, turn.Text) {
				n++
			}
		}
	}
	return n
}

// Total is a row of the sums of others.
func Total(rows []Row) Row {
	total := Row{Name: "all"}
	for _, r := range rows {
		total.Turns += r.Turns
		for _, a := range r.Answers {
			total.add(a)
		}
	}
	return total
}
