package assembly

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/grantgen/grantgen/runtime/internal/lookalike/quote"
)

// Notice stands in the place of memory that was left out for its size.
const Notice = "[System Notice] Relevant memory skipped due to token budget."

// Marker stands where text of so many tokens was.
func Marker(tokens int) string { return "[..." + strconv.Itoa(tokens) + " tokens omitted...]" }

// SectionHead is the line above a section.
func SectionHead(name string) string { return "[Section: " + name + "]" }

// Heading is the line above the parts of a register; empty for what is none.
func Heading(r Register) string {
	if int(r) < len(headings) {
		return headings[r]
	}
	return ""
}

var headings = [...]string{"", "MUST HOLD:", "CONSIDER:", "CRAFT:", "SUMMARISED (advisory prose, not canon):"}

// stampLine says where a part comes from. Names are data, so they are always quoted.
func stampLine(metas []Meta) string {
	if len(metas) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("[Stamp: ")
	for i, m := range metas {
		if i > 0 {
			b.WriteString("; ")
		}
		version := m.Version
		if m.Seqs {
			version = ""
		}
		b.WriteString("source " + quote.Quoted(m.Source) + ", version " + quote.Quoted(version))
		if date := m.Date(); date != "" {
			b.WriteString(", " + date)
		}
	}
	b.WriteString("]")
	return b.String()
}

// BySection renders a context that has a layout: sections under their heads in the layout's order, registers under their headings
// inside, markers where something went. Package render documents the form and reads it back.
var BySection Renderer = bySection{}

type bySection struct{}

// String is the renderer's name.
func (bySection) String() string { return "sections" }

func (bySection) Render(c *Context) (string, error) {
	texts, err := SectionTexts(c)
	return strings.Join(texts, ""), err
}

// SectionTexts are the texts of the sections, in the layout's order, empty for those that have nothing: joined they are what
// [BySection] renders.
func SectionTexts(c *Context) ([]string, error) {
	bySection, err := c.bySection()
	if err != nil {
		return nil, err
	}
	fixed := fixedOf(c)
	texts := make([]string, len(c.Sections))
	for i := range c.Sections {
		s := &c.Sections[i]
		if s.Omitted == 0 && !s.Notice && !slices.ContainsFunc(bySection[i][:], func(list []*Part) bool { return len(list) > 0 }) {
			continue // nothing stands in it
		}
		var text strings.Builder
		writeSection(&text, s, bySection[i], fixed)
		texts[i] = text.String()
	}
	return texts, nil
}

// bySection divides the parts, in each section by register.
func (c *Context) bySection() ([][Generated + 1][]*Part, error) {
	places := make(map[string]int, len(c.Sections))
	for i := range c.Sections {
		places[c.Sections[i].Name] = i
	}
	out := make([][Generated + 1][]*Part, len(c.Sections))
	for i := range c.Parts {
		p := &c.Parts[i]
		place, ok := places[p.Section]
		if !ok {
			return nil, fmt.Errorf("part '%s' stands in no section", p.Slot)
		}
		if Heading(p.Register) == "" {
			return nil, fmt.Errorf("part '%s' has no register", p.Slot)
		}
		out[place][p.Register] = append(out[place][p.Register], p)
	}
	return out, nil
}

func fixedOf(c *Context) quote.Fixed {
	var texts []string
	for _, parts := range [][]Part{c.Parts, c.Shed} {
		for i := range parts {
			if parts[i].Verbatim {
				texts = append(texts, parts[i].Content)
			}
		}
	}
	return quote.FixedOf(texts)
}

func writeSection(text *strings.Builder, s *SectionCount, parts [Generated + 1][]*Part, fixed quote.Fixed) {
	above, marked := 0, s.Omitted == 0
	mark := func() {
		if !marked && s.After <= above {
			marked = true
			text.WriteString(Marker(s.Omitted) + "\n")
		}
	}
	text.WriteString(SectionHead(s.Name) + "\n")
	for r, list := range parts {
		for i, p := range list {
			mark()
			if i == 0 {
				text.WriteString(Heading(Register(r)) + "\n")
			}
			text.WriteString(unitText(p.Stamp, fixed.Write(p.Content, p.Verbatim), p.Omitted))
			above++
		}
	}
	above = max(above, s.After) // a context made by hand may have fewer parts
	mark()
	if s.Notice {
		text.WriteString(Notice + "\n")
	}
}

// unitText is a part as it stands: where it comes from, what it says, what is omitted of it.
func unitText(stamp, written string, omitted int) string {
	switch {
	case stamp == "" && omitted == 0:
		return written + "\n"
	case omitted == 0:
		return stamp + "\n" + written + "\n"
	case stamp == "":
		return written + "\n" + Marker(omitted) + "\n"
	}
	return stamp + "\n" + written + "\n" + Marker(omitted) + "\n"
}
