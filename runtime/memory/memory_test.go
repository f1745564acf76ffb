package memory_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/timeline"
)

var ctx = context.Background()

func id(name string) timeline.ID { return timeline.DeriveID("memory test", name) }

func TestWhatIsNothingToRememberIsRefusedWithTheReason(t *testing.T) {
	s := memory.Scope{Name: "user:ada:facts"}
	for name, c := range map[string]struct {
		kind  memory.Kind
		text  string
		cites []timeline.ID
		why   string
	}{
		"raw conversation":     {"conversation", "hello", nil, "the log holds what was said"},
		"reasoning":            {"reasoning trace", "so I thought", nil, "how a model thought is no fact"},
		"temporary":            {"temporary talk", "brb", nil, "belongs into the talk"},
		"history":              {"chat history", "x", nil, "is in the prompt already"},
		"unknown":              {"mood", "x", nil, "the kinds are conclusion, goal"},
		"conclusion uncited":   {memory.Conclusion, "The pump is at fault.", nil, "this one cites none"},
		"empty":                {memory.Goal, " \n", nil, "its text is empty"},
		"long":                 {memory.Goal, strings.Repeat("x", memory.MaxText+1), nil, "a fact has at most"},
		"bytes":                {memory.Goal, "\xff", nil, "is not UTF-8"},
		"reads like talk":      {memory.Preference, "User: hi\nAssistant: hello", nil, "raw conversation"},
		"reads like thinking":  {memory.Preference, "Let me think about what Ada wants", nil, "reasoning trace"},
		"reads like the hour":  {memory.Preference, "Ada is on the phone right now", nil, "temporary talk"},
		"points at the chat":   {memory.Preference, "Ada wants it as you said above", nil, "points at the chat"},
		"an empty citation":    {memory.Conclusion, "So it is.", []timeline.ID{{}}, "an empty id"},
		"forbidden by another": {"Raw Conversation", "x", nil, "the log holds what was said"},
	} {
		p, err := s.Remember(c.kind, c.text, c.cites...)
		if err == nil {
			err = memory.Check(p, nil)
		}
		if !errors.Is(err, memory.ErrRefused) || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v", name, err)
		}
		if c.text != "" && len(c.text) > 5 && err != nil && strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: the error holds the fact", name)
		}
	}
	for _, fine := range []string{"Ada likes tea.", "The brbx plant is Ada's.", "Thoughtful answers, please.", "User names are in lower case"} {
		p, err := s.Remember(memory.Preference, fine)
		if err == nil {
			err = memory.Check(p, nil)
		}
		if err != nil {
			t.Errorf("%q: %v", fine, err)
		}
	}
	if _, err := (memory.Scope{Name: ""}).Remember(memory.Rule, "x"); err == nil {
		t.Error("an empty scope")
	}
	if _, err := s.Forget(timeline.ID{}); err == nil {
		t.Error("an empty id")
	}
}

// At every position the fold shows what a plain walk over the log's prefix shows, whatever comes later.
func TestAsOfEqualsThePrefix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		log, f := timeline.Memory(), memory.New()
		type op struct{ kind, fact, scope int }
		var ops []op
		ids := map[int]timeline.ID{}
		for i := range rapid.IntRange(1, 20).Draw(t, "ops") {
			o := op{rapid.IntRange(0, 2).Draw(t, "kind"), rapid.IntRange(0, max(0, i)).Draw(t, "fact"), rapid.IntRange(0, 1).Draw(t, "scope")}
			s := memory.Scope{Name: fmt.Sprint("s", o.scope)}
			var p timeline.Pending
			var err error
			switch o.kind {
			case 0:
				p, err = s.Remember(memory.Goal, fmt.Sprint("fact ", i))
				o.fact, p.ID = i, timeline.NewID()
				ids[i] = p.ID
			default:
				target, ok := ids[o.fact]
				if !ok {
					target = id("nothing")
				}
				if o.kind == 1 {
					p, err = s.Forget(target)
				} else {
					p, err = s.Reconfirm(target)
				}
			}
			if err != nil {
				t.Fatal(err)
			}
			p.At = int64(1000 + i)
			if _, err := log.Append(ctx, p); err != nil {
				t.Fatal(err)
			}
			ops = append(ops, o)
		}
		last := int64(len(ops))
		if err := timeline.CatchUp(ctx, log, f, last); err != nil {
			t.Fatal(err)
		}
		for at := range last + 1 {
			for scope := range 2 {
				var want []string
				for i := range at {
					if o := ops[i]; o.kind != 0 || o.scope != scope {
						continue
					}
					forgotten, confirmed := false, 1000+i
					for j := i + 1; j < at; j++ {
						if o := ops[j]; o.scope == scope && o.kind != 0 && int64(o.fact) == i && !forgotten {
							if o.kind == 1 {
								forgotten = true
							} else {
								confirmed = 1000 + j
							}
						}
					}
					if !forgotten {
						want = append(want, fmt.Sprint("fact ", i, " ", confirmed))
					}
				}
				facts, err := f.Facts(ctx, fmt.Sprint("s", scope), at)
				if err != nil {
					t.Fatal(err)
				}
				var got []string
				for _, fact := range facts {
					p, err := fact.Decode()
					if err != nil {
						t.Fatal(err)
					}
					got = append(got, fmt.Sprint(p.Text, " ", fact.Confirmed))
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Fatalf("scope %d at %d (-plain +fold):\n%s", scope, at, diff)
				}
			}
		}
	})
}

func docs(texts ...string) []memory.Doc {
	var out []memory.Doc
	for i, text := range texts {
		d := memory.Doc{Text: text}
		d.Fact.Event.Seq = int64(i + 1)
		out = append(out, d)
	}
	return out
}

func found(hits []memory.Hit) []string {
	var out []string
	for _, h := range hits {
		out = append(out, h.Text)
	}
	return out
}

func TestSearch(t *testing.T) {
	all := docs("Ada likes strong tea.", "The pump in hall 4 leaks.", "Ada is an engineer.", "予算は六月に決まる", "Tea is served at four.", "tea tea tea")
	for query, want := range map[string][]string{
		"which tea does ada like": {"Ada likes strong tea.", "tea tea tea", "Ada is an engineer."},
		"pump?":                   {"The pump in hall 4 leaks."},
		"予算":                      {"予算は六月に決まる"},
		"elephants":               nil,
		"":                        nil,
	} {
		if diff := cmp.Diff(want, found(memory.Search(query, all, 3))); diff != "" {
			t.Errorf("%q (-want +got):\n%s", query, diff)
		}
	}
	if hits := memory.Search("tea", docs("tea", "tea"), 1); len(hits) != 1 || hits[0].Fact.Event.Seq != 2 {
		t.Errorf("of equal scores the later comes first: %+v", hits)
	}
}

func TestNeeded(t *testing.T) {
	for input, want := range map[string]bool{
		"What did we say PREVIOUSLY?": true, "Earlier we discussed tea": true, "do you remember?": true, "As I Mentioned Before,": true, "continuing from there": true,
		"before we go": true, "Last Time it rained": true, "previously mentioned": true, "What now?": false, "": false,
	} {
		if got := memory.Needed(input, memory.Triggers); got != want {
			t.Errorf("%q: %t", input, got)
		}
	}
	if memory.Needed("previously", []string{"weisst du noch"}) || !memory.Needed("Weißt du noch", []string{"weißt du noch"}) {
		t.Error("an own list")
	}
	if len(memory.Triggers) != 8 {
		t.Errorf("%d triggers", len(memory.Triggers))
	}
}
