package render

import (
	"fmt"
	"strings"

	"github.com/grantgen/grantgen/runtime/assembly"
)

// Message is one message of a chat, as every provider's SDK knows it.
type Message struct {
	Role string // system, user
	Text string
	// Cache marks the end of what stays the same from call to call: a provider that caches prefixes on request is told here. There are
	// at most [MaxMarks], and the last stands at the end of the stable sections that come first.
	Cache bool
}

// The roles.
const (
	System = "system"
	User   = "user"
)

// MaxMarks is how many cache marks a request may have: what providers allow.
const MaxMarks = 4

// MessageOption says how [Messages] divides a context.
type MessageOption func(*division)

type division struct{ marks int }

// Marks sets n cache marks, 1 to [MaxMarks]; without it there is one. Each stands at the end of a stable section and ends a system's
// message: one at the end of the last of the stable sections that come first, the others at the ends of the first n-1. So a request
// that shares the policy with another finds it cached, though their tools differ. With fewer stable sections there are fewer marks.
// A mark that you set on the tools of the request, or on the chat's history, counts too: leave it room.
func Marks(n int) MessageOption { return func(d *division) { d.marks = n } }

// Messages is a context as chat messages. The texts joined are what [Sections] gives with a layout, and [Labelled] without one: the
// stable sections that come first are the system's message (with [Marks], up to n of them), the rest is the user's. A message
// without text is left out.
func Messages(c *assembly.Context, opts ...MessageOption) ([]Message, error) {
	d := division{marks: 1}
	for _, opt := range opts {
		opt(&d)
	}
	if d.marks < 1 || d.marks > MaxMarks {
		return nil, fmt.Errorf("render: %d cache marks: a request has 1 to %d", d.marks, MaxMarks)
	}
	if Of(c) != BySection {
		p, err := With(c, ByLabel)
		return messages(nil, p.String()), err
	}
	texts, err := assembly.SectionTexts(c)
	if err != nil {
		return nil, &assembly.RenderFailed{Err: err}
	}
	stable := 0
	for stable < len(c.Sections) && c.Sections[stable].Stable {
		stable++
	}
	return messages(d.parts(texts[:stable]), strings.Join(texts[stable:], "")), nil
}

// parts are the stable texts, the last of them joined where there are more than marks. A section with nothing in it takes no mark.
func (d division) parts(stable []string) []string {
	var out []string
	for _, text := range stable {
		switch {
		case text == "":
		case len(out) < d.marks:
			out = append(out, text)
		default:
			out[d.marks-1] += text
		}
	}
	return out
}

func messages(system []string, user string) []Message {
	var out []Message
	for _, text := range system {
		out = append(out, Message{Role: System, Text: text, Cache: true})
	}
	if user != "" {
		out = append(out, Message{Role: User, Text: user})
	}
	return out
}
