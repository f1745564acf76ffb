package assembly_test

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/token"
)

// The rule of sections that shed, written down anew over random layouts of sections with keep, shed, grow and rest: it renders and
// counts the whole section for each question, and does nothing cleverly.
type shedModel struct {
	room
	total int
	keep  []bool
	short []bool // its fallback stands
}

// price is what a section comes to with the parts that keep says; gone > 0 adds a marker for so many tokens.
func (m *shedModel) price(section string, keep, short []bool, gone int) int {
	c := assembly.Context{Layout: "l", Sections: []assembly.SectionCount{{Name: section, Omitted: gone}}}
	for i, p := range m.parts {
		if keep[i] && p.slot.Section == section {
			text := p.content.Text
			if short[i] {
				text = p.content.Fallback
			}
			c.Parts = append(c.Parts, assembly.Part{Section: section, Register: p.slot.Register, Content: text})
		}
	}
	text, err := assembly.BySection.Render(&c)
	if err != nil {
		panic(err)
	}
	n, _ := token.Characters.Count(text)
	return n
}

func (m *shedModel) unit(i int) int {
	c := assembly.Context{Layout: "l", Sections: []assembly.SectionCount{{Name: "s"}}, Parts: []assembly.Part{{Section: "s", Register: 1, Content: m.parts[i].content.Text}}}
	text, _ := assembly.BySection.Render(&c)
	n, _ := token.Characters.Count(text)
	return n - len("[Section: s]\nMUST HOLD:\n")
}

// largest is the number of as many digits that is largest: a marker is set aside for it.
func largest(n int) int {
	out := 9
	for out < n {
		out = out*10 + 9
	}
	return out
}

func (m *shedModel) run() bool {
	n := len(m.layout.Sections)
	m.keep, m.short = make([]bool, len(m.parts)), make([]bool, len(m.parts))
	firm, all := make([]bool, len(m.parts)), make([]bool, len(m.parts))
	for i, p := range m.parts {
		firm[i] = p.slot.Register == assembly.Binding || m.section(p.slot.Section).Keep
		all[i] = true
	}
	whole, least, marks, caps, rooms := make([]int, n), make([]int, n), make([]int, n), make([]int, n), make([]int, n)
	need, others := 0, 0
	for k, s := range m.layout.Sections {
		loose := 0
		for i, p := range m.parts {
			if p.slot.Section == s.Name && !firm[i] {
				loose += m.unit(i)
			}
		}
		whole[k] = m.price(s.Name, all, m.short, 0)
		least[k] = whole[k]
		if loose > 0 {
			marks[k] = largest(loose)
			least[k] = min(whole[k], m.price(s.Name, firm, m.short, marks[k]))
		}
		need += least[k]
		if caps[k] = s.Budget; !s.Rest {
			others += s.Budget
			if s.Keep {
				others += max(whole[k]-s.Budget, 0)
			}
		}
	}
	if need > m.total {
		return false
	}
	asked, unused := need, 0
	for k, s := range m.layout.Sections {
		if s.Rest {
			caps[k] = max(m.total-others, 0)
		}
		if rooms[k] = whole[k]; !s.Keep {
			rooms[k] = max(min(whole[k], caps[k]), least[k])
		}
		asked += rooms[k] - least[k]
		unused += caps[k] - rooms[k]
	}
	if asked > m.total {
		left, first := m.total-need, -1
		for k, s := range m.layout.Sections {
			if more := rooms[k] - least[k]; !s.Keep && more > 0 {
				if first < 0 {
					first = k
				}
				part := (m.total - need) * more / (asked - need)
				rooms[k] = least[k] + part
				left -= part
			}
		}
		rooms[first] += left
	} else {
		free := min(m.total-asked, unused)
		for k, s := range m.layout.Sections {
			if more := min(free, whole[k]-rooms[k]); s.Grow && !s.Keep && more > 0 {
				rooms[k] += more
				free -= more
			}
		}
	}
	copy(m.keep, firm)
	for k, s := range m.layout.Sections {
		m.fill(s, whole[k], rooms[k], marks[k])
	}
	return true
}

func (m *shedModel) fill(s assembly.Section, whole, room, mark int) {
	for _, group := range m.groups(s.Name) {
		if whole <= room {
			mark = 0
		}
		for _, i := range group {
			m.keep[i] = true
		}
		if m.price(s.Name, m.keep, m.short, mark) <= room {
			continue
		}
		any := false
		for _, i := range group {
			m.short[i] = m.parts[i].content.Fallback != ""
			any = any || m.short[i]
		}
		if any && m.price(s.Name, m.keep, m.short, mark) <= room {
			continue
		}
		for _, i := range group {
			m.keep[i], m.short[i] = false, false
		}
	}
}

