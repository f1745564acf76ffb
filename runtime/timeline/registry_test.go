package timeline

import (
	"errors"
	"strings"
	"testing"
)

var said = Key{"talk", "Said"}

func step1(from int, add string) Upcaster {
	return Upcaster{Key: said, From: from, Up: func(e Event) ([]byte, error) { return append(e.Payload[:len(e.Payload)-1], add...), nil }}
}

func TestRegistryRefuses(t *testing.T) {
	types := []Type{{Key: said, Version: 3, Was: []string{"Told"}}}
	for want, r := range map[string]struct {
		types     []Type
		upcasters []Upcaster
	}{
		"the type is not declared":                     {types, []Upcaster{{Key: Key{"talk", "Other"}, From: 1, Up: step1(1, "").Up}}},
		"it is there twice":                            {types, []Upcaster{step1(2, ""), step1(2, "")}},
		"the step from version 2 is missing":           {types, []Upcaster{step1(1, "")}},
		"the type is at version 3":                     {types, []Upcaster{step1(2, ""), step1(3, "")}},
		"upcaster of talk.Said from version 0":         {types, []Upcaster{step1(0, "")}},
		"it has no function":                           {types, []Upcaster{{Key: said, From: 2}}},
		"the name Said is taken by Said":               {append(types, Type{Key: said, Version: 1}), nil},
		"the name Told is taken by Said":               {append(types, Type{Key: Key{"talk", "Told"}, Version: 1}), nil},
		"namespace and type must be names":             {[]Type{{Key: Key{"talk", "a b"}, Version: 1}}, nil},
		"event type talk.Said: version 0: versions st": {[]Type{{Key: said}}, nil},
	} {
		if _, err := NewRegistry(r.types, r.upcasters); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func TestCurrent(t *testing.T) {
	r, err := NewRegistry([]Type{{Key: said, Version: 3, Was: []string{"Told"}}, {Key: Key{"talk", "Bare"}, Version: 2}},
		[]Upcaster{step1(2, `,"c":3}`), {Key: Key{"talk", "Told"}, From: 1, Up: step1(1, `,"b":2}`).Up}})
	if err != nil {
		t.Fatal(err)
	}
	old := Event{Seq: 4, Pending: Pending{Key: Key{"talk", "Told"}, Version: 1, Payload: []byte(`{"a":1}`), Attributes: Attributes{{"n", Int(1)}}}}
	e, err := r.Current(old)
	if err != nil || string(e.Payload) != `{"a":1,"b":2,"c":3}` || e.Version != 3 || e.Key != said || e.Seq != 4 || len(e.Attributes) != 1 {
		t.Errorf("%+v, %v", e, err)
	}
	if string(old.Payload) != `{"a":1}` {
		t.Error("the stored event was changed")
	}
	if k, known := r.Canonical(Key{"talk", "Told"}); !known || k != said {
		t.Errorf("%v, %t", k, known)
	}
	if _, known := r.Canonical(Key{"talk", "said"}); known {
		t.Error("a type in another case is known")
	}
	for want, e := range map[string]Event{
		"event 4 (talk.Said version 4) cannot be read: the program knows it up to version 3": {Seq: 4, Pending: Pending{Key: said, Version: 4}},
		"event 4 (talk.Other version 1) cannot be read: its type is not declared":            {Seq: 4, Pending: Pending{Key: Key{"talk", "Other"}, Version: 1}},
		"event 4 (talk.Bare version 1) cannot be read: there is no upcaster from version 1":  {Seq: 4, Pending: Pending{Key: Key{"talk", "Bare"}, Version: 1}},
		"event 4 (talk.Said version 2) cannot be read: the upcaster from version 2 failed":   {Seq: 4, Pending: Pending{Key: said, Version: 2, Payload: []byte(`s3cret!`)}},
	} {
		_, err := r.Current(e)
		var u *Undecodable
		if !errors.As(err, &u) || err.Error() != want || u.Seq != 4 {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
