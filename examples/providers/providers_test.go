package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/grantgen/grantgen/examples/providers/grants"
	"github.com/grantgen/grantgen/examples/providers/grants/clerk"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/pin"
	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/tool"
)

var ctx = context.Background()

type ask func(ctx context.Context, client *http.Client, server string, messages []render.Message, tools []tool.Tool) (call, error)

// services are the three; read takes a request's body apart.
var services = map[string]struct {
	ask  ask
	read func(t *testing.T, body []byte) sent
}{
	"openai":    {askOpenAI, readOpenAI},
	"anthropic": {askAnthropic, readAnthropic},
	"genai":     {askGenAI, readGenAI},
}

// sent is what a service is told, in the order in which it reads it.
type sent struct {
	texts []render.Message // Cache: where a mark is sent
	tools []any
}

func decode(t *testing.T, body []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(body, into); err != nil {
		t.Fatalf("%v in %s", err, body)
	}
}

func readOpenAI(t *testing.T, body []byte) (s sent) {
	var r struct {
		Messages []struct{ Role, Content string }
		Tools    []any
	}
	decode(t, body, &r)
	for _, m := range r.Messages {
		s.texts = append(s.texts, render.Message{Role: m.Role, Text: m.Content})
	}
	s.tools = r.Tools
	return s
}

func readAnthropic(t *testing.T, body []byte) (s sent) {
	type block struct {
		Type, Text   string
		CacheControl *struct{ Type string } `json:"cache_control"`
	}
	var r struct {
		System   []block
		Messages []struct {
			Role    string
			Content []block
		}
		Tools []any
	}
	decode(t, body, &r)
	add := func(role string, blocks []block) {
		for _, b := range blocks {
			if b.CacheControl != nil && b.CacheControl.Type != "ephemeral" {
				t.Errorf("a mark is %+v", b.CacheControl)
			}
			s.texts = append(s.texts, render.Message{Role: role, Text: b.Text, Cache: b.CacheControl != nil})
		}
	}
	add("system", r.System)
	for _, m := range r.Messages {
		add(m.Role, m.Content)
	}
	s.tools = r.Tools
	return s
}

func readGenAI(t *testing.T, body []byte) (s sent) {
	type content struct {
		Role  string
		Parts []struct{ Text string }
	}
	var r struct {
		SystemInstruction content
		Contents          []content
		Tools             []any
	}
	decode(t, body, &r)
	r.SystemInstruction.Role = "system"
	for _, c := range append([]content{r.SystemInstruction}, r.Contents...) {
		for _, p := range c.Parts {
			s.texts = append(s.texts, render.Message{Role: c.Role, Text: p.Text})
		}
	}
	s.tools = r.Tools
	return s
}

func assembled(t *testing.T) (*grants.Timeline, *assembly.Context) {
	t.Helper()
	tl, in, err := counter(ctx, timeline.Memory())
	if err != nil {
		t.Fatal(err)
	}
	built, err := clerk.Assemble(ctx, tl, in, nil)
	if err != nil {
		t.Fatal(err)
	}
	return tl, built
}

