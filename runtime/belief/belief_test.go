package belief_test

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/runtime/belief"
	"github.com/grantgen/grantgen/runtime/timeline"
)

type roster string

func (r roster) MarshalText() ([]byte, error) { return []byte(r), nil }

var key = belief.Key{Namespace: "fisheries", Predicate: "position", Scope: "party:norway:held"}

func TestID(t *testing.T) {
	id, _ := timeline.ParseID("01890000-0000-7000-8000-00000000000A")
	for want, about := range map[string][]belief.Subject{
		"v1:fisheries:position()":                                     nil,
		"v1:fisheries:position(01890000-0000-7000-8000-00000000000a)": {{Name: "a", Value: id}},
		"v1:fisheries:position(uk,-5,true)":                           {{Name: "a", Value: roster("uk")}, {Name: "b", Value: int64(-5)}, {Name: "c", Value: true}},
		"v1:fisheries:position(a%2Cb%28c%29%3A%25%0A%C2%85 é,x)":      {{Name: "a", Value: "a,b(c):%\n\u0085 é"}, {Name: "b", Value: "x"}},
		"v1:fisheries:position(9007199254740993)":                     {{Name: "a", Value: int64(9007199254740993)}},
	} {
		if got, err := key.ID(about); err != nil || got != want {
			t.Errorf("got %s, %v, want %s", got, err, want)
		}
	}
}

// No two lists of texts meet in one id.
func TestIDsDoNotMeet(t *testing.T) {
	text := rapid.StringOfN(rapid.RuneFrom([]rune("a%,():2C\n")), 1, 4, -1)
	lists := rapid.SliceOfN(text, 0, 3)
	rapid.Check(t, func(t *rapid.T) {
		a, b := lists.Draw(t, "a"), lists.Draw(t, "b")
		same := strings.Join(a, "\x00") == strings.Join(b, "\x00") && len(a) == len(b)
		if (idOf(t, a) == idOf(t, b)) != same {
			t.Fatalf("%q and %q", a, b)
		}
	})
}

func idOf(t *rapid.T, texts []string) string {
	var about []belief.Subject
	for _, text := range texts {
		about = append(about, belief.Subject{Name: "x", Value: text})
	}
	id, err := key.ID(about)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestEvents(t *testing.T) {
	about := []belief.Subject{{Name: "party", Value: roster("uk")}, {Name: "n", Value: int64(9007199254740993)}, {Name: "ok", Value: true}}
	value := []byte(`{"z":"<b>&","a":9007199254740993}`)
	p, err := key.Revise(about, value)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"about":{"party":"uk","n":9007199254740993,"ok":true},"value":{"z":"<b>&","a":9007199254740993}}`; string(p.Payload) != want {
		t.Errorf("got  %s\nwant %s", p.Payload, want)
	}
	if want := `{"belief":"v1:fisheries:position(uk,9007199254740993,true)","namespace":"fisheries","predicate":"position","scope":"party:norway:held"}`; string(p.Attributes.JSON()) != want {
		t.Errorf("got  %s\nwant %s", p.Attributes.JSON(), want)
	}
	value[2] = 'X'
	if strings.Contains(string(p.Payload), "X") {
		t.Error("the value is shared")
	}
	c, err := key.Contract(about)
	if err != nil || c.Type != belief.Contracted || string(c.Payload) != `{"about":{"party":"uk","n":9007199254740993,"ok":true}}` {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := timeline.Prepare([]timeline.Pending{p, c}, 1); err != nil {
		t.Error(err)
	}
}

// What cannot be is refused when the event is built, and no error tells a value.
func TestRefusedEvents(t *testing.T) {
	one := []belief.Subject{{Name: "a", Value: "s3cret"}}
	for name, try := range map[string]func() (timeline.Pending, error){
		"no scope": func() (timeline.Pending, error) {
			return belief.Key{Namespace: "f", Predicate: "p"}.Revise(one, []byte("1"))
		},
		"scope not NFC": func() (timeline.Pending, error) {
			return belief.Key{Namespace: "f", Predicate: "p", Scope: "cafe\u0301"}.Revise(one, []byte("1"))
		},
		"control": func() (timeline.Pending, error) {
			return belief.Key{Namespace: "f", Predicate: "p", Scope: "a\n"}.Contract(one)
		},
		"namespace": func() (timeline.Pending, error) {
			return belief.Key{Namespace: "a:b", Predicate: "p", Scope: "s"}.Revise(one, []byte("1"))
		},
		"predicate": func() (timeline.Pending, error) {
			return belief.Key{Namespace: "f", Predicate: "p(", Scope: "s"}.Revise(one, []byte("1"))
		},
		"value":         func() (timeline.Pending, error) { return key.Revise(one, []byte("s3cret")) },
		"no value":      func() (timeline.Pending, error) { return key.Revise(one, nil) },
		"duplicate key": func() (timeline.Pending, error) { return key.Revise(one, []byte(`{"a":1,"a":2}`)) },
		"empty subject": func() (timeline.Pending, error) {
			return key.Revise([]belief.Subject{{Name: "a", Value: ""}}, []byte("1"))
		},
		"empty id": func() (timeline.Pending, error) {
			return key.Revise([]belief.Subject{{Name: "a", Value: timeline.ID{}}}, []byte("1"))
		},
		"empty roster": func() (timeline.Pending, error) {
			return key.Revise([]belief.Subject{{Name: "a", Value: roster("")}}, []byte("1"))
		},
		"not UTF-8": func() (timeline.Pending, error) {
			return key.Revise([]belief.Subject{{Name: "a", Value: "s3cret\xff"}}, []byte("1"))
		},
		"float": func() (timeline.Pending, error) {
			return key.Revise([]belief.Subject{{Name: "a", Value: 1.5}}, []byte("1"))
		},
		"nil":            func() (timeline.Pending, error) { return key.Contract([]belief.Subject{{Name: "a"}}) },
		"subject's name": func() (timeline.Pending, error) { return key.Contract([]belief.Subject{{Name: "a b", Value: "x"}}) },
		"a name twice":   func() (timeline.Pending, error) { return key.Contract(append(one, one...)) },
		"oversize": func() (timeline.Pending, error) {
			return key.Revise(one, []byte(`"`+strings.Repeat("x", timeline.MaxPayload)+`"`))
		},
	} {
		if p, err := try(); err == nil || strings.Contains(err.Error(), "s3cret") || p.Payload != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestDecode(t *testing.T) {
	p, _ := key.Revise([]belief.Subject{{Name: "a", Value: "x"}}, []byte(`null`))
	s := belief.State{Event: timeline.Event{Seq: 3, Pending: p}}
	if got, err := s.Decode(); err != nil || string(got.Value) != "null" || string(got.About) != `{"a":"x"}` || !json.Valid(got.About) {
		t.Errorf("%s, %v", got, err)
	}
	for _, bad := range []string{`"s3cret"`, `{"about":{}}`, `{"value":1}`} {
		s.Event.Payload = []byte(bad)
		if _, err := s.Decode(); err == nil || strings.Contains(err.Error(), "s3cret") || !strings.HasPrefix(err.Error(), "event 3 (grantgen.BeliefRevised version 1) cannot be read: ") {
			t.Errorf("%s: %v", bad, err)
		}
	}
	s.Event.Version = 2
	if _, err := s.Decode(); err == nil {
		t.Error("a newer version was read")
	}
}
