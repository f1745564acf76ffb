package assembly_test

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/token"
)

// scene is a random call: slots in the schema's order, parts in the assembler's.
type scene struct {
	slots []*assembly.Slot
	parts []scenePart
	order []assembly.Register
}

type scenePart struct {
	slot    *assembly.Slot
	content string
}

func scenes() *rapid.Generator[scene] {
	return rapid.Custom(func(t *rapid.T) scene {
		var s scene
		for i := range rapid.IntRange(1, 6).Draw(t, "slots") {
			s.slots = append(s.slots, &assembly.Slot{
				Name: fmt.Sprint("slot", i), Register: assembly.Register(rapid.IntRange(1, 4).Draw(t, "register")),
				Rank: rapid.IntRange(-2, 2).Draw(t, "rank"), Latest: rapid.Bool().Draw(t, "latest"), Uncited: true,
			})
		}
		text := rapid.OneOf(rapid.StringN(0, 12, -1), rapid.SampledFrom([]string{"", "a", "MUST HOLD:", "two\nlines", strings.Repeat("long ", 90)}))
		for range rapid.IntRange(0, 14).Draw(t, "parts") {
			s.parts = append(s.parts, scenePart{rapid.SampledFrom(s.slots).Draw(t, "slot"), text.Draw(t, "text")})
		}
		if rapid.Bool().Draw(t, "ordered") {
			s.order = rapid.Permutation([]assembly.Register{assembly.Considered, assembly.Generated, assembly.Craft}).Draw(t, "order")
		}
		return s
	})
}

func (s scene) assemble(b assembly.Budget) (*assembly.Context, error) {
	session := assembly.Open(assembly.Setup{Role: "r", Slots: s.slots})
	for i, p := range s.parts { // each part cites an event of its own, by which it is known again
		session.Add(p.slot, assembly.Content{Text: p.content}, session.HandOut("log", assembly.EventRef{Seq: int64(i)}, false, nil))
	}
	b.Order = s.order
	return session.Finish(assembly.Options{Budget: &b})
}

// visits is the order of the rule, written down anew: a plain sort of the parts by five keys.
func (s scene) visits() []int {
	order := s.order
	if order == nil {
		order = []assembly.Register{assembly.Considered, assembly.Generated, assembly.Craft}
	}
	var out []int
	for i, p := range s.parts {
		if p.slot.Register != assembly.Binding {
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(i, j int) int {
		a, b := s.parts[i].slot, s.parts[j].slot
		age := cmp.Compare(j, i)
		if a.Latest {
			age = -age
		}
		return cmp.Or(-cmp.Compare(slices.Index(order, a.Register), slices.Index(order, b.Register)), -cmp.Compare(a.Rank, b.Rank),
			cmp.Compare(slices.Index(s.slots, a), slices.Index(s.slots, b)), age)
	})
	return out
}

// model applies the rule with a function that prices any set of parts; nil when the binding parts do not fit.
func (s scene) model(total int, price func(keep []bool) int) []bool {
	keep := make([]bool, len(s.parts))
	for i, p := range s.parts {
		keep[i] = p.slot.Register == assembly.Binding
	}
	if price(keep) > total {
		return nil
	}
	for _, i := range s.visits() {
		keep[i] = true
		keep[i] = price(keep) <= total
	}
	return keep
}

func (s scene) sum(c token.Counter) func([]bool) int {
	return func(keep []bool) (total int) {
		for i, p := range s.parts {
			if keep[i] {
				n, _ := c.Count(p.content)
				total += n
			}
		}
		return total
	}
}

func (s scene) rendered(c token.Counter) func([]bool) int {
	return func(keep []bool) int {
		var ctx assembly.Context
		for i, p := range s.parts {
			if keep[i] {
				ctx.Parts = append(ctx.Parts, assembly.Part{Register: p.slot.Register, Content: p.content})
			}
		}
		n, _ := c.Count(render.Labelled(&ctx).String())
		return n
	}
}

// wholeOnly hides that a renderer has units.
type wholeOnly struct{ assembly.Renderer }

// quarters is not additive: four characters a token, rounded up.
var quarters = token.Func("quarters", func(text string) (int, error) { return (utf8.RuneCountInString(text) + 3) / 4, nil })

// joins is not additive in the other direction: the whole costs more than its pieces.
var joins = token.Func("joins", func(text string) (int, error) {
	return len(text) + strings.Count(text, "\n")*strings.Count(text, "\n"), nil
})

// way is a way of counting.
type way struct {
	budget assembly.Budget
	price  func(scene) func([]bool) int
	rule   bool // decided as the model decides
}

var ways = map[string]way{
	"sum of characters":     {assembly.Budget{Count: token.Characters}, func(s scene) func([]bool) int { return s.sum(token.Characters) }, true},
	"sum of quarters":       {assembly.Budget{Count: quarters}, func(s scene) func([]bool) int { return s.sum(quarters) }, true},
	"units of characters":   {assembly.Budget{Count: token.Characters, Render: render.ByLabel}, func(s scene) func([]bool) int { return s.rendered(token.Characters) }, true},
	"steps of characters":   {assembly.Budget{Count: token.Characters, Render: wholeOnly{render.ByLabel}}, func(s scene) func([]bool) int { return s.rendered(token.Characters) }, true},
	"remembered characters": {assembly.Budget{Count: token.Memo(token.Characters, 9), Render: render.ByLabel}, func(s scene) func([]bool) int { return s.rendered(token.Characters) }, true},
	"steps of quarters":     {assembly.Budget{Count: quarters, Render: wholeOnly{render.ByLabel}}, func(s scene) func([]bool) int { return s.rendered(quarters) }, true},
	"steps of joins":        {assembly.Budget{Count: joins, Render: wholeOnly{render.ByLabel}}, func(s scene) func([]bool) int { return s.rendered(joins) }, true},
	"units of quarters":     {assembly.Budget{Count: quarters, Render: render.ByLabel}, func(s scene) func([]bool) int { return s.rendered(quarters) }, false},
	"units of joins":        {assembly.Budget{Count: joins, Render: render.ByLabel}, func(s scene) func([]bool) int { return s.rendered(joins) }, false},
}

// The budget's laws, in each way of counting: the cost is at most the total, or BudgetExceeded; the rule decides; binding parts are
// untouched; equal input gives equal bytes; nothing is lost or made up.
func TestBudget(t *testing.T) {
	for name, w := range ways {
		t.Run(name, func(t *testing.T) { rapid.Check(t, w.laws) })
	}
}

func FuzzBudget(f *testing.F) {
	names := slices.Sorted(maps.Keys(ways))
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) { ways[rapid.SampledFrom(names).Draw(t, "way")].laws(t) }))
}

