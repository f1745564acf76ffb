package assembly_test

import (
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/token"
	"github.com/grantgen/grantgen/runtime/token/bpe"
)

// byLine says of a counter that it adds up at line ends.
type byLine struct{ token.Counter }

func (byLine) Lined() bool      { return true }
func (c byLine) String() string { return token.Name(c.Counter) }

// room is a random call under a random layout.
type room struct {
	layout assembly.Layout
	slots  []*assembly.Slot
	parts  []roomPart
	now    int64
}

type roomPart struct {
	slot    *assembly.Slot
	content assembly.Content
	meta    assembly.Meta
}

const day = 24 * 3600 * 1_000_000

var counters = map[string]token.Counter{
	"characters": token.Characters, "quarters": quarters, "joins": joins,
	"zero":       token.Func("zero", func(string) (int, error) { return 0, nil }),
	"erratic":    token.Func("erratic", func(text string) (int, error) { return int(crc32.ChecksumIEEE([]byte(text)) % 40), nil }),
	"o200k_base": byLine{bpe.O200kBase}, "cl100k_base": byLine{bpe.CL100kBase}, "o200k_base by the whole": token.Func("o200k_base", bpe.O200kBase.Count),
}

var naughty = []string{
	"", " ", "a", "/", "//", "/etc/hosts", " /x", "\n", "...", "...\n", "  indented", "\tcode()", "MUST HOLD:", "[Section: policy]", "[...240 tokens omitted...]",
	"[System Notice] Relevant memory skipped due to token budget.", `[Stamp: source "a", version "1"]`, "two\nlines", "<|endoftext|>", "don't", "'s", "\u0301", "\u0085x",
	strings.Repeat("A sentence of the policy. ", 20), strings.Repeat("word ", 60), strings.Repeat("line of a log\n", 40), strings.Repeat("x", 300),
	strings.Repeat("汉语没有空格。", 30), strings.Repeat("👨\u200d👩\u200d👧", 20), "e" + strings.Repeat("\u0301", 300), strings.Repeat("🇳🇴🇬🇧", 25), strings.Repeat("ไทยไม่มีช่องว่าง", 10),
	strings.Repeat("\n\n", 100), strings.Repeat("/", 200), `{"a":1}`,
}

func rooms() *rapid.Generator[room] {
	return rapid.Custom(func(t *rapid.T) room {
		s := room{layout: assembly.Layout{Name: "l"}, now: 100 * day}
		stable, rest := true, false
		for i := range rapid.IntRange(1, 5).Draw(t, "sections") {
			section := assembly.Section{
				Name: fmt.Sprint("s", i), Budget: rapid.SampledFrom([]int{0, 5, 20, 60, 200, 1000}).Draw(t, "budget"), Keep: rapid.Bool().Draw(t, "keep"),
				Shed: rapid.Bool().Draw(t, "shed"), Grow: rapid.Bool().Draw(t, "grow"), Step: rapid.SampledFrom([]int{0, 0, 7, 50}).Draw(t, "step"),
				Memory: rapid.IntRange(0, 4).Draw(t, "memory") == 0, Stamp: rapid.Bool().Draw(t, "stamp"),
			}
			stable = stable && section.Keep && rapid.Bool().Draw(t, "stable")
			section.Stable = stable
			if !rest && rapid.IntRange(0, 4).Draw(t, "rest") == 0 {
				section.Rest, rest = true, true
			}
			if section.Keep {
				section.Memory = false
			}
			if rapid.IntRange(0, 2).Draw(t, "days") == 0 {
				section.Fresh = assembly.Fresh{Kind: "days", Days: 30, Stale: rapid.SampledFrom([]string{"", "drop"}).Draw(t, "stale")}
			}
			s.layout.Sections = append(s.layout.Sections, section)
		}
		for i := range rapid.IntRange(1, 6).Draw(t, "slots") {
			section := rapid.SampledFrom(s.layout.Sections).Draw(t, "section")
			register := rapid.IntRange(1, 4).Draw(t, "register")
			if section.Memory {
				register = max(register, 2)
			}
			s.slots = append(s.slots, &assembly.Slot{
				Name: fmt.Sprint("slot", i), Register: assembly.Register(register), Rank: rapid.IntRange(-2, 2).Draw(t, "rank"),
				Latest: rapid.Bool().Draw(t, "latest"), Uncited: true, Section: section.Name,
			})
		}
		text := rapid.OneOf(rapid.SampledFrom(naughty), rapid.SampledFrom(naughty), rapid.StringN(0, 40, -1))
		for range rapid.IntRange(0, 14).Draw(t, "parts") {
			p := roomPart{slot: rapid.SampledFrom(s.slots).Draw(t, "slot"), content: assembly.Content{Text: text.Draw(t, "text")}}
			switch rapid.IntRange(0, 9).Draw(t, "kind") {
			case 0:
				p.content = assembly.Content{Text: `{"a":"` + strings.Repeat("b", rapid.IntRange(0, 80).Draw(t, "long")) + `"}`, Structured: true}
			case 1:
				p.content.Verbatim = true
			}
			if p.slot.Register != assembly.Binding {
				p.content.Group = rapid.SampledFrom([]string{"", "", "", "g", "h"}).Draw(t, "group")
				p.content.Fallback = rapid.SampledFrom([]string{"", "", "short", "MUST HOLD:", "/"}).Draw(t, "fallback")
			}
			if rapid.Bool().Draw(t, "stamped") {
				p.meta = assembly.Meta{Source: rapid.SampledFrom([]string{"a", "b]\n"}).Draw(t, "source"), Version: "1", At: rapid.SampledFrom([]int64{0, 10 * day, 90 * day}).Draw(t, "at")}
			}
			s.parts = append(s.parts, p)
		}
		return s
	})
}