// groups are the parts of a section that may go, the most important first, a group at its first member's place.
func (m *shedModel) groups(section string) [][]int {
	s := scene{slots: m.slots}
	for _, p := range m.parts {
		s.parts = append(s.parts, scenePart{slot: p.slot})
	}
	var out [][]int
	for _, i := range s.visits() {
		p := m.parts[i]
		if p.slot.Section != section || m.section(section).Keep {
			continue
		}
		at := slices.IndexFunc(out, func(g []int) bool {
			o := m.parts[g[0]]
			return p.content.Group != "" && o.slot == p.slot && o.content.Group == p.content.Group
		})
		if at < 0 {
			out = append(out, []int{i})
		} else {
			out[at] = append(out[at], i)
		}
	}
	return out
}

func TestShedModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := shedModel{room: rooms().Draw(t, "room")}
		for i := range m.layout.Sections {
			s := &m.layout.Sections[i]
			*s = assembly.Section{Name: s.Name, Budget: s.Budget, Keep: s.Keep, Shed: true, Grow: s.Grow, Rest: s.Rest}
		}
		for i := range m.parts {
			p := &m.parts[i]
			p.meta = assembly.Meta{}
			p.content.Verbatim, p.content.Structured = false, false
			if rapid.Bool().Draw(t, "plain") { // many parts of about a size, so that what fits is decided narrowly
				p.content.Text = strings.Repeat("x", rapid.IntRange(5, 60).Draw(t, "length"))
			}
		}
		m.total = rapid.OneOf(rapid.IntRange(1, 200), rapid.IntRange(1, 3000)).Draw(t, "total")
		c, err := m.open().Finish(assembly.Options{Budget: &assembly.Budget{Total: m.total, Count: token.Characters}})
		if fits := m.run(); !fits || err != nil {
			if fits || !errors.Is(err, assembly.ErrBudgetExceeded) {
				t.Fatalf("the model fits: %v; got %v", fits, err)
			}
			return
		}
		got := make([]string, len(m.parts))
		for i := range got {
			got[i] = "shed"
		}
		for _, p := range c.Parts {
			got[numberOf(p.Sources[0])] = "kept"
		}
		for _, cut := range c.Trimmed {
			got[numberOf(cut.Sources[0])] = "short"
		}
		for i := range got {
			want := "shed"
			if m.keep[i] {
				want = "kept"
			}
			if m.short[i] {
				want = "short"
			}
			if got[i] != want {
				t.Fatalf("part %d is %s, and %s by the model\nall: %v\n%s", i, got[i], want, got, sections(t, c))
			}
		}
	})
}

// Groups and fallbacks without a layout: the rule, with batches.
func TestGroupsAndFallbacks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rooms().Draw(t, "room")
		for i := range s.parts {
			s.parts[i].content.Verbatim = false
			s.parts[i].content.Structured = false
		}
		m := shedModel{room: s}
		m.layout.Sections = nil
		for _, slot := range s.slots {
			slot.Section = ""
		}
		m.layout.Sections = []assembly.Section{{Name: ""}}
		keep, short := make([]bool, len(s.parts)), make([]bool, len(s.parts))
		price := func() (total int) {
			for i, p := range s.parts {
				text := p.content.Text
				if short[i] {
					text = p.content.Fallback
				}
				if keep[i] {
					n, _ := token.Characters.Count(text)
					total += n
				}
			}
			return total
		}
		for i, p := range s.parts {
			keep[i] = p.slot.Register == assembly.Binding
		}
		total := rapid.IntRange(0, 1500).Draw(t, "total")
		session := assembly.Open(assembly.Setup{Slots: s.slots})
		for i, p := range s.parts {
			session.Add(p.slot, p.content, session.HandOut("log", assembly.EventRef{Seq: int64(i)}, false, nil))
		}
		c, err := session.Finish(assembly.Options{Budget: &assembly.Budget{Total: total, Count: token.Characters}})
		if price() > total {
			if !errors.Is(err, assembly.ErrBudgetExceeded) {
				t.Fatalf("%v", err)
			}
			return
		}
		for _, group := range m.groups("") {
			set := func(k, f bool) {
				for _, i := range group {
					keep[i], short[i] = k, f && s.parts[i].content.Fallback != ""
				}
			}
			if set(true, false); price() > total {
				if set(true, true); price() > total || !slices.ContainsFunc(group, func(i int) bool { return short[i] }) {
					set(false, false)
				}
			}
		}
		if err != nil {
			t.Fatalf("%v", err)
		}
		want, got := []string{}, []string{}
		for i := range s.parts {
			if keep[i] {
				want = append(want, fmt.Sprint(i, short[i]))
			}
		}
		shorter := map[int64]bool{}
		for _, cut := range c.Trimmed {
			shorter[numberOf(cut.Sources[0])] = true
		}
		for _, p := range c.Parts {
			seq := numberOf(p.Sources[0])
			got = append(got, fmt.Sprint(seq, shorter[seq]))
		}
		if !slices.Equal(got, want) || cmp.Compare(c.Used, price()) != 0 {
			t.Fatalf("got %v, want %v; used %d, want %d", got, want, c.Used, price())
		}
	})
}