func messages(t *testing.T, built *assembly.Context, marks int) []render.Message {
	t.Helper()
	m, err := render.Messages(built, render.Marks(marks))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// What each service reads is the text of Sections, to the byte; Anthropic's marks stand where the messages have them, the last at the
// end of the prefix that PrefixHash is of.
func TestTheSameText(t *testing.T) {
	_, built := assembled(t)
	server := stand()
	defer server.Close()
	for name, s := range services {
		for marks := 1; marks <= render.MaxMarks; marks++ {
			want := messages(t, built, marks)
			if _, err := s.ask(ctx, server.Client(), server.URL, want, clerk.AllowedTools()); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			got := s.read(t, server.received(name))
			joined, prefix := "", ""
			for i, m := range got.texts {
				joined += m.Text
				if m.Cache {
					prefix = joined
				}
				if name != "anthropic" {
					want[i].Cache = false
				}
			}
			if diff := cmp.Diff(want, got.texts); diff != "" {
				t.Errorf("%s with %d marks:\n%s", name, marks, diff)
			}
			if whole := render.Sections(built).String(); joined != whole {
				t.Errorf("%s reads\n%s\nnot\n%s", name, joined, whole)
			}
			if sum := sha256.Sum256([]byte(prefix)); name == "anthropic" && hex.EncodeToString(sum[:]) != built.PrefixHash {
				t.Errorf("with %d marks the last stands at the end of\n%s", marks, prefix)
			}
		}
	}
}

// Two stable sections with something in them give two marks at most, and none stands on a tool or the passenger's question.
func TestMarksAreOfTheStableSections(t *testing.T) {
	_, built := assembled(t)
	server := stand()
	defer server.Close()
	for marks, want := range map[int]int{1: 1, 2: 2, 4: 2} {
		if _, err := askAnthropic(ctx, server.Client(), server.URL, messages(t, built, marks), clerk.AllowedTools()); err != nil {
			t.Fatal(err)
		}
		body := server.received("anthropic")
		if n := strings.Count(string(body), `"cache_control"`); n != want {
			t.Errorf("%d marks of %d are sent: %s", n, marks, body)
		}
		got := readAnthropic(t, body)
		if last := got.texts[want-1]; !last.Cache || last.Role != render.System || !strings.Contains(last.Text, "[Section: tools]") || got.texts[want].Cache {
			t.Errorf("%d marks: the last is on %+v", marks, last)
		}
	}
}

// The tools of a request are those that the role may call, as the schema has them, in each service's form.
func TestTools(t *testing.T) {
	_, built := assembled(t)
	server := stand()
	defer server.Close()
	for name, s := range services {
		if _, err := s.ask(ctx, server.Client(), server.URL, messages(t, built, 1), clerk.AllowedTools()); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var want, functions []any
		for _, tool := range clerk.AllowedTools() {
			var parameters any
			decode(t, []byte(tool.Parameters), &parameters)
			f := map[string]any{"name": tool.Name, "description": tool.Doc}
			switch name {
			case "openai":
				f["parameters"] = parameters
				want = append(want, map[string]any{"type": "function", "function": f})
			case "anthropic":
				f["input_schema"] = parameters
				want = append(want, f)
			case "genai":
				f["parametersJsonSchema"] = parameters
				functions = append(functions, f)
			}
		}
		if name == "genai" {
			want = []any{map[string]any{"functionDeclarations": functions}}
		}
		if diff := cmp.Diff(want, s.read(t, server.received(name)).tools); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
		if len(clerk.AllowedTools()) != 2 {
			t.Errorf("%d tools", len(clerk.AllowedTools()))
		}
	}
}

// The call that a model asks for is decoded strictly, whoever carried it.
func TestCallsAreDecoded(t *testing.T) {
	_, built := assembled(t)
	server := stand()
	defer server.Close()
	for name, s := range services {
		answered := func(args string) (grants.ToolCall, error) {
			server.answers = args
			c, err := s.ask(ctx, server.Client(), server.URL, messages(t, built, 1), clerk.AllowedTools())
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			return clerk.DecodeToolCall(c.name, c.args)
		}
		got, err := answered(wanted)
		want := grants.FindSailingCall{Line: "north", After: time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC), Cars: 2}
		if diff := cmp.Diff(grants.ToolCall(want), got); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", name, err, diff)
		}
		for _, args := range []string{strings.Replace(wanted, `"cars"`, `"free":true,"cars"`, 1), strings.Replace(wanted, `2}`, `2.5}`, 1), `{"line":"north"}`} {
			if got, err := answered(args); !errors.Is(err, tool.ErrCall) {
				t.Errorf("%s: %s gives %v, %v", name, args, got, err)
			}
		}
	}
	if _, err := clerk.DecodeToolCall("open_bow_doors", []byte("{}")); !errors.Is(err, assembly.ErrNotGranted) {
		t.Errorf("a tool of nobody's: %v", err)
	}
}

// Recorded, the server gone, replayed: the same calls. A letter changed in the prompt, or a tool left out, is a miss.
func TestReplayFromPins(t *testing.T) {
	for name, s := range services {
		tl, built := assembled(t)
		server := stand()
		ledger := pin.Open(tl, "spring")
		m := messages(t, built, render.MaxMarks)
		want, err := s.ask(ctx, &http.Client{Transport: ledger.RecordTransport(nil, pin.HTTP{})}, server.URL, m, clerk.AllowedTools())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := ledger.Commit(ctx); err != nil {
			t.Fatal(err)
		}
		server.Close()
		replaying := func() *http.Client {
			return &http.Client{Transport: pin.Open(tl, "spring").ReplayTransport(pin.HTTP{})}
		}
		got, err := s.ask(ctx, replaying(), server.URL, m, clerk.AllowedTools())
		if err != nil || got.name != want.name || string(got.args) != string(want.args) {
			t.Errorf("%s: replayed %s %s, %v", name, got.name, got.args, err)
		}
		if _, err := s.ask(ctx, replaying(), server.URL, m, clerk.AllowedTools()[:1]); !errors.As(err, new(*pin.Miss)) {
			t.Errorf("%s: a tool less: %v", name, err)
		}
		m[0].Text = strings.Replace(m[0].Text, "clerk", "clark", 1)
		var miss *pin.Miss
		if _, err := s.ask(ctx, replaying(), server.URL, m, clerk.AllowedTools()); !errors.As(err, &miss) || miss.Near == nil || !strings.Contains(miss.Near.Diff, "clark") {
			t.Errorf("%s: a letter changed: %v", name, err)
		}
	}
}

func TestTheStory(t *testing.T) {
	var out strings.Builder
	if err := run(ctx, &out); err != nil {
		t.Fatal(err)
	}
	_, calls, _ := strings.Cut(out.String(), "== asked\n")
	first, again, found := strings.Cut(calls, "== replayed, the server gone\n")
	if !found || first != again || strings.Count(first, "find_sailing") != 3 {
		t.Errorf("the story tells:\n%s", out.String())
	}
}
