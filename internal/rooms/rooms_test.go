package rooms

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/internal/rooms/grants"
	"github.com/grantgen/grantgen/internal/rooms/grants/eavesdropper"
	"github.com/grantgen/grantgen/internal/rooms/grants/listener"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/schema"
)

var ctx = context.Background()

func parties(names []string) grants.PartySet {
	var out []grants.Party
	for _, n := range names {
		out = append(out, grants.Party(n))
	}
	return grants.PartySetOf(out...)
}

// spoken is a conversation as events, each with its audience.
func spoken(t *testing.T, c *conversation) *grants.Timeline {
	t.Helper()
	tl, err := grants.Open(ctx, timeline.Memory())
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range c.lines {
		if _, err := tl.Append(ctx, grants.Said{Actor: l.Actor, Audience: parties(c.audience(l)), Text: string(l.Payload)}); err != nil {
			t.Fatal(l.Seq, err)
		}
	}
	return tl
}

// held is a conversation in which every line that is not public is a belief of each who may see it, in a scope of its own.
func held(t *testing.T, c *conversation) (tl *grants.Timeline, seqs map[string][]int64) {
	t.Helper()
	tl, err := grants.Open(ctx, timeline.Memory())
	if err != nil {
		t.Fatal(err)
	}
	seqs = map[string][]int64{} // by event id
	for _, l := range c.lines {
		if l.Scope == "public" {
			rng, err := tl.Append(ctx, grants.Said{Actor: l.Actor, Audience: parties(c.expect.Parties), Text: string(l.Payload)})
			if err != nil {
				t.Fatal(err)
			}
			seqs[fmt.Sprint(rng.To)] = append(seqs[fmt.Sprint(rng.To)], l.Seq)
			continue
		}
		for _, p := range c.audience(l) {
			rng, err := tl.Append(ctx, grants.Private(grants.Party(p)).Knows(l.Seq).Revise(string(l.Payload)))
			if err != nil {
				t.Fatal(err)
			}
			seqs[fmt.Sprint(rng.To)] = append(seqs[fmt.Sprint(rng.To)], l.Seq)
		}
	}
	return tl, seqs
}

func readSeqs(built *assembly.Context) []int64 {
	var out []int64
	for _, r := range built.Read {
		if e, ok := r.(assembly.EventRef); ok {
			out = append(out, e.Seq)
		}
	}
	return out
}

// What a party's prompt has read is exactly what that party may see, and nothing that is hidden from it stands there.
func TestEachPartySeesItsOwn(t *testing.T) {
	logs, mutants, prompts := 0, 0, 0
	for _, c := range conversations(t) {
		logs++
		tl := spoken(t, &c)
		private, numbers := held(t, &c)
		noticed := len(c.expect.MustNotSee) == 0
		for _, p := range c.expect.Parties {
			built, err := listener.Assemble(ctx, tl, listener.Input{Self: grants.Party(p)}, nil)
			if err != nil {
				t.Fatal(c.name, p, err)
			}
			if got, want := readSeqs(built), c.visible(p); !slices.Equal(got, want) {
				t.Errorf("%s, %s: read %v, may see %v", c.name, p, got, want)
			}
			if found := c.leaks(p, render.Labelled(built).String()); len(found) > 0 {
				t.Errorf("%s, %s: %d hidden texts stand in the prompt", c.name, p, len(found))
			}
			prompts++

			own, err := listener.Assemble(ctx, private, listener.Input{Self: grants.Party(p)}, nil)
			if err != nil {
				t.Fatal(c.name, p, err)
			}
			if found := c.leaks(p, render.Labelled(own).String()); len(found) > 0 {
				t.Errorf("%s, %s, by beliefs: %d hidden texts stand in the prompt", c.name, p, len(found))
			}
			if len(own.Read) != len(c.visible(p)) {
				t.Errorf("%s, %s, by beliefs: read %d, may see %d", c.name, p, len(own.Read), len(c.visible(p)))
			}
			for _, seq := range readSeqs(own) {
				if n := numbers[fmt.Sprint(seq)]; len(n) != 1 || !slices.Contains(c.visible(p), n[0]) {
					t.Errorf("%s, %s, by beliefs: read line %v", c.name, p, n)
				}
			}

			wide, err := eavesdropper.Assemble(ctx, tl, eavesdropper.Input{Self: grants.Party(p)}, nil)
			if err != nil {
				t.Fatal(c.name, p, err)
			}
			noticed = noticed || len(c.leaks(p, render.Labelled(wide).String())) > 0
		}
		if !noticed {
			t.Errorf("%s: with the where taken away nothing was found to leak", c.name)
		}
		mutants++
	}
	t.Logf("%d conversations, %d prompts, %d mutants found", logs, prompts, mutants)
}

// The same holds by the language alone: each conversation as a schema over its own parties, with every line as an example of who sees
// it and who does not.
func TestEachConversationAsASchema(t *testing.T) {
	for _, c := range conversations(t) {
		fine := c.schema(true)
		if m, diags := schema.Parse([]schema.File{{Name: c.name + ".grant.yaml", Bytes: []byte(fine)}}, nil); m == nil {
			t.Errorf("%s: %v", c.name, diags[0])
		}
		hides := slices.ContainsFunc(c.lines, func(l line) bool { return len(c.audience(l)) < len(c.expect.Parties) })
		if m, _ := schema.Parse([]schema.File{{Name: c.name + ".grant.yaml", Bytes: []byte(c.schema(false))}}, nil); (m != nil) == hides {
			t.Errorf("%s: without the where the checks hold: %v", c.name, m != nil)
		}
	}
}

// schema is the conversation as a schema; its checks are the different audiences, once each.
func (c *conversation) schema(where bool) string {
	clause := "Said"
	if where {
		clause = `{events: [Said], where: {audience: {has: "{self.party}"}}}`
	}
	var b strings.Builder
	fmt.Fprintf(&b, "grantgen: 1\nroster: {party: [%s]}\nevents: {Said: {envelope: {audience: set party}, payload: {text: string}}}\n", strings.Join(c.expect.Parties, ", "))
	fmt.Fprintf(&b, "roles: {listener: {for: party, sees: {heard: {log: [%s]}}}}\nchecks:\n", clause)
	seen := map[string]bool{}
	for _, l := range c.lines {
		audience := strings.Join(c.audience(l), ", ")
		if seen[audience] {
			continue
		}
		seen[audience] = true
		for _, p := range c.expect.Parties {
			says := "not"
			if slices.Contains(c.audience(l), p) {
				says = "sees"
			}
			fmt.Fprintf(&b, "  - {role: listener@%s, %s: {Said: {audience: [%s]}}}\n", p, says, audience)
		}
	}
	return b.String()
}
