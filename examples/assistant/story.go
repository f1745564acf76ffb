package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/grantgen/grantgen/examples/assistant/assemblers"
	"github.com/grantgen/grantgen/examples/assistant/grants"
	"github.com/grantgen/grantgen/examples/assistant/grants/assistant"
	"github.com/grantgen/grantgen/examples/assistant/grants/summariser"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/evidence"
	"github.com/grantgen/grantgen/runtime/pin"
	"github.com/grantgen/grantgen/runtime/prompt"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/world"
)

// morning is when the story is told: events are dated, and freshness is told, by it.
var morning = time.Date(2026, 5, 4, 9, 10, 0, 0, time.UTC)

// keptAsTurns is how many of the newest turns are not summed up: those that the schema's last: 3 hands out.
const keptAsTurns = 3

// story is two steps of the ferries' assistant, and what the other tenant's prompt holds of them.
func story(ctx context.Context, out io.Writer, log timeline.Log, opts ...world.Option) error {
	t, err := read()
	if err != nil {
		return err
	}
	tl, err := begin(ctx, log, t, opts...)
	if err != nil {
		return err
	}
	first, err := step(ctx, tl, grants.TenantFerries, "Before we hand over to quay-2: what must be checked, and who must be asked about the booking queue?",
		"runbooks of 2 May", t.runbooks[grants.TenantFerries])
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "== the prompt of", first.Role)
	if err := write(out, first, true); err != nil {
		return err
	}

	logs := evidence.Item{Document: "quay-1.log", Source: "log store", Version: "2026-05-04", At: morning, Text: queueLog(600)}
	second, err := step(ctx, tl, grants.TenantFerries, "And what does the log of quay-1 say about the printer?",
		"logs of 4 May", append([]evidence.Item{logs}, t.runbooks[grants.TenantFerries]...))
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "\n== the next step, with a long log among the evidence")
	if err := write(out, second, false); err != nil {
		return err
	}
	if first.PrefixHash == second.PrefixHash {
		fmt.Fprintln(out, "the prefix is that of the step before: a cache holds it")
	}

	other, err := step(ctx, tl, grants.TenantRail, "Last time the feed was late: may we restart the booking queue?", "runbooks of 2 May", t.runbooks[grants.TenantRail])
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "\n== the prompt of", other.Role)
	return write(out, other, true)
}

// begin puts the transcript on a log and sums up, for each tenant, what is older than its newest turns.
func begin(ctx context.Context, log timeline.Log, t told, opts ...world.Option) (*grants.Timeline, error) {
	tl, err := grants.Open(ctx, log, append([]world.Option{world.WithClock(func() time.Time { return morning })}, opts...)...)
	if err != nil {
		return nil, err
	}
	rng, err := tl.Append(ctx, t.events...)
	if err != nil {
		return nil, err
	}
	for _, tenant := range []grants.Tenant{grants.TenantFerries, grants.TenantRail} {
		model := pin.Open(tl, "summaries").RecordMissing("summariser", func(context.Context, prompt.Prompt) (string, error) {
			return summaries[tenant], nil
		})
		var turns []timeline.Position
		for i, e := range t.events {
			if turn, ok := e.(grants.TurnTaken); ok && turn.Tenant == tenant {
				turns = append(turns, rng.From+timeline.Position(i))
			}
		}
		if len(turns) <= keptAsTurns {
			continue
		}
		through := turns[len(turns)-keptAsTurns-1]
		if _, err := summariser.WriteHistory(ctx, tl, summariser.Input{Self: tenant, Through: through}, assemblers.Summariser, model); err != nil {
			return nil, err
		}
	}
	return tl, nil
}

// summaries is what the story's model says; a real one would be asked here.
var summaries = map[grants.Tenant]string{
	grants.TenantFerries: "The booking queue grows since 08:20 (1,840 at 08:45, oldest 11 minutes). Quay-1 was patched last night; its printer driver is suspected, since each ticket is printed before its booking is closed.",
	grants.TenantRail:    "The timetable feed is 4 minutes late.",
}

// step records what was retrieved for one question, and assembles.
func step(ctx context.Context, tl *grants.Timeline, tenant grants.Tenant, ask, index string, found []evidence.Item, opts ...assembly.Option) (*assembly.Context, error) {
	record, err := tl.Retrieved(ctx, grants.Runbooks(tenant), evidence.Retrieval{Query: ask, Index: index, Items: found})
	if err != nil {
		return nil, err
	}
	in := assistant.Input{Self: tenant, Evidence: record, Ask: ask, Now: morning}
	return assistant.Assemble(ctx, tl, in, assemblers.Assistant, opts...)
}

// queueLog is a log file of so many lines.
func queueLog(lines int) string {
	var b strings.Builder
	for i := range lines {
		at := time.Date(2026, 5, 4, 8, 20, 4*i, 0, time.UTC)
		fmt.Fprintf(&b, "%s queue %d, printer answered after %d ms.\n", at.Format(time.TimeOnly), 400+3*i, 120+15*i)
	}
	return b.String()
}
