package main

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/grantgen/grantgen/examples/assistant/assemblers"
	"github.com/grantgen/grantgen/examples/assistant/grants"
	"github.com/grantgen/grantgen/examples/assistant/grants/assistant"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/token/bpe"
	"github.com/grantgen/grantgen/runtime/world"
)

func wantExceeded(t testing.TB, err error, total int) {
	t.Helper()
	var exceeded *assembly.BudgetExceeded
	if !errors.As(err, &exceeded) || exceeded.Need <= total {
		t.Fatalf("total %d: %v", total, err)
	}
}

// facts are the texts of the facts that stand in a prompt.
func facts(c *assembly.Context) (texts []string) {
	for _, p := range c.Parts {
		if p.Slot == "fact" {
			texts = append(texts, p.Content)
		}
	}
	return texts
}

func note(c *assembly.Context, kind string) string {
	for _, n := range c.Describe().More.Notes {
		if n.Kind == kind {
			return n.Text
		}
	}
	return ""
}

// At every total the notice stands in the prompt if and only if memory was left out for its size and the notice fits; that memory was
// left out is noted even when the notice does not fit.
func TestTheNoticeAtEveryTotal(t *testing.T) {
	all := transcribed(t)
	tl := opened(t, all)
	cost, err := bpe.O200kBase.Count(assembly.SectionHead("facts") + "\n" + assembly.Notice + "\n")
	if err != nil {
		t.Fatal(err)
	}
	runbooks := all.runbooks[grants.TenantFerries]
	seen := map[string]int{}
	for total := 200; total < 800; total++ {
		built, err := step(context.Background(), tl, grants.TenantFerries, handover, "i", runbooks, assembly.WithBudget(assembly.Budget{Total: total}))
		if err != nil {
			wantExceeded(t, err, total)
			seen["exceeded"]++
			continue
		}
		prompt, used := counted(t, built)
		notice := strings.Contains(prompt, assembly.Notice)
		left := note(built, "notice") != ""
		switch n := len(facts(built)); {
		case n == 3:
			if notice || left {
				t.Errorf("total %d: memory is there, and so is the notice", total)
			}
			seen["memory"]++
		case n != 0:
			t.Errorf("total %d: %d of three facts are there", total, n)
		case !left:
			t.Errorf("total %d: memory was left out, and Describe does not say so", total)
		case notice:
			seen["notice"]++
		default:
			if used+cost <= total {
				t.Errorf("total %d: %d tokens and a notice of %d would fit", total, used, cost)
			}
			seen["no room for the notice"]++
		}
	}
	for _, want := range []string{"exceeded", "memory", "notice", "no room for the notice"} {
		if seen[want] == 0 {
			t.Errorf("no total gave %q: %v", want, seen)
		}
	}
}

// Where memory is not asked for, finds nothing, or cannot be searched, nothing was left out for its size: no notice.
func TestTheNoticeStandsForSizeAlone(t *testing.T) {
	all := transcribed(t)
	big := all
	for range 3 {
		big.events = append(big.events, grants.Facts(grants.TenantFerries).Remember(memory.Rule, strings.TrimSpace(strings.Repeat("The harbour clock counts. ", 70))))
	}
	for name, c := range map[string]struct {
		told   told
		ask    string
		opts   []world.Option
		facts  int
		notice bool
		note   string // its kind
	}{
		"needed and found":      {all, handover, nil, 3, false, ""},
		"not needed":            {all, "Who must be asked about the booking queue?", nil, 0, false, "not needed"},
		"needed, none found":    {all, "Do you remember zebras?", nil, 0, false, ""},
		"over its section":      {big, "Do you remember the harbour clock?", nil, 0, true, "notice"},
		"big, and not needed":   {big, "What is with the harbour clock?", nil, 0, false, "not needed"},
		"a search that failed":  {big, "Do you remember the harbour clock?", []world.Option{world.WithSearcher(memory.SearcherFunc(failing))}, 0, false, "failed search"},
		"a need that says no":   {big, "Do you remember the harbour clock?", []world.Option{world.WithNeed(func(string) bool { return false })}, 0, false, "not needed"},
		"a searcher finds none": {big, "Do you remember the harbour clock?", []world.Option{world.WithSearcher(memory.SearcherFunc(nothing))}, 0, false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			built := stepped(t, opened(t, c.told, c.opts...), grants.TenantFerries, c.ask, nil)
			prompt, _ := counted(t, built)
			if strings.Contains(prompt, assembly.Notice) != c.notice || (note(built, "notice") != "") != c.notice {
				t.Errorf("notice: want %v; noted %q in\n%s", c.notice, note(built, "notice"), prompt)
			}
			if len(facts(built)) != c.facts {
				t.Errorf("facts: %q", facts(built))
			}
			if c.note != "" && note(built, c.note) == "" {
				t.Errorf("no note of kind %q: %+v", c.note, built.Notes)
			}
		})
	}
}

