package main

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/examples/assistant/grants"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/assemblytest"
	"github.com/grantgen/grantgen/runtime/evidence"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/world"
)

// opened is the transcript on a log of its own.
func opened(t testing.TB, all told, opts ...world.Option) *grants.Timeline {
	t.Helper()
	tl, err := begin(context.Background(), timeline.Memory(), all, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return tl
}

func stepped(t testing.TB, tl *grants.Timeline, tenant grants.Tenant, ask string, found []evidence.Item, opts ...assembly.Option) *assembly.Context {
	t.Helper()
	built, err := step(context.Background(), tl, tenant, ask, "index of 4 May", found, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return built
}

const handover = "Before we hand over to quay-2: who must be asked about the booking queue?"

// The worked case: evidence beyond its 5,000 tokens is cut inside its section; nothing else gives way, and the prefix stays.
func TestEvidenceOverItsCap(t *testing.T) {
	all := transcribed(t)
	tl := opened(t, all, assemblytest.FixedIDs())
	before := stepped(t, tl, grants.TenantFerries, handover, all.runbooks[grants.TenantFerries])
	was, _ := counted(t, before)
	long := evidence.Item{Document: "quay-1.log", Source: "log store", Version: "2026-05-04", At: morning, Text: queueLog(600)}
	after := stepped(t, tl, grants.TenantFerries, handover, append([]evidence.Item{long}, all.runbooks[grants.TenantFerries]...))
	prompt, _ := counted(t, after)

	for i, s := range after.Sections {
		switch old := before.Sections[i]; {
		case s.Name == "evidence":
			if s.Used > 5000 || s.Used < 4900 || s.Trimmed == 0 || s.Shed != 0 {
				t.Errorf("evidence: %+v", s)
			}
		case s.Used != old.Used || s.Shed+s.Trimmed > 0 || section(prompt, s.Name) != section(was, s.Name) || section(prompt, s.Name) == "":
			t.Errorf("%s was touched: %+v before, %+v after", s.Name, old, s)
		}
	}
	if before.PrefixHash == "" || after.PrefixHash != before.PrefixHash {
		t.Errorf("the prefix moved from %q to %q", before.PrefixHash, after.PrefixHash)
	}

	described := after.Describe().More
	if len(described.Trimmed) != after.Sections[3].Trimmed {
		t.Fatalf("Describe says of %d parts that they were cut, and %d were", len(described.Trimmed), after.Sections[3].Trimmed)
	}
	for _, cut := range described.Trimmed {
		if cut.Section != "evidence" || cut.Omitted < 1 || cut.Kept >= cut.Count || !strings.Contains(section(prompt, "evidence"), "\n"+assembly.Marker(cut.Omitted)+"\n") {
			t.Errorf("cut: %+v", cut)
		}
	}
	if first := described.Trimmed[0].Sources[0].(assembly.RetrievedRef); first.Retrieved != "quay-1.log" || first.Version != "2026-05-04" {
		t.Errorf("cut: %+v", first)
	}
	if again := stepped(t, tl, grants.TenantFerries, handover, all.runbooks[grants.TenantFerries]); again.PrefixHash != before.PrefixHash {
		t.Error("the prefix moved back")
	}
	_, err := step(context.Background(), tl, grants.TenantFerries, handover, "i", []evidence.Item{long}, assembly.FailIfCut("evidence"))
	var refused *assembly.Cut
	if !errors.As(err, &refused) || refused.Section != "evidence" || refused.Trimmed != 1 {
		t.Errorf("a caller that refuses a cut: %v", err)
	}
	assemblytest.Golden(t, before)
}

// section is the text of one section of a prompt.
func section(prompt, name string) string {
	_, rest, ok := strings.Cut("\n"+prompt, "\n"+assembly.SectionHead(name)+"\n")
	if !ok {
		return ""
	}
	text, _, _ := strings.Cut(rest, "\n[Section: ")
	return strings.TrimSuffix(text, "\n")
}

func TestRailsPrompt(t *testing.T) {
	all := transcribed(t)
	tl := opened(t, all, assemblytest.FixedIDs())
	built := stepped(t, tl, grants.TenantRail, "Last time the feed was late: may we restart the booking queue?", all.runbooks[grants.TenantRail])
	counted(t, built)
	assemblytest.Golden(t, built)
}

// The instructions, the tools and the question stand whole at every total, or there is no prompt.
func TestWhatIsNeverCut(t *testing.T) {
	all := transcribed(t)
	tl := opened(t, all)
	long := append([]evidence.Item{{Document: "quay-1.log", Source: "log store", Version: "1", At: morning, Text: queueLog(300)}}, all.runbooks[grants.TenantFerries]...)
	ask := handover + strings.Repeat(" Please be exact about it.", 80) // far over the goal's own 200
	whole, _ := counted(t, stepped(t, tl, grants.TenantFerries, ask, long))
	prompts := 0
	for total := 1; total < 1400; total += 13 {
		built, err := step(context.Background(), tl, grants.TenantFerries, ask, "i", long, assembly.WithBudget(assembly.Budget{Total: total}))
		if err != nil {
			wantExceeded(t, err, total)
			continue
		}
		prompts++
		prompt, _ := counted(t, built)
		for _, name := range []string{"policy", "tools", "goal"} {
			if got := section(prompt, name); got == "" || got != section(whole, name) {
				t.Errorf("total %d: the section %s is\n%s", total, name, got)
			}
		}
	}
	if prompts < 20 {
		t.Errorf("only %d totals gave a prompt", prompts)
	}
}
