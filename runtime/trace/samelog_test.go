package trace_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/examples/fisheries/grants"
	"github.com/grantgen/grantgen/examples/fisheries/grants/negotiator"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/assemblytest"
	"github.com/grantgen/grantgen/runtime/prompt"
	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/trace"
)

func opened(t testing.TB, events ...grants.Event) *grants.Timeline {
	t.Helper()
	tl, err := grants.Open(ctx, timeline.Memory(), assemblytest.FixedClock(day))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if _, err := tl.Append(ctx, e); err != nil {
			t.Fatal(err)
		}
	}
	return tl
}

func offers(n int, word string) (out []grants.Event) {
	for i := range n {
		out = append(out, grants.OfferMade{Party: grants.PartyUK, Text: fmt.Sprint(word, " ", i)})
	}
	return out
}

// A context that was read on another log is refused, and nothing is appended: whether that log is shorter, or has other events where the
// context's stand, or lacks the belief that it read.
func TestAContextOfAnotherLogIsRefused(t *testing.T) {
	held := grants.Held(grants.PartyNorway).Position(uk, mackerel)
	here := opened(t, append(offers(2, "here"), held.Revise("8%"))...)
	built := asNorway(here, 400)
	for name, c := range map[string]struct {
		on   *grants.Timeline
		says string
	}{
		"empty":          {opened(t), "record the context of norway: the context was read at 3, and this log ends at 0"},
		"shorter":        {opened(t, offers(2, "there")...), "the context was read at 3, and this log ends at 2"},
		"other events":   {opened(t, offers(7, "there")...), "event 2 ("},
		"another belief": {opened(t, append(offers(2, "there"), held.Revise("9%"))...), "which was read, is not on this log, or stands elsewhere"},
	} {
		before, _ := c.on.Log().Last(ctx)
		_, err := trace.Record(ctx, c.on, built)
		if !errors.Is(err, trace.ErrOtherLog) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := (trace.Watch{}).Record(ctx, c.on, built); !errors.Is(err, trace.ErrOtherLog) {
			t.Errorf("%s, watched: %v", name, err)
		}
		if after, _ := c.on.Log().Last(ctx); after != before {
			t.Errorf("%s: it was recorded all the same", name)
		}
	}
	if _, err := trace.Record(ctx, here, built); err != nil {
		t.Errorf("on its own log: %v", err)
	}
}

// A belief alone tells the logs apart.
func TestABeliefTellsLogsApart(t *testing.T) {
	held := grants.Held(grants.PartyNorway).Position(uk, mackerel)
	one, two := opened(t, held.Revise("8%")), opened(t, held.Revise("8%"))
	if _, err := trace.Record(ctx, two, asNorway(one, 400)); !errors.Is(err, trace.ErrOtherLog) {
		t.Errorf("another log with the same belief: %v", err)
	}
}

// However much a context reads, and whatever was appended since, it is recorded on its own log and on a copy.
func TestAContextIsRecordedOnItsOwnLog(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		held := grants.Held(grants.PartyNorway).Position(uk, mackerel)
		tl := opened(t)
		grow := func() {
			for _, what := range rapid.SliceOfN(rapid.IntRange(0, 3), 0, 9).Draw(r, "events") {
				e := []grants.Event{grants.OfferMade{Party: grants.PartyUK, Text: "x"}, held.Revise("8%"), held.Contract(),
					grants.Held(grants.PartyUK).Position(uk, mackerel).Revise("5%")}[what]
				if _, err := tl.Append(ctx, e); err != nil {
					r.Fatal(err)
				}
			}
		}
		grow()
		built := asNorway(tl, 400)
		grow()
		if _, err := trace.Record(ctx, tl, built); err != nil {
			r.Fatal(err)
		}
		other := timeline.Memory()
		if _, err := timeline.Copy(ctx, tl.Log(), other); err != nil {
			r.Fatal(err)
		}
		again, err := grants.Open(ctx, other)
		if err != nil {
			r.Fatal(err)
		}
		if _, err := trace.Record(ctx, again, built); err != nil {
			r.Fatal(err)
		}
	})
}

// shouting is a renderer that no budget names, and that cannot be compared.
type shouting []string

func (s shouting) Render(c *assembly.Context) (string, error) {
	text, err := render.ByLabel.Render(c)
	return strings.ToUpper(text), err
}

// A prompt is recorded with the context that it was rendered from, by whatever renderer, and with no other.
func TestThePromptOfAnotherMemberIsRefused(t *testing.T) {
	tl := opened(t, offers(2, "here")...)
	as := func(p grants.Party, ask string) *assembly.Context {
		built, err := negotiator.Assemble(ctx, tl, negotiator.Input{Self: p, Ask: ask}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return built
	}
	norway, uk := as(grants.PartyNorway, "What now?"), as(grants.PartyUK, "And now?")
	for _, by := range []assembly.Renderer{render.ByLabel, shouting{"!"}} {
		own, err := render.With(norway, by)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := trace.Record(ctx, tl, uk, trace.WithPrompt(own)); !errors.Is(err, trace.ErrOtherPrompt) || !strings.HasSuffix(err.Error(), ": the prompt was not rendered from this context") {
			t.Errorf("%T: the prompt of another: %v", by, err)
		}
		if _, err := trace.Record(ctx, tl, norway, trace.WithPrompt(own)); err != nil {
			t.Errorf("%T: its own: %v", by, err)
		}
	}
	if _, err := trace.Record(ctx, tl, uk, trace.WithPrompt(prompt.Prompt{})); !errors.Is(err, trace.ErrOtherPrompt) {
		t.Errorf("a prompt that nobody rendered: %v", err)
	}
	p, err := trace.Pending(norway, trace.WithPrompt(render.Labelled(norway)))
	q, err2 := trace.Pending(norway)
	if err != nil || err2 != nil || string(p.Payload) != string(q.Payload) {
		t.Errorf("the prompt that would be rendered anyway is recorded otherwise: %v %v", err, err2)
	}
}
