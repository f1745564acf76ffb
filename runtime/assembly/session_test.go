package assembly_test

import (
	"errors"
	"testing"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/token"
)

// The slots of the fisheries story.
var (
	ask    = &assembly.Slot{Name: "ask", Register: assembly.Binding}
	belief = &assembly.Slot{Name: "belief", Register: assembly.Considered, Rank: 2, Latest: true}
	offer  = &assembly.Slot{Name: "offer", Register: assembly.Considered, Rank: 1}
	past   = &assembly.Slot{Name: "past", Register: assembly.Generated}
	aside  = &assembly.Slot{Name: "aside", Register: assembly.Craft, Uncited: true}
)

func open() *assembly.Session {
	return assembly.Open(assembly.Setup{
		Role: "norway", Upto: 3, Slices: []string{"room", "own_beliefs", "ask"},
		Slots: []*assembly.Slot{ask, belief, offer, past, aside},
	})
}

// fisheries adds the parts of the story: 44, 20 and 36 characters.
func fisheries() *assembly.Session {
	s := open()
	a := s.HandOut("ask", assembly.GivenRef{Given: "ask"}, false, nil)
	s.Add(ask, assembly.Content{Text: "Respond to the latest offer in one sentence."}, a)
	b := s.HandOut("own_beliefs", assembly.StateRef{State: "v1:fisheries:position(uk,mackerel)", Scope: "party:norway:held", Event: "e1"}, false, nil)
	s.Add(belief, assembly.Content{Text: "UK will settle at 8%"}, b)
	o := s.HandOut("room", assembly.EventRef{Event: "e3", Seq: 3}, false, nil)
	s.Add(offer, assembly.Content{Text: "UK: A 12% cut to the mackerel quota."}, o)
	return s
}

func finish(t *testing.T, s *assembly.Session, opts ...assembly.Option) *assembly.Context {
	t.Helper()
	c, err := s.Finish(assembly.OptionsOf(opts))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func characters(total int) assembly.Option {
	return assembly.WithBudget(assembly.Budget{Total: total, Count: token.Characters})
}

func slots(parts []assembly.Part) []string {
	names := []string{}
	for _, p := range parts {
		names = append(names, p.Slot)
	}
	return names
}

func TestDescribe(t *testing.T) {
	const want = `{"role":"norway","upto_seq":3,"parts":[` +
		`{"slot":"ask","register":"binding","rank":0,"content":"Respond to the latest offer in one sentence.","sources":[{"given":"ask","event":null}]},` +
		`{"slot":"belief","register":"considered","rank":2,"content":"UK will settle at 8%","sources":[{"state":"v1:fisheries:position(uk,mackerel)","scope":"party:norway:held","event":"e1"}]},` +
		`{"slot":"offer","register":"considered","rank":1,"content":"UK: A 12% cut to the mackerel quota.","sources":[{"event":"e3","seq":3}]}],` +
		`"shed":[],"read":[{"event":"e3","seq":3},{"state":"v1:fisheries:position(uk,mackerel)","scope":"party:norway:held","event":"e1"},{"given":"ask","event":null}]}`
	if got := finish(t, fisheries(), characters(120)).Describe().String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := finish(t, open()).Describe().String(), `{"role":"norway","upto_seq":3,"parts":[],"shed":[],"read":[]}`; got != want {
		t.Errorf("empty: got %s, want %s", got, want)
	}
}

func TestDescribeStructured(t *testing.T) {
	s := open()
	s.Add(aside, assembly.Content{Text: `{"b":"<x> & y","a":9007199254740993}`, Structured: true})
	const want = `{"role":"norway","upto_seq":3,"parts":[{"slot":"aside","register":"craft","rank":0,"content":{"b":"<x> & y","a":9007199254740993},"sources":[]}],"shed":[],"read":[]}`
	if got := finish(t, s).Describe().String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestShedding(t *testing.T) {
	c := finish(t, fisheries(), characters(80))
	if len(c.Shed) != 1 || c.Shed[0].Slot != "offer" || c.Shed[0].Reason != "needs 36, 16 left" || c.Used != 64 || c.Counter != "characters" || c.Total != 80 {
		t.Errorf("%+v", c)
	}
	_, err := fisheries().Finish(assembly.OptionsOf([]assembly.Option{characters(10)}))
	var exceeded *assembly.BudgetExceeded
	if !errors.As(err, &exceeded) || err.Error() != "the binding parts alone come to 44 against a total of 10" ||
		len(exceeded.Parts) != 1 || exceeded.Parts[0] != (assembly.PartCount{Slot: "ask", Count: 44}) {
		t.Errorf("%v", err)
	}
	_, err = open().Finish(assembly.OptionsOf([]assembly.Option{characters(-1)}))
	if !errors.Is(err, assembly.ErrBudgetExceeded) || err.Error() != "the binding parts alone come to 0 against a total of -1" {
		t.Errorf("nothing against -1: %v", err)
	}
}

func TestReadOrder(t *testing.T) {
	s := open()
	e := assembly.EventRef{Event: "e1", Seq: 1}
	first := s.HandOut("ask", e, false, nil)
	if again := s.HandOut("ask", e, false, nil); again != first {
		t.Error("the same ref has another handle")
	}
	s.HandOut("room", assembly.EventRef{Event: "e2", Seq: 2}, false, nil)
	if again := s.HandOut("room", e, false, nil); again != first {
		t.Error("the same ref from another slice has another handle")
	}
	id1, id2 := "x", "x"
	if s.HandOut("ask", assembly.GivenRef{Given: "a", Event: &id1}, false, nil) != s.HandOut("ask", assembly.GivenRef{Given: "a", Event: &id2}, false, nil) {
		t.Error("equal given refs differ")
	}
	got := finish(t, s).Read
	want := []string{"EventRef(seq=2, event=e2)", "EventRef(seq=1, event=e1)", "GivenRef(given=a, event=x)"}
	if len(got) != len(want) {
		t.Fatal(got)
	}
	for i := range want {
		if got[i].String() != want[i] {
			t.Errorf("read[%d] = %s, want %s", i, got[i], want[i])
		}
	}
}
