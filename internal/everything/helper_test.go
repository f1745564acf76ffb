package everything

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/grantgen/grantgen/internal/everything/grants"
	"github.com/grantgen/grantgen/internal/everything/grants/helper"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/evidence"
	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/pin"
	"github.com/grantgen/grantgen/runtime/prompt"
	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/world"
)

var today = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func ask(text string) helper.Input {
	return helper.Input{Self: grants.PartyNorway, Ask: text, Now: today.AddDate(0, 0, 3)}
}

func clocked(t *testing.T, opts ...world.Option) *grants.Timeline {
	t.Helper()
	return open(t, append(opts, world.WithClock(func() time.Time { return today }))...)
}

func described(built *assembly.Context) string { return built.Describe().String() }

func assemble(t *testing.T, tl *grants.Timeline, in helper.Input) *assembly.Context {
	t.Helper()
	built, err := helper.Assemble(ctx, tl, in, nil)
	if err != nil {
		t.Fatal(err)
	}
	return built
}

// What is remembered goes into its section when the input calls for it, with its date, and of one's own scope and kinds alone.
func TestMemoryGoesIntoItsSection(t *testing.T) {
	tl := clocked(t)
	if _, err := tl.Append(ctx,
		grants.Facts(grants.PartyNorway).Remember(memory.Preference, "Quota talks are held in Bergen."),
		grants.Facts(grants.PartyUK).Remember(memory.Preference, "Quota talks are for the UK to lose."),
		grants.Facts(grants.PartyNorway).Remember(memory.Identity, "Quota is the ship's cat."),
	); err != nil {
		t.Fatal(err)
	}
	calm := render.Sections(assemble(t, tl, ask("Where are quota talks held?"))).String()
	if strings.Contains(calm, "Bergen") {
		t.Errorf("memory went in unasked:\n%s", calm)
	}
	built := assemble(t, tl, ask("Last time, where were the quota talks?"))
	prompt := render.Sections(built).String()
	if !strings.Contains(prompt, "preference: Quota talks are held in Bergen., since 2026-05-01\n") {
		t.Errorf("the prompt lacks what was remembered:\n%s", prompt)
	}
	for _, hidden := range []string{"for the UK to lose", "ship's cat"} {
		if strings.Contains(prompt, hidden) {
			t.Errorf("the prompt holds %q:\n%s", hidden, prompt)
		}
	}
	if d := described(built); !strings.Contains(d, `{"memory":"`) || !strings.Contains(d, `"scope":"facts:norway"`) {
		t.Errorf("Describe cites no memory: %s", d)
	}
}

// The door writes to the member's own scope and to no other; what it writes is found next time.
func TestTheDoorOfMemoryIsItsOwn(t *testing.T) {
	tl := clocked(t)
	model := pin.Open(tl).RecordMissing("m", func(context.Context, prompt.Prompt) (string, error) { return "Dried fish is preferred.", nil })
	write := func(to grants.Party) error {
		_, err := helper.WriteFacts(ctx, tl, ask("What is preferred?"), nil, model, func(answer string) ([]grants.MemoryWrite, error) {
			return []grants.MemoryWrite{grants.Facts(to).Remember(memory.Preference, answer)}, nil
		})
		return err
	}
	if err := write(grants.PartyUK); !errors.Is(err, assembly.ErrNotGranted) {
		t.Errorf("another's scope: %v", err)
	}
	if err := write(grants.PartyNorway); err != nil {
		t.Fatal(err)
	}
	if p := render.Sections(assemble(t, tl, ask("Previously: which fish is preferred?"))).String(); !strings.Contains(p, "Dried fish") {
		t.Errorf("what the door wrote is not found:\n%s", p)
	}
	_, err := tl.Append(ctx, grants.Facts(grants.PartyNorway).Remember("diary", "User: hello\nAssistant: hi"))
	if !errors.Is(err, memory.ErrRefused) {
		t.Errorf("raw conversation: %v", err)
	}
}

type texts map[string]string

func (s texts) Text(_ context.Context, ref string) (string, error) {
	if text, ok := s[ref]; ok {
		return text, nil
	}
	return "", errors.New("the store's own words: secret of the shelf")
}