func (w way) laws(t *rapid.T) {
	s := scenes().Draw(t, "scene")
	price := w.price(s)
	all := slices.Repeat([]bool{true}, len(s.parts))
	total := rapid.OneOf(rapid.IntRange(-1, price(all)+2), rapid.SampledFrom([]int{math.MinInt, math.MaxInt32, math.MaxInt - 40})).Draw(t, "total")
	b := w.budget
	b.Total = total
	got, err := s.assemble(b)
	want := s.model(total, price)
	if err != nil || want == nil {
		var exceeded *assembly.BudgetExceeded
		if want != nil || !errors.As(err, &exceeded) || exceeded.Total != total || exceeded.Need <= total {
			t.Fatalf("error %v; the model keeps %v", err, want)
		}
		return
	}
	kept := fates(t, s, got)
	if n := price(kept); n > total || n != got.Used {
		t.Fatalf("what is kept costs %d of %d, and Used says %d", n, total, got.Used)
	}
	if w.rule && !slices.Equal(kept, want) {
		t.Fatalf("kept %v, the model %v", kept, want)
	}
	again, err := s.assemble(b)
	if err != nil || again.Describe().String() != got.Describe().String() || render.Labelled(again) != render.Labelled(got) {
		t.Fatalf("the same input gives another context")
	}
	if w.rule {
		more(t, s, b, kept)
	}
}

// fates is which parts were kept; it checks that kept and shed are the parts that were added, each in order.
func fates(t *rapid.T, s scene, c *assembly.Context) []bool {
	keep := make([]bool, len(s.parts))
	for _, list := range [][]assembly.Part{c.Parts, c.Shed} {
		last := -1
		for _, p := range list {
			i := int(p.Sources[0].(assembly.EventRef).Seq)
			if i <= last || p.Slot != s.parts[i].slot.Name || p.Register != s.parts[i].slot.Register || p.Content != s.parts[i].content {
				t.Fatalf("part %d came out as %+v", i, p)
			}
			last = i
		}
	}
	for _, p := range c.Parts {
		keep[p.Sources[0].(assembly.EventRef).Seq] = true
	}
	for _, p := range c.Shed {
		if p.Reason == "" || p.Register == assembly.Binding {
			t.Fatalf("shed: %+v", p)
		}
	}
	if len(c.Parts)+len(c.Shed) != len(s.parts) {
		t.Fatalf("%d parts, of which %d were kept and %d shed", len(s.parts), len(c.Parts), len(c.Shed))
	}
	return keep
}

// more: with a bigger total the first part in the order of visits whose fate differs fares better.
func more(t *rapid.T, s scene, b assembly.Budget, kept []bool) {
	b.Total += rapid.IntRange(1, 40).Draw(t, "more")
	c, err := s.assemble(b)
	if err != nil {
		t.Fatalf("with more room: %v", err)
	}
	bigger := fates(t, s, c)
	for _, i := range s.visits() {
		if bigger[i] != kept[i] {
			if !bigger[i] {
				t.Fatalf("with %d in place of less, part %d is the first to differ, and is shed", b.Total, i)
			}
			return
		}
	}
}

// Every total from -1 to 200 on one context: an output never exceeds it.
func TestEveryTotal(t *testing.T) {
	for _, r := range []assembly.Renderer{nil, render.ByLabel, wholeOnly{render.ByLabel}} {
		for total := -1; total <= 200; total++ {
			c, err := fisheries().Finish(assembly.Options{Budget: &assembly.Budget{Total: total, Count: token.Characters, Render: r}})
			need := 44
			if r != nil {
				need = utf8.RuneCountInString("MUST HOLD:\nRespond to the latest offer in one sentence.\n")
			}
			if total < need {
				if !errors.Is(err, assembly.ErrBudgetExceeded) {
					t.Fatalf("total %d: %v", total, err)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if n := utf8.RuneCountInString(render.Labelled(c).String()); r != nil && (n > total || n != c.Used) {
				t.Fatalf("total %d: the prompt has %d characters, Used is %d", total, n, c.Used)
			}
			if c.Parts[0].Content != "Respond to the latest offer in one sentence." {
				t.Fatalf("total %d: the binding part is %q", total, c.Parts[0].Content)
			}
		}
	}
}
