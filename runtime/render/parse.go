package render

import (
	"fmt"
	"strings"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/internal/lookalike/quote"
)

// Pair is a part as a reader of the prompt knows it. Structured content is its line of JSON.
type Pair struct {
	Register assembly.Register
	Content  string
}

// ParseError is a text that [Labelled] or [Sections] did not write.
type ParseError struct {
	Line int // from 1
	Why  string
}

func (e *ParseError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Why) }

// Parse reads a labelled prompt back: its pairs are those of the context's parts, sorted stably by register, for any text. fixed are
// the role's fixed texts that the context holds, kept or shed; each is taken whole. A text that Labelled would not write for these
// pairs is an error.
func Parse(text string, fixed ...string) ([]Pair, error) {
	p := newParser(text, fixed)
	if err := p.all(); err != nil {
		return nil, err
	}
	if err := same(text, p.again()); err != nil {
		return nil, err
	}
	return p.pairs, nil
}

// same finds where a text is not as it would be written.
func same(text, again string) error {
	if again == text {
		return nil
	}
	at := 0
	for at < len(again) && at < len(text) && again[at] == text[at] {
		at++
	}
	return &ParseError{strings.Count(text[:at], "\n") + 1, "this is not how the text would be written"}
}

type parser struct {
	text  string
	at    int
	line  int
	fixed quote.Fixed
	pairs []Pair
	asIs  []bool // pairs that were taken as fixed text
}

func newParser(text string, fixed []string) parser {
	return parser{text: text, fixed: quote.FixedOf(fixed)}
}

func (p *parser) all() error {
	for p.at < len(p.text) {
		heading, err := p.next()
		if err != nil {
			return err
		}
		register, ok := registerOf(heading)
		if !ok {
			return &ParseError{p.line, "a heading is expected"}
		}
		if n := len(p.pairs); n > 0 && p.pairs[n-1].Register >= register {
			return &ParseError{p.line, "the heading is out of order"}
		}
		if err := p.section(register); err != nil {
			return err
		}
	}
	return nil
}

// section reads parts up to a blank line or the end.
func (p *parser) section(r assembly.Register) error {
	for p.at < len(p.text) {
		if whole, ok := p.takeFixed(); ok {
			p.add(r, whole, true)
			continue
		}
		line, err := p.next()
		if err != nil {
			return err
		}
		if line == "" {
			return nil
		}
		content, err := p.content(line)
		if err != nil {
			return err
		}
		p.add(r, content, false)
	}
	return nil
}

// content is the text of which line is the first as it is written.
func (p *parser) content(line string) (string, error) {
	switch {
	case line[0] == '"':
		content, err := quote.Unquote(line)
		if err != nil {
			return "", &ParseError{p.line, err.Error()}
		}
		return content, nil
	case quote.OpensFence(line):
		closing := "\n</" + line[1:] + "\n"
		end := strings.Index(p.text[p.at-1:], closing) // from the line feed before, for a text that is empty
		if end < 1 {
			return "", &ParseError{p.line, "the fence is not closed"}
		}
		content := p.text[p.at : p.at-1+end]
		p.line += strings.Count(content, "\n") + 2
		p.at += end - 1 + len(closing)
		return content, nil
	}
	return line, nil
}

func (p *parser) add(r assembly.Register, content string, asIs bool) {
	p.pairs = append(p.pairs, Pair{r, content})
	p.asIs = append(p.asIs, asIs)
}

// next takes one line.
func (p *parser) next() (string, error) {
	p.line++
	line, _, ended := strings.Cut(p.text[p.at:], "\n")
	if !ended {
		return "", &ParseError{p.line, "the line has no end"}
	}
	p.at += len(line) + 1
	return line, nil
}

func (p *parser) takeFixed() (string, bool) {
	whole, ok := p.fixed.Take(p.text[p.at:])
	if ok {
		p.at += len(whole) + 1
		p.line += strings.Count(whole, "\n") + 1
	}
	return whole, ok
}

// again writes the pairs as Labelled does.
func (p *parser) again() string {
	var text strings.Builder
	l := labels{p.fixed}
	for i, pair := range p.pairs {
		if i == 0 || p.pairs[i-1].Register != pair.Register {
			text.WriteString(l.Head(pair.Register, i == 0))
		}
		text.WriteString(p.fixed.Write(pair.Content, p.asIs[i]) + "\n")
	}
	return text.String()
}
