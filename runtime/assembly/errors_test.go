package assembly_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/grantgen/grantgen/runtime/assembly"
)

// Each error has its text, its sentinel and its type.
func TestErrorTexts(t *testing.T) {
	for text, e := range map[string]struct{ err, sentinel error }{
		"the belief fold is at 4 and this slice reads at 5":                                     {&assembly.StaleRead{Fold: "belief", FoldAt: 4, ReadAt: 5}, assembly.ErrStaleRead},
		"the log ends before 5":                                                                 {&assembly.StaleRead{ReadAt: 5}, assembly.ErrStaleRead},
		"scope 'party:uk:held' is not in this grant":                                            {&assembly.NotGranted{Scope: "party:uk:held"}, assembly.ErrNotGranted},
		"the role has no tool of that name":                                                     {&assembly.NotGranted{ToolOf: "role"}, assembly.ErrNotGranted},
		"the record r-1 is of another scope than 'user:{self.user}:docs'":                       {&assembly.NotGranted{Record: "r-1", Scope: "user:{self.user}:docs"}, assembly.ErrNotGranted},
		"self 'denmark' is not in the roster 'party'":                                           {&assembly.NotGranted{Self: "denmark", Roster: "party"}, assembly.ErrNotGranted},
		"part 'zero' cites an empty source, which this grant never handed out":                  {&assembly.UncitedSource{Slot: "zero", Cites: "an empty source"}, assembly.ErrUncitedSource},
		"part 'past' cites chronicle prose as considered":                                       {&assembly.MislabelledPart{Slot: "past", Register: assembly.Considered}, assembly.ErrMislabelled},
		"section '1-3' was read, but no generated part cites it":                                {&assembly.MislabelledPart{Section: "1-3"}, assembly.ErrMislabelled},
		"the binding parts alone come to 44 against a total of 10":                              {&assembly.BudgetExceeded{Total: 10, Need: 44}, assembly.ErrBudgetExceeded},
		"this grant was already read from":                                                      {&assembly.AssemblyError{Reason: assembly.AlreadyRead}, assembly.ErrAssembly},
		"this grant is used after its call":                                                     {&assembly.AssemblyError{Reason: assembly.UsedAfterCall}, assembly.ErrAssembly},
		"part 'offer' cites nothing":                                                            {&assembly.AssemblyError{Reason: assembly.CitesNothing, Slot: "offer"}, assembly.ErrAssembly},
		"the slices of this grant read at different positions: room at 3, own_beliefs at 5":     {&assembly.AssemblyError{Reason: assembly.PositionsDiffer, Positions: []assembly.SlicePosition{{Slice: "room", At: 3}, {Slice: "own_beliefs", At: 5}}}, assembly.ErrAssembly},
		"the assembler panicked: oh":                                                            {&assembly.Failed{Value: "oh"}, assembly.ErrFailed},
		"part 'offer' is not valid UTF-8":                                                       {&assembly.BadText{Slot: "offer"}, assembly.ErrBadText},
		"the counter c failed on part 'offer': no":                                              {&assembly.CountFailed{Counter: "c", Slot: "offer", Err: errors.New("no")}, assembly.ErrCount},
		"the counter c says that the prompt comes to -1":                                        {&assembly.CountFailed{Counter: "c", Count: -1}, assembly.ErrCount},
		"the renderer failed: no":                                                               {&assembly.RenderFailed{Err: errors.New("no")}, assembly.ErrRender},
		"the budget has no counter: give assembly.Budget{Count: …}, or the layout a tokenizer:": {&assembly.AssemblyError{Reason: assembly.NoCounter}, assembly.ErrAssembly},
		"the budget's order does not name considered, generated and craft exactly once each: name all three, the first to be shed first, or leave Order out": {&assembly.AssemblyError{Reason: assembly.BadOrder}, assembly.ErrAssembly},
		"there is no section 'fact' in the layout: FailIfCut takes the names of its sections":                                                                {&assembly.AssemblyError{Reason: assembly.UnknownSection, Section: "fact"}, assembly.ErrAssembly},
	} {
		wrapped := fmt.Errorf("norway: %w", e.err)
		if e.err.Error() != text || !errors.Is(wrapped, e.sentinel) {
			t.Errorf("%q, sentinel %v; want %q", e.err.Error(), errors.Is(wrapped, e.sentinel), text)
		}
		for _, other := range []error{
			assembly.ErrStaleRead, assembly.ErrNotGranted, assembly.ErrUncitedSource, assembly.ErrMislabelled, assembly.ErrBudgetExceeded,
			assembly.ErrAssembly, assembly.ErrFailed, assembly.ErrBadText, assembly.ErrCount, assembly.ErrRender,
		} {
			if other != e.sentinel && errors.Is(wrapped, other) {
				t.Errorf("%q is also %v", text, other)
			}
		}
	}
}