func failing(context.Context, string, string, []memory.Doc, int) ([]string, error) {
	return nil, errors.New("the index has the secret words of somebody")
}

func nothing(context.Context, string, string, []memory.Doc, int) ([]string, error) { return nil, nil }

// Each of the eight triggers, in any case and anywhere in the input, opens memory; nothing else does.
func TestTheTriggers(t *testing.T) {
	triggers := []string{"previously", "earlier we discussed", "do you remember", "as I mentioned before", "continuing from", "before we", "last time", "previously mentioned"}
	tl := opened(t, transcribed(t))
	for _, trigger := range triggers {
		for _, form := range []string{trigger, strings.ToUpper(trigger), strings.ToLower(trigger), mixed(trigger)} {
			for _, ask := range []string{form + ": the booking queue?", "The booking queue, " + form, "the booking queue (" + form + ") and quay-2"} {
				if built := stepped(t, tl, grants.TenantFerries, ask, nil); len(facts(built)) == 0 || note(built, "not needed") != "" {
					t.Errorf("%q opens no memory", ask)
				}
			}
		}
	}
	for _, ask := range []string{"The booking queue?", "What was the booking queue at before noon?", "Is this the last booking queue?", "Continue the booking queue.", "pre viously, the booking queue"} {
		if built := stepped(t, tl, grants.TenantFerries, ask, nil); len(facts(built)) > 0 || note(built, "not needed") == "" {
			t.Errorf("%q opens memory", ask)
		}
	}
}

// mixed is a text in capitals and small letters by turns.
func mixed(s string) string {
	out := []rune(strings.ToLower(s))
	for i := range out {
		if i%2 == 0 {
			out[i] = []rune(strings.ToUpper(string(out[i])))[0]
		}
	}
	return string(out)
}

// A Searcher that fails, panics, is late or never returns costs the prompt its memory and nothing else; so it is at its position later.
func TestSearchersThatFail(t *testing.T) {
	all := transcribed(t)
	without, _ := counted(t, stepped(t, opened(t, all), grants.TenantFerries, "Who must be asked about the booking queue?", nil))
	hang := make(chan struct{})
	defer close(hang)
	const soon, never = 20 * time.Millisecond, time.Hour
	for name, c := range map[string]struct {
		search   memory.SearcherFunc
		deadline time.Duration
		says     string
	}{
		"fails": {failing, never, "the search failed"},
		"panics": {func(context.Context, string, string, []memory.Doc, int) ([]string, error) {
			panic("secret words of somebody")
		}, never, "the search panicked"},
		"heeds its context": {func(ctx context.Context, _, _ string, _ []memory.Doc, _ int) ([]string, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}, soon, "the search was late"},
		"heeds nothing": {func(context.Context, string, string, []memory.Doc, int) ([]string, error) { <-hang; return nil, nil }, soon, "the search was late"},
	} {
		t.Run(name, func(t *testing.T) {
			tl := opened(t, all, world.WithSearcher(c.search), world.WithSearchDeadline(c.deadline))
			built := stepped(t, tl, grants.TenantFerries, "Do you remember who must be asked about the booking queue?", nil)
			prompt, _ := counted(t, built)
			for _, name := range []string{"policy", "tools", "history", "turns"} {
				if section(prompt, name) != section(without, name) {
					t.Errorf("the section %s is another than without memory:\n%s", name, prompt)
				}
			}
			if len(facts(built)) > 0 || strings.Contains(prompt, assembly.Notice) || !strings.Contains(note(built, "failed search"), c.says) {
				t.Errorf("%q in\n%s", note(built, "failed search"), prompt)
			}
			if d := built.Describe().String(); strings.Contains(d, "secret words") {
				t.Error("the error's own words are told")
			}
			again, err := assistant.Assemble(context.Background(), tl, assistant.Input{Self: grants.TenantFerries, Ask: "Do you remember who must be asked about the booking queue?", Now: morning},
				assemblers.Assistant, assembly.At(built.UptoSeq))
			if err != nil {
				t.Fatal(err)
			}
			if later, _ := counted(t, again); later != prompt || note(again, "failed search") != note(built, "failed search") {
				t.Errorf("at its position the prompt is another:\n%s", later)
			}
		})
	}
}
