package assembly_test

import (
	"strings"

	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/token"
)

// keepsAlways: sections that are never touched stand byte for byte as they do when there is room for everything, and so does the prefix.
func (s room) keepsAlways(t *rapid.T, all, got *assembly.Context) {
	whole, _ := assembly.SectionTexts(all)
	texts, _ := assembly.SectionTexts(got)
	for i, section := range s.layout.Sections {
		if (section.Keep || section.Stable) && texts[i] != whole[i] {
			t.Fatalf("section %s is never touched, and stands as\n%s\nin place of\n%s", section.Name, texts[i], whole[i])
		}
	}
	if got.PrefixHash != all.PrefixHash || (got.PrefixHash == "") != !s.layout.Sections[0].Stable {
		t.Fatalf("the prefix is %q, and %q with room for everything", got.PrefixHash, all.PrefixHash)
	}
}

// markersCount: a marker stands for as many tokens as what went comes to, and for one at least.
func (s room) markersCount(t *rapid.T, c *assembly.Context, counter token.Counter) {
	gone := map[string]int{}
	for _, p := range c.Shed {
		gone[p.Section] += p.Count
	}
	for _, section := range c.Sections {
		if section.Omitted > 0 && section.Omitted != max(gone[section.Name], 1) {
			t.Fatalf("what was shed comes to %d in %+v", gone[section.Name], section)
		}
	}
	for _, p := range c.Parts {
		if p.Omitted == 0 {
			continue
		}
		was := s.parts[numberOf(p.Sources[0])].content.Text
		if n, _ := counter.Count(strings.TrimPrefix(was, p.Content)); p.Omitted != max(n, 1) {
			t.Fatalf("%d tokens went of %q, and the marker says %d", n, was, p.Omitted)
		}
	}
}

// valve: memory goes in whole or not at all. It is left out only for its size, and then a note says so, and a notice stands in its
// place unless that would not fit.
func (s room) valve(t *rapid.T, c *assembly.Context, counter token.Counter) {
	exact := token.IsAdditive(counter) || token.IsLined(counter)
	left := 0
	for i, section := range c.Sections {
		if !s.layout.Sections[i].Memory {
			if section.Notice {
				t.Fatalf("a notice in %s, which memory does not fill", section.Name)
			}
			continue
		}
		kept, skipped := 0, 0
		for _, p := range c.Parts {
			if p.Section == section.Name {
				kept++
			}
		}
		for _, p := range c.Shed {
			if p.Section == section.Name && strings.HasPrefix(p.Reason, "memory comes to ") || p.Section == section.Name && strings.HasPrefix(p.Reason, "the prompt is over ") {
				skipped++
			}
		}
		switch {
		case skipped > 0 && kept > 0:
			t.Fatalf("%d facts of section %s are there, and %d are not", kept, section.Name, skipped)
		case skipped == 0:
			if section.Notice || section.Trimmed > 0 || kept > 0 && exact && section.Used > section.Budget {
				t.Fatalf("memory is there, in %+v", section)
			}
			continue
		}
		left++
		if !exact {
			continue
		}
		room := c.Total - c.Used
		notice, _ := counter.Count(assembly.SectionHead(section.Name) + "\n" + assembly.Notice + "\n")
		if section.Notice {
			room += notice
		} else if notice <= room {
			t.Fatalf("a notice of %d would fit into %d", notice, room)
		}
		if whole := s.whole(c, i, counter); whole <= section.Budget && whole <= room {
			t.Fatalf("memory of %d would fit into %d and its section of %d", whole, room, section.Budget)
		}
	}
	noted := 0
	for _, n := range c.Notes {
		if n.Kind == "notice" {
			noted++
		}
	}
	if noted != left {
		t.Fatalf("memory was left out of %d sections, and %d notes say so: %+v", left, noted, c.Notes)
	}
}

// whole is what a section would come to with all that did not go for its age.
func (s room) whole(c *assembly.Context, i int, counter token.Counter) int {
	count := c.Sections[i]
	all := assembly.Context{Layout: "l", Sections: []assembly.SectionCount{{Name: count.Name}}}
	gone, after := 0, -1
	for r := assembly.Binding; r <= assembly.Generated; r++ { // the prompt's order
		for seq := range s.parts {
			for _, p := range c.Shed {
				if p.Section != count.Name || p.Register != r || numberOf(p.Sources[0]) != int64(seq) {
					continue
				}
				if strings.HasPrefix(p.Reason, "memory") || strings.HasPrefix(p.Reason, "the prompt") {
					all.Parts = append(all.Parts, p)
					continue
				}
				gone += p.Count
				if after < 0 {
					after = len(all.Parts)
				}
			}
		}
	}
	if after >= 0 {
		all.Sections[0].Omitted, all.Sections[0].After = max(gone, 1), after
	}
	text, _ := assembly.BySection.Render(&all)
	n, _ := counter.Count(text)
	return n
}