// The faults of citations, found by Finish.
func TestCitations(t *testing.T) {
	event := assembly.EventRef{Event: "e3", Seq: 3}
	state := assembly.StateRef{State: "v1:x:p()", Scope: "party:uk:held", Event: "e4"}
	section := assembly.SectionRef{Section: "1-3", FromSeq: 1, ToSeq: 3}
	other := open()
	theirEvent, theirState := other.HandOut("room", event, false, "mark"), other.HandOut("own_beliefs", state, false, nil)
	mayReadEvents := assembly.Setup{Slices: []string{"room"}, MayRead: func(slice string, ref assembly.Ref, mark any) bool {
		_, ok := ref.(assembly.EventRef)
		return ok && slice == "room" && mark == "mark"
	}}

	for text, build := range map[string]func() *assembly.Session{
		"part 'offer' cites nothing": func() *assembly.Session {
			s := open()
			s.Add(offer, assembly.Content{Text: "x"})
			return s
		},
		"part 'offer' cites an empty source, which this grant never handed out": func() *assembly.Session {
			s := open()
			s.Add(offer, assembly.Content{Text: "x"}, assembly.Handle{})
			return s
		},
		"part 'aside' cites an empty source, which this grant never handed out": func() *assembly.Session {
			s := open()
			s.Add(aside, assembly.Content{Text: "x"}, s.HandOut("room", event, false, nil), assembly.Handle{})
			return s
		},
		"part 'offer' cites EventRef(seq=3, event=e3), which this grant never handed out": func() *assembly.Session {
			s := assembly.Open(mayReadEvents)
			s.HandOut("room", event, false, "mark") // the same event, handed out here too: still another call's source
			s.Add(offer, assembly.Content{Text: "x"}, theirEvent)
			return s
		},
		"part 'belief' cites StateRef(not granted), which this grant never handed out": func() *assembly.Session {
			s := assembly.Open(mayReadEvents)
			s.Add(belief, assembly.Content{Text: "x"}, theirState)
			return s
		},
		"part 'ask' cites EventRef(not granted), which this grant never handed out": func() *assembly.Session {
			s := open() // says nothing of what it may read
			s.Add(ask, assembly.Content{Text: "x"}, theirEvent)
			return s
		},
		"part 'offer' cites chronicle prose as considered": func() *assembly.Session {
			s := open()
			h := s.HandOut("past", section, true, nil)
			s.Add(past, assembly.Content{Text: "x"}, h)
			s.Add(offer, assembly.Content{Text: "x"}, s.HandOut("room", event, false, nil), h)
			return s
		},
		"section '1-3' was read, but no generated part cites it": func() *assembly.Session {
			s := open()
			s.HandOut("past", section, true, nil)
			return s
		},
		"part 'aside' is not valid UTF-8": func() *assembly.Session {
			s := open()
			s.Add(aside, assembly.Content{Text: "Decisi\xc3"})
			return s
		},
		"part 'aside' is not one line of valid JSON": func() *assembly.Session {
			s := open()
			s.Add(aside, assembly.Content{Text: "{\n}", Structured: true})
			return s
		},
		"part 'odd' has no register": func() *assembly.Session {
			s := open()
			s.Add(&assembly.Slot{Name: "odd", Uncited: true}, assembly.Content{Text: "x"})
			return s
		},
	} {
		if c, err := build().Finish(assembly.OptionsOf(nil)); err == nil || err.Error() != text || c != nil {
			t.Errorf("got  %v\nwant %s", err, text)
		}
	}
}

