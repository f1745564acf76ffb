package memory

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// Kind is the sort of a fact. Only these are kept; see [Refused] for what is not, and why.
type Kind string

// The kinds.
const (
	Preference Kind = "preference" // how somebody likes things done
	Identity   Kind = "identity"   // who somebody is
	Goal       Kind = "goal"       // what somebody is after
	Conclusion Kind = "conclusion" // what was found out; it cites the events that confirm it
	Setting    Kind = "setting"    // how something is set up
	Rule       Kind = "rule"       // what must or must not be done
)

// Kinds are all of them, sorted.
var Kinds = []Kind{Conclusion, Goal, Identity, Preference, Rule, Setting}

// The four sorts that no memory may hold. Their names are refused as kinds with the reason.
var forbidden = map[string]string{
	"raw conversation":     "the log holds what was said; a memory that repeats it grows without end and goes stale",
	"reasoning trace":      "how a model thought is no fact, and reading it back makes it one",
	"temporary talk":       "what matters for this talk alone belongs into the talk",
	"what history holds":   "what the chat history holds is in the prompt already",
	"conversation":         "the log holds what was said; a memory that repeats it grows without end and goes stale",
	"message":              "the log holds what was said; a memory that repeats it grows without end and goes stale",
	"transcript":           "the log holds what was said; a memory that repeats it grows without end and goes stale",
	"reasoning":            "how a model thought is no fact, and reading it back makes it one",
	"thought":              "how a model thought is no fact, and reading it back makes it one",
	"smalltalk":            "what matters for this talk alone belongs into the talk",
	"small talk":           "what matters for this talk alone belongs into the talk",
	"temporary":            "what matters for this talk alone belongs into the talk",
	"history":              "what the chat history holds is in the prompt already",
	"chat history":         "what the chat history holds is in the prompt already",
	"conversation history": "what the chat history holds is in the prompt already",
}

// ErrRefused is the sentinel of [Refused].
var ErrRefused = errors.New("this is nothing to remember")

// Refused is a fact that may not be remembered. Its text holds the reason and nothing of the fact.
type Refused struct {
	Kind string
	Why  string
}

func (e *Refused) Error() string {
	return fmt.Sprintf("a memory of the kind %q is refused: %s", e.Kind, e.Why)
}

// Is matches [ErrRefused].
func (e *Refused) Is(target error) bool { return target == ErrRefused }

func checkKind(k Kind) error {
	for _, known := range Kinds {
		if k == known {
			return nil
		}
	}
	if why, ok := forbidden[strings.ToLower(string(k))]; ok {
		return &Refused{Kind: string(k), Why: why}
	}
	return &Refused{Kind: string(k), Why: "the kinds are conclusion, goal, identity, preference, rule and setting"}
}

// MaxText is the longest fact in bytes: a memory is a fact, and a page is none.
const MaxText = 2000

// Validator says why a fact is nothing to remember; nil when it is fine. An application may put its own in place of [Validate]. Its
// error ends up with whoever appends, so it should not hold the text.
type Validator func(kind Kind, text string) error

// Validate is the default validator. It refuses what the kinds alone cannot tell, by a few plain signs:
//   - two lines or more that begin with a chat's role ("User: …", "Assistant: …"; a person's name is none) are raw conversation;
//   - a text that begins like thinking aloud ("Let me think", "Okay, so", "First, I", "Step 1", "<think") is a reasoning trace;
//   - a text that is tied to the moment ("right now", "just now", "currently typing", "brb", "one moment please") is temporary talk;
//   - a text that points at the chat ("as you said above", "in your last message", "see above") is what the history holds.
//
// It errs on the side of keeping: an application that knows its texts writes its own.
func Validate(kind Kind, text string) error {
	lower := strings.ToLower(strings.TrimSpace(text))
	switch {
	case speakers(lower) >= 2: // docs/memory.md lists these signs
		return &Refused{Kind: string(kind), Why: "it reads like raw conversation: " + forbidden["raw conversation"]}
	case begins(lower, "let me think", "okay, so", "ok, so", "first, i ", "step 1", "<think", "thinking:", "hmm,"):
		return &Refused{Kind: string(kind), Why: "it reads like a reasoning trace: " + forbidden["reasoning trace"]}
	case holds(lower, "right now", "just now", "currently typing", "brb", "one moment please"):
		return &Refused{Kind: string(kind), Why: "it reads like temporary talk: " + forbidden["temporary talk"]}
	case holds(lower, "as you said above", "as i said above", "in your last message", "in my last message", "see above"):
		return &Refused{Kind: string(kind), Why: "it points at the chat: " + forbidden["what history holds"]}
	}
	return nil
}

func speakers(lower string) int {
	n := 0
	for line := range strings.Lines(lower) {
		if begins(strings.TrimSpace(line), "user:", "assistant:", "human:", "ai:", "system:", "agent:", "bot:") {
			n++
		}
	}
	return n
}

func begins(s string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

// holds finds a phrase between word boundaries.
func holds(s string, phrases ...string) bool {
	for _, p := range phrases {
		for from := 0; ; {
			i := strings.Index(s[from:], p)
			if i < 0 {
				break
			}
			i += from
			before, _ := utf8.DecodeLastRuneInString(s[:i])
			after, _ := utf8.DecodeRuneInString(s[i+len(p):])
			if !unicode.IsLetter(before) && !unicode.IsLetter(after) {
				return true
			}
			from = i + 1
		}
	}
	return false
}

func checkFact(kind Kind, text string, cites []timeline.ID) error {
	if err := checkKind(kind); err != nil {
		return err
	}
	switch {
	case !utf8.ValidString(text):
		return &Refused{Kind: string(kind), Why: "its text is not UTF-8"}
	case strings.TrimSpace(text) == "":
		return &Refused{Kind: string(kind), Why: "its text is empty"}
	case len(text) > MaxText:
		return &Refused{Kind: string(kind), Why: fmt.Sprintf("its text has %d bytes, and a fact has at most %d", len(text), MaxText)}
	case kind == Conclusion && len(cites) == 0:
		return &Refused{Kind: string(kind), Why: "a conclusion cites the events that confirm it, and this one cites none"}
	}
	for _, id := range cites {
		if id.IsZero() {
			return &Refused{Kind: string(kind), Why: "it cites an empty id"}
		}
	}
	return nil
}