func sum(text string) string {
	h := sha256.Sum256([]byte(text))
	return hex.EncodeToString(h[:])
}

// Only the items of the record that Input names are read; a foreign one is not granted, and nothing of it is told.
func TestEvidenceIsOfThisStepAlone(t *testing.T) {
	store := texts{"blob-1": "A long report on haddock.", "blob-2": "Somebody changed this."}
	tl := clocked(t, world.WithTexts(store))
	retrieve := func(of grants.Party, index string, items ...evidence.Item) timeline.ID {
		t.Helper()
		id, err := tl.Retrieved(ctx, grants.Shelf(of), evidence.Retrieval{Query: "haddock", Index: index, Items: items})
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	old := retrieve(grants.PartyNorway, "v1", evidence.Item{Document: "d1", Source: "wiki", Version: "3", Text: "Haddock was scarce."})
	foreign := retrieve(grants.PartyUK, "v1", evidence.Item{Document: "d9", Version: "1", Text: "The UK has haddock to spare."})
	now := retrieve(grants.PartyNorway, "v2", evidence.Item{Document: "d1", Source: "wiki", Version: "4", At: today, Text: "Haddock is plenty."},
		evidence.Item{Document: "d2", Source: "files", Version: "1", Ref: "blob-1", SHA256: sum(store["blob-1"])})
	changed := retrieve(grants.PartyNorway, "v2", evidence.Item{Document: "d3", Version: "1", Ref: "blob-2", SHA256: sum("what it was")})
	missing := retrieve(grants.PartyNorway, "v2", evidence.Item{Document: "d4", Version: "1", Ref: "blob-3", SHA256: sum("")})

	with := func(record timeline.ID) helper.Input {
		in := ask("Is there haddock?")
		in.Evidence = record
		return in
	}
	built := assemble(t, tl, with(now))
	prompt := render.Sections(built).String()
	for _, want := range []string{"Haddock is plenty.", "A long report on haddock.", "wiki:d1", "2026-05-01"} {
		if !strings.Contains(prompt, want) {
			t.Errorf("the prompt lacks %q:\n%s", want, prompt)
		}
	}
	if strings.Contains(prompt, "scarce") {
		t.Errorf("another step's evidence went in:\n%s", prompt)
	}
	if d := described(built); !strings.Contains(d, fmt.Sprintf(`{"retrieved":"d1","version":"4","index":"v2","event":%q,"seq":3}`, now)) {
		t.Errorf("Describe cites no evidence: %s", d)
	}
	if p := render.Sections(assemble(t, tl, ask("Is there haddock?"))).String(); strings.Contains(p, "Haddock") {
		t.Errorf("evidence without a record:\n%s", p)
	}
	stale := assemble(t, tl, with(old))
	if d := described(stale); !strings.Contains(d, `"kind":"stale"`) || !strings.Contains(d, `index \"v1\"`) {
		t.Errorf("nothing says that the index is an older one: %s", d)
	}

	_, err := helper.Assemble(ctx, tl, with(foreign), nil)
	if !errors.Is(err, assembly.ErrNotGranted) || !strings.Contains(err.Error(), "the record "+foreign.String()+" is of another scope than '") {
		t.Errorf("foreign evidence: %v", err)
	}
	_, err = helper.Assemble(ctx, tl, with(id("nobody")), nil)
	if err == nil || !strings.Contains(err.Error(), "names no record of evidence on the log") {
		t.Errorf("a record that is none: %v", err)
	}
	_, err = helper.Assemble(ctx, tl, with(now), nil, assembly.At(2))
	if err == nil {
		t.Error("a record after the position was read")
	}
	_, err = helper.Assemble(ctx, tl, with(changed), nil)
	if !errors.Is(err, evidence.ErrText) || strings.Contains(err.Error(), "Somebody") {
		t.Errorf("a text that changed: %v", err)
	}
	_, err = helper.Assemble(ctx, tl, with(missing), nil)
	if !errors.Is(err, evidence.ErrText) || strings.Contains(err.Error(), "secret of the shelf") {
		t.Errorf("a text that is missing: %v", err)
	}
}

// Two versions of one document in one prompt are told of.
func TestTwoVersionsInOnePromptAreNoted(t *testing.T) {
	tl := clocked(t)
	id, err := tl.Retrieved(ctx, grants.Shelf(grants.PartyNorway), evidence.Retrieval{Query: "q", Index: "v1", Items: []evidence.Item{
		{Document: "d1", Source: "wiki", Version: "4", At: today, Text: "New."}, {Document: "d1", Source: "wiki", Version: "3", At: today.AddDate(0, -1, 0), Text: "Old."}}})
	if err != nil {
		t.Fatal(err)
	}
	in := ask("Which?")
	in.Evidence = id
	if d := described(assemble(t, tl, in)); !strings.Contains(d, `cites version \"3\" of \"wiki:d1\", and version \"4\" is in the prompt too`) {
		t.Errorf("nothing tells of two versions: %s", d)
	}
}

// A role's tools stand in its prompt, in the schema's order, and only they may be called, with arguments as the schema wants them.
func TestToolsAreTheRolesOwn(t *testing.T) {
	built := assemble(t, clocked(t), ask("What time is it?"))
	prompt := render.Sections(built).String()
	now, lookup := strings.Index(prompt, `{"name":"now"`), strings.Index(prompt, `{"name":"lookup"`)
	if now < 0 || lookup < now {
		t.Errorf("the tools do not stand in their order:\n%s", prompt)
	}
	if d := described(built); !strings.Contains(d, `{"tool":"lookup","version":"2"}`) {
		t.Errorf("Describe cites no tool: %s", d)
	}
	if len(helper.AllowedTools()) != 2 {
		t.Errorf("%v", helper.AllowedTools())
	}
	call, err := helper.DecodeToolCall("now", nil)
	if _, ok := call.(grants.NowCall); !ok || err != nil {
		t.Errorf("%v %v", call, err)
	}
	good := `{"words":"w","weight":1.5,"open":true,"due":"2026-05-01T00:00:00Z","took":5,"ref":"` + id("x").String() + `","raw":{"any":[1]},"of":"uk","moods":["calm"],
		"terms":[{"title":"t","party":"eu","tags":[]}]}`
	call, err = helper.DecodeToolCall("lookup", []byte(good))
	if c, ok := call.(grants.LookupCall); err != nil || !ok || c.Words != "w" || c.Of != grants.PartyUK || len(c.Terms) != 1 || c.Most != nil || string(c.Raw) != `{"any":[1]}` {
		t.Errorf("%+v %v", call, err)
	}
	for name, args := range map[string]string{
		"missing":          `{"words":"w"}`,
		"unknown":          strings.Replace(good, `"words"`, `"secret":1,"words"`, 1),
		"twice":            strings.Replace(good, `"words"`, `"words":"v","words"`, 1),
		"nested unknown":   strings.Replace(good, `"title"`, `"secret":1,"title"`, 1),
		"wrong type":       strings.Replace(good, `1.5`, `"1.5"`, 1),
		"outside roster":   strings.Replace(good, `"uk"`, `"atlantis"`, 1),
		"null":             strings.Replace(good, `"w"`, `null`, 1),
		"no object":        `[]`,
		"two values":       good + `{}`,
		"broken":           good[:len(good)-1],
		"case":             strings.Replace(good, `"words"`, `"Words"`, 1),
		"fraction for int": strings.Replace(good, `"words"`, `"most":1.5,"words"`, 1),
	} {
		if _, err := helper.DecodeToolCall("lookup", []byte(args)); err == nil {
			t.Errorf("%s: accepted", name)
		} else if strings.Contains(err.Error(), "atlantis") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: the error repeats what the model wrote: %v", name, err)
		}
	}
	for _, name := range []string{"rm", "Lookup", "a b\nc", ""} {
		if _, err := helper.DecodeToolCall(name, []byte("{}")); !errors.Is(err, assembly.ErrNotGranted) {
			t.Errorf("%q: %v", name, err)
		}
	}
}
