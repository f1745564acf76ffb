package render

import (
	"strings"

	"github.com/grantgen/grantgen/runtime/assembly"
)

// Message is one message of a chat, as every provider's SDK knows it.
type Message struct {
	Role string // system, user
	Text string
	// Cache marks the end of what stays the same from call to call: a provider that caches prefixes on request is told here. There are
	// at most four (what providers allow); we set one, after the stable sections.
	Cache bool
}

// The roles.
const (
	System = "system"
	User   = "user"
)

// Messages is a context as chat messages. The texts joined are what [Sections] gives with a layout, and [Labelled] without one: the
// stable sections that come first are the system's message, the rest is the user's. A message without text is left out.
func Messages(c *assembly.Context) ([]Message, error) {
	if Of(c) != BySection {
		p, err := With(c, ByLabel)
		return messages("", p.String()), err
	}
	texts, err := assembly.SectionTexts(c)
	if err != nil {
		return nil, &assembly.RenderFailed{Err: err}
	}
	stable := 0
	for stable < len(c.Sections) && c.Sections[stable].Stable {
		stable++
	}
	return messages(strings.Join(texts[:stable], ""), strings.Join(texts[stable:], "")), nil
}

func messages(system, user string) []Message {
	var out []Message
	if system != "" {
		out = append(out, Message{Role: System, Text: system, Cache: true})
	}
	if user != "" {
		out = append(out, Message{Role: User, Text: user})
	}
	return out
}
