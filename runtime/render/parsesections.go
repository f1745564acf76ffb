package render

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/grantgen/grantgen/runtime/assembly"
)

// Piece is what stands in a section: a part, the marker of text that was omitted, or the notice in the place of memory.
type Piece struct {
	Section  string
	Register assembly.Register // 0 for a marker or a notice
	Content  string
	Stamp    string // of a part: the line above it, as written
	Omitted  int    // of a marker
	Notice   bool
}

var (
	headForm   = regexp.MustCompile(`^\[Section: ([A-Za-z][A-Za-z0-9_-]*)\]$`)
	markForm   = regexp.MustCompile(`^\[\.\.\.([1-9][0-9]{0,18}) tokens omitted\.\.\.\]$`)
	quotedForm = `"(?:[^"\\]|\\.)*"`
	oneStamp   = `source ` + quotedForm + `, version ` + quotedForm + `(?:, [0-9-]+)?`
	stampForm  = regexp.MustCompile(`^\[Stamp: ` + oneStamp + `(?:; ` + oneStamp + `)*\]$`)
)

// ParseSections reads a prompt back that [Sections] wrote: its pieces are the parts of each section, sorted stably by register, with
// the markers and the notice where they stand. fixed are as in [Parse]. A text that Sections would not write is an error.
func ParseSections(text string, fixed ...string) ([]Piece, error) {
	p := sectionParser{parser: newParser(text, fixed)}
	if err := p.all(); err != nil {
		return nil, err
	}
	if err := same(text, p.again()); err != nil {
		return nil, err
	}
	return p.pieces, nil
}

type sectionParser struct {
	parser
	pieces   []Piece
	section  string
	register assembly.Register
	seen     map[string]bool
}

func (p *sectionParser) all() error {
	p.seen = map[string]bool{}
	for p.at < len(p.text) {
		if whole, ok := p.takeFixed(); ok && p.register != 0 {
			p.part(whole, "", true)
			continue
		} else if ok {
			return &ParseError{p.line, "a part stands under no heading"}
		}
		line, err := p.next()
		if err != nil {
			return err
		}
		if err := p.one(line); err != nil {
			return err
		}
	}
	return p.closed()
}

func (p *sectionParser) one(line string) error {
	if m := headForm.FindStringSubmatch(line); m != nil {
		if err := p.closed(); err != nil {
			return err
		}
		if p.seen[m[1]] {
			return &ParseError{p.line, "the section stands twice"}
		}
		p.seen[m[1]] = true
		p.section, p.register = m[1], 0
		return nil
	}
	if p.section == "" {
		return &ParseError{p.line, "the head of a section is expected"}
	}
	if r, ok := registerOf(line); ok {
		if r <= p.register {
			return &ParseError{p.line, "the heading is out of order"}
		}
		p.register = r
		return nil
	}
	if m := markForm.FindStringSubmatch(line); m != nil {
		n, err := strconv.Atoi(m[1])
		if err != nil {
			return &ParseError{p.line, "the marker's number is too large"}
		}
		p.pieces = append(p.pieces, Piece{Section: p.section, Omitted: n})
		p.asIs = append(p.asIs, false)
		return nil
	}
	if line == assembly.Notice {
		p.pieces = append(p.pieces, Piece{Section: p.section, Notice: true})
		p.asIs = append(p.asIs, false)
		return nil
	}
	if p.register == 0 {
		return &ParseError{p.line, "a part stands under no heading"}
	}
	stamp := ""
	if stampForm.MatchString(line) {
		stamp = line
		if whole, ok := p.takeFixed(); ok {
			p.part(whole, stamp, true)
			return nil
		}
		var err error
		if line, err = p.next(); err != nil {
			return err
		}
	}
	if line == "" {
		return &ParseError{p.line, "the line is empty"}
	}
	content, err := p.content(line)
	if err != nil {
		return err
	}
	p.part(content, stamp, false)
	return nil
}

// closed says that the section which ends here has something in it.
func (p *sectionParser) closed() error {
	if p.section != "" && (len(p.pieces) == 0 || p.pieces[len(p.pieces)-1].Section != p.section) {
		return &ParseError{p.line, "the section is empty"}
	}
	return nil
}

func (p *sectionParser) part(content, stamp string, asIs bool) {
	p.pieces = append(p.pieces, Piece{Section: p.section, Register: p.register, Content: content, Stamp: stamp})
	p.asIs = append(p.asIs, asIs)
}

// again writes the pieces as Sections does.
func (p *sectionParser) again() string {
	var text strings.Builder
	section, register := "", assembly.Register(0)
	for i, piece := range p.pieces {
		if piece.Section != section {
			section, register = piece.Section, 0
			text.WriteString(assembly.SectionHead(section) + "\n")
		}
		switch {
		case piece.Omitted > 0:
			text.WriteString(assembly.Marker(piece.Omitted) + "\n")
			continue
		case piece.Notice:
			text.WriteString(assembly.Notice + "\n")
			continue
		}
		if piece.Register != register {
			register = piece.Register
			text.WriteString(assembly.Heading(register) + "\n")
		}
		if piece.Stamp != "" {
			text.WriteString(piece.Stamp + "\n")
		}
		text.WriteString(p.fixed.Write(piece.Content, p.asIs[i]) + "\n")
	}
	return text.String()
}