// The rules run one after the other over all parts: a citation's fault in the last part comes before a register's in the first.
func TestOrderOfChecks(t *testing.T) {
	s := open()
	h := s.HandOut("past", assembly.SectionRef{Section: "1-3"}, true, nil)
	s.Add(ask, assembly.Content{Text: "\xff"}, h)
	s.Add(offer, assembly.Content{Text: "x"}, assembly.Handle{})
	if _, err := s.Finish(assembly.OptionsOf([]assembly.Option{characters(-1)})); !errors.Is(err, assembly.ErrUncitedSource) {
		t.Error(err)
	}
	s = open()
	s.Fail(io.ErrUnexpectedEOF)
	s.Fail(io.EOF)
	s.Add(offer, assembly.Content{Text: "x"}, assembly.Handle{})
	if _, err := s.Finish(assembly.OptionsOf(nil)); err != io.ErrUnexpectedEOF {
		t.Errorf("the first read that failed does not win: %v", err)
	}
}

func TestUsedAfterCall(t *testing.T) {
	s := open()
	finish(t, s)
	for name, use := range map[string]func(){
		"HandOut": func() { s.HandOut("room", assembly.EventRef{}, false, nil) },
		"Alive":   func() { s.Alive() },
		"Add":     func() { s.Add(aside, assembly.Content{}) },
		"Fail":    func() { s.Fail(io.EOF) },
		"Finish":  func() { _, _ = s.Finish(assembly.OptionsOf(nil)) },
		"Abandon": func() { _ = s.Abandon(nil) },
	} {
		func() {
			defer func() {
				err, _ := recover().(error)
				var e *assembly.AssemblyError
				if !errors.As(err, &e) || e.Reason != assembly.UsedAfterCall || err.Error() != "this grant is used after its call" {
					t.Errorf("%s: %v", name, err)
				}
			}()
			use()
		}()
	}
	if len(s.Reads()) != 0 {
		t.Error("Reads")
	}
}

// E11: after a panic the record holds what was read.
func TestAbandon(t *testing.T) {
	s := fisheries()
	err := s.Abandon("oh")
	var failed *assembly.Failed
	if !errors.As(err, &failed) || len(failed.Read) != 3 || failed.Read[0].String() != "EventRef(seq=3, event=e3)" || err.Error() != "the assembler panicked: oh" {
		t.Errorf("%v", err)
	}
	if err := open().Abandon(io.EOF); !errors.Is(err, io.EOF) || !errors.Is(err, assembly.ErrFailed) {
		t.Errorf("an error as the panic's value: %v", err)
	}
	if err := open().Abandon(&assembly.AssemblyError{Reason: assembly.UsedAfterCall}); errors.Is(err, assembly.ErrFailed) || !errors.Is(err, assembly.ErrAssembly) {
		t.Errorf("a grant used after its call: %v", err)
	}
	s = open()
	s.Fail(io.ErrUnexpectedEOF)
	if err := s.Abandon("oh"); err != io.ErrUnexpectedEOF {
		t.Errorf("a read that failed: %v", err)
	}
	if err := open().Abandon(nil); !strings.HasPrefix(err.Error(), "the assembler panicked: ") {
		t.Errorf("%v", err)
	}
}

// Several goroutines read, add, and cite each other's sessions.
func TestConcurrentUse(t *testing.T) {
	other := fisheries()
	s := open()
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for i := range 100 {
				h := s.HandOut("room", assembly.EventRef{Seq: int64(i)}, false, nil)
				s.Add(offer, assembly.Content{Text: fmt.Sprint(g)}, h)
				s.Reads()
				other.HandOut("room", assembly.EventRef{Seq: int64(i)}, false, nil)
			}
		})
	}
	wg.Wait()
	if c := finish(t, s); len(c.Read) != 100 || len(c.Parts) != 400 {
		t.Errorf("%d read, %d parts", len(c.Read), len(c.Parts))
	}
}