func (s room) open() *assembly.Session {
	session := assembly.Open(assembly.Setup{Role: "r", Slots: s.slots, Layout: &s.layout, Now: s.now})
	for i, p := range s.parts {
		var ref assembly.Ref = assembly.EventRef{Seq: int64(i)}
		if stable(&s.layout, p.slot.Section) {
			ref = assembly.FixedRef{Fixed: strconv.Itoa(i)}
		}
		h := session.HandOut("log", ref, false, nil)
		if p.meta != (assembly.Meta{}) {
			session.Stamp(h, p.meta)
		}
		session.Add(p.slot, p.content, h)
	}
	return session
}

func (s room) section(name string) *assembly.Section {
	for i := range s.layout.Sections {
		if s.layout.Sections[i].Name == name {
			return &s.layout.Sections[i]
		}
	}
	return nil
}

// The laws of a layout, for any layout, parts, counter and total: the prompt keeps to the total, or there is a typed error; what is
// never touched stands byte for byte; nothing vanishes without a record and a marker; equal input gives equal bytes.
func TestLayoutLaws(t *testing.T) {
	for name := range counters {
		t.Run(name, func(t *testing.T) { rapid.Check(t, layoutLaws(name)) })
	}
}

func FuzzLayout(f *testing.F) {
	names := slices.Sorted(maps.Keys(counters))
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) { layoutLaws(rapid.SampledFrom(names).Draw(t, "counter"))(t) }))
}

func layoutLaws(name string) func(t *rapid.T) {
	counter := counters[name]
	return func(t *rapid.T) {
		s := rooms().Draw(t, "room")
		by := rapid.SampledFrom([]assembly.Renderer{nil, wholeOnly{assembly.BySection}}).Draw(t, "renderer")
		huge := assembly.Budget{Total: rapid.SampledFrom([]int{1 << 31, 1 << 40, math.MaxInt}).Draw(t, "huge"), Count: counter, Render: by}
		all, err := s.open().Finish(assembly.Options{Budget: &huge})
		if err != nil {
			t.Fatalf("with room for everything: %v", err)
		}
		s.holds(t, all, counter)
		total := rapid.OneOf(rapid.IntRange(-1, 60), rapid.IntRange(-1, all.Used+5)).Draw(t, "total")
		got := s.within(t, all, assembly.Budget{Total: total, Count: counter, Render: by})
		if got == nil {
			return
		}
		// What is decided narrowly: room for what stands now and a little, or just about for a notice.
		notice, _ := counter.Count(assembly.SectionHead("s0") + "\n" + assembly.Notice + "\n")
		total = got.Used + rapid.SampledFrom([]int{-1, 0, 1, 2, notice - 1, notice, notice + 1}).Draw(t, "more")
		s.within(t, all, assembly.Budget{Total: total, Count: counter, Render: by})
	}
}

// within holds one total to the laws; nil: there is no prompt so small. Under a layout 0 is the layout's own total, which is none here.
func (s room) within(t *rapid.T, all *assembly.Context, budget assembly.Budget) *assembly.Context {
	if budget.Total == 0 {
		budget.Total = 1
	}
	got, err := s.open().Finish(assembly.Options{Budget: &budget})
	if err != nil {
		var exceeded *assembly.BudgetExceeded
		if !errors.As(err, &exceeded) || exceeded.Need <= budget.Total {
			t.Fatalf("%v", err)
		}
		return nil
	}
	s.holds(t, got, budget.Count)
	s.keepsAlways(t, all, got)
	again, err := s.open().Finish(assembly.Options{Budget: &budget})
	if err != nil || again.Describe().String() != got.Describe().String() || sections(t, again) != sections(t, got) {
		t.Fatalf("the same input gives another context")
	}
	return got
}

func sections(t interface{ Fatalf(string, ...any) }, c *assembly.Context) string {
	text, err := assembly.BySection.Render(c)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return text
}

