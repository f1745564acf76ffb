package logcli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	assistants "github.com/grantgen/grantgen/examples/assistant/grants"
	"github.com/grantgen/grantgen/examples/assistant/grants/assistant"
	fisheries "github.com/grantgen/grantgen/examples/fisheries/grants"
	"github.com/grantgen/grantgen/examples/fisheries/grants/chronicler"
	"github.com/grantgen/grantgen/examples/fisheries/grants/negotiator"
	"github.com/grantgen/grantgen/examples/fisheries/grants/norway"
	"github.com/grantgen/grantgen/internal/everything/grants"
	"github.com/grantgen/grantgen/internal/everything/grants/agent"
	"github.com/grantgen/grantgen/internal/everything/grants/clerk"
	"github.com/grantgen/grantgen/internal/everything/grants/helper"
	"github.com/grantgen/grantgen/internal/everything/grants/pairing"
	"github.com/grantgen/grantgen/internal/everything/grants/reader"
	"github.com/grantgen/grantgen/internal/everything/grants/teller"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/slice"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/trace"
)

// outlines are those of roles with every kind of slice, by the folder of their schema and their name.
func outlines(t *testing.T) map[string]map[string]string {
	t.Helper()
	ctx := context.Background()
	out := map[string]map[string]string{}
	seen := func(dir, role string) assembly.Option {
		if out[dir] == nil {
			out[dir] = map[string]string{}
		}
		return slice.Observe(func(g slice.Grant) { out[dir][role] = g.Outline })
	}
	open := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	now, one := time.Now(), timeline.Range{From: 1, To: 1}
	sea, err := fisheries.Open(ctx, timeline.Memory())
	open(err)
	every, err := grants.Open(ctx, timeline.Memory())
	open(err)
	desk, err := assistants.Open(ctx, timeline.Memory())
	open(err)
	// What comes of a call makes no difference: a grant is looked at before anything is read.
	const fish, all = "examples/fisheries", "internal/everything"
	_, _ = norway.Assemble(ctx, sea, norway.Input{Ask: "?"}, nil, seen(fish, "norway"))
	_, _ = negotiator.Assemble(ctx, sea, negotiator.Input{Self: fisheries.PartyUK, Ask: "?"}, nil, seen(fish, "negotiator"))
	_, _ = chronicler.Assemble(ctx, sea, chronicler.Input{Round: one}, nil, seen(fish, "chronicler"))
	_, _ = agent.Assemble(ctx, every, agent.Input{Self: grants.PartyUK, Ask: "?", Bundle: grants.Bundle{Terms: []grants.Terms{{}}}, Whom: grants.PartyUK}, nil, seen(all, "agent"))
	_, _ = clerk.Assemble(ctx, every, clerk.Input{Ask: "?", Now: now}, nil, seen(all, "clerk"))
	_, _ = helper.Assemble(ctx, every, helper.Input{Self: grants.PartyUK, Ask: "?", Now: now}, nil, seen(all, "helper"))
	_, _ = pairing.Assemble(ctx, every, pairing.Input{SelfParty: grants.PartyUK, SelfMood: grants.MoodCalm, Ask: "?"}, nil, seen(all, "pairing"))
	_, _ = reader.Assemble(ctx, every, reader.Input{Self: grants.User("ada"), Ask: "?"}, nil, seen(all, "reader"))
	_, _ = teller.Assemble(ctx, every, teller.Input{Self: grants.PartyUK, Round: one}, nil, seen(all, "teller"))
	_, _ = assistant.Assemble(ctx, desk, assistant.Input{Self: assistants.TenantRail, Ask: "?", Now: now}, nil, seen("examples/assistant", "assistant"))
	return out
}

// A lock is told from the one under which a context was recorded: with one line less of what a slice lets in, or one more, it is another.
// Clauses and who owns what make no difference.
func TestALockIsToldFromAnother(t *testing.T) {
	lines, roles := 0, 0
	for dir, of := range outlines(t) {
		b, err := os.ReadFile(filepath.Join("..", "..", dir, lockName))
		if err != nil {
			t.Fatal(err)
		}
		for role, outline := range of {
			roles++
			rec := &trace.Recorded{Role: role, Outline: outline, Input: []byte("{}")}
			other := func(lock string) bool {
				t.Helper()
				path := filepath.Join(t.TempDir(), lockName)
				if err := os.WriteFile(path, []byte(lock), 0o666); err != nil {
					t.Fatal(err)
				}
				l, err := openLock(path, rec)
				if err != nil {
					t.Fatal(err)
				}
				return l.other
			}
			if other(string(b)) {
				t.Errorf("%s: the lock of the role %s is taken for another", dir, role)
			}
			each := strings.SplitAfter(string(b), "\n")
			for i, line := range each {
				if !strings.HasPrefix(line, "  - {role: "+role+", slice: ") || strings.Contains(line, " kind: ") {
					continue
				}
				lines++
				without := strings.Join(each[:i], "") + strings.Join(each[i+1:], "")
				leftOut := strings.Contains(line, " where: ") || strings.Contains(line, " given: ") || strings.Contains(line, " owner: ")
				if other(without) == leftOut {
					t.Errorf("%s: without %s another lock: %t", dir, line, !leftOut)
				}
			}
		}
	}
	if roles != 10 || lines < 100 {
		t.Errorf("%d roles, %d lines", roles, lines)
	}
}

// A context that an older version recorded says nothing of the lock.
func TestAnOlderRecordSaysNothingOfTheLock(t *testing.T) {
	l, err := openLock(filepath.Join("..", "..", "examples", "fisheries", lockName), &trace.Recorded{Role: "norway", Input: []byte("{}")})
	if err != nil || l.other {
		t.Errorf("%+v %v", l, err)
	}
}