func (s room) holds(t *rapid.T, c *assembly.Context, counter token.Counter) {
	text := sections(t, c)
	n, _ := counter.Count(text)
	if n > c.Total || n != c.Used {
		t.Fatalf("the prompt comes to %d of %d, and Used says %d:\n%s", n, c.Total, c.Used, text)
	}
	if !utf8.ValidString(text) {
		t.Fatalf("not UTF-8")
	}
	texts, _ := assembly.SectionTexts(c)
	sum := 0
	for i, section := range c.Sections {
		m, _ := counter.Count(texts[i])
		if exact := token.IsAdditive(counter) || token.IsLined(counter); exact && m != section.Used {
			t.Fatalf("section %s comes to %d, and says %d:\n%s", section.Name, m, section.Used, texts[i])
		}
		sum += section.Used
		s.keepsToItsBudget(t, c, section, counter)
	}
	if (token.IsAdditive(counter) || token.IsLined(counter)) && sum != n {
		t.Fatalf("the sections come to %d, the whole to %d", sum, n)
	}
	s.nothingIsLost(t, c, texts)
	s.markersCount(t, c, counter)
	s.valve(t, c, counter)
}

// keepsToItsBudget: a section over its budget has lost all it may lose, or its marker would come to more than it may lose.
func (s room) keepsToItsBudget(t *rapid.T, c *assembly.Context, section assembly.SectionCount, counter token.Counter) {
	declared := s.section(section.Name)
	if declared.Keep || declared.Grow || section.Used <= section.Budget || section.Shed+section.Trimmed == 0 || !token.IsAdditive(counter) {
		return
	}
	for _, p := range c.Parts {
		if p.Section == section.Name && p.Register != assembly.Binding {
			t.Fatalf("section %+v is over its budget, and holds %+v", section, p)
		}
	}
}

func (s room) nothingIsLost(t *rapid.T, c *assembly.Context, texts []string) {
	seen := make([]int, len(s.parts))
	shed := map[string]int{}
	trimmed := map[int]assembly.Trim{}
	for _, cut := range c.Trimmed {
		trimmed[int(numberOf(cut.Sources[0]))] = cut
	}
	for k, list := range [][]assembly.Part{c.Parts, c.Shed} {
		for _, p := range list {
			i := int(numberOf(p.Sources[0]))
			seen[i]++
			was := s.parts[i].content
			section := s.section(p.Section)
			cut, short := trimmed[i]
			switch {
			case k == 1:
				if p.Register == assembly.Binding || section.Keep || p.Reason == "" || p.Content != was.Text || short {
					t.Fatalf("shed: %+v of %+v", p, s.parts[i])
				}
				shed[p.Section]++
			case !short:
				if p.Content != was.Text {
					t.Fatalf("%+v is no longer %+v", p, was)
				}
			case section.Keep || p.Register == assembly.Binding:
				t.Fatalf("cut: %+v", p)
			case cut.Fallback:
				if p.Content != was.Fallback || p.Omitted != 0 {
					t.Fatalf("fallback: %+v of %+v", p, was)
				}
			default:
				rest, ok := strings.CutPrefix(was.Text, p.Content)
				if !ok || p.Omitted < 1 || p.Omitted != cut.Omitted || was.Structured || was.Verbatim || was.Group != "" || section.Shed ||
					!strings.Contains(texts[slices.IndexFunc(c.Sections, func(s assembly.SectionCount) bool { return s.Name == p.Section })], "\n"+assembly.Marker(p.Omitted)+"\n") {
					t.Fatalf("cut: %+v of %+v, the rest is %q", p, was, rest)
				}
			}
		}
	}
	for i, n := range seen {
		if n != 1 {
			t.Fatalf("part %d stands %d times in Parts and Shed", i, n)
		}
	}
	for i, section := range c.Sections {
		marked := section.Omitted > 0
		if marked && !strings.Contains(texts[i], "\n"+assembly.Marker(section.Omitted)+"\n") {
			t.Fatalf("no marker for %d in\n%s", section.Omitted, texts[i])
		}
		if section.Shed != shed[section.Name] || shed[section.Name] > 0 && !marked && !s.section(section.Name).Memory || marked && section.Shed == 0 {
			t.Fatalf("%d shed of %+v", shed[section.Name], section)
		}
		if section.Notice != strings.Contains(texts[i], "\n"+assembly.Notice+"\n") {
			t.Fatalf("notice: %+v in\n%s", section, texts[i])
		}
	}
}

// numberOf is the part that a source was handed out for.
func numberOf(ref assembly.Ref) int64 {
	if f, ok := ref.(assembly.FixedRef); ok {
		n, _ := strconv.ParseInt(f.Fixed, 10, 64)
		return n
	}
	return ref.(assembly.EventRef).Seq
}
