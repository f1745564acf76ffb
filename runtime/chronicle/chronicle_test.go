package chronicle_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/runtime/chronicle"
	"github.com/grantgen/grantgen/runtime/timeline"
)

var ctx = context.Background()

const public = "chronicle:public"

var offers = []timeline.Clause{{
	Key: timeline.Key{Namespace: "fisheries", Type: "OfferMade"}, Was: []string{"Offered"},
	Where: []timeline.Constraint{timeline.In("party", timeline.Text("uk")), timeline.Between("n", timeline.Above(timeline.Int(2)), timeline.AtMost(timeline.Int(9)))},
}}

func section(from, to int64) chronicle.Section {
	return chronicle.Section{From: from, To: to, Scope: public, Prose: "The UK <b>opened</b>\u2028", Writer: "chronicler", Hash: [32]byte{1, 2}, Clauses: offers}
}

func pending(t testing.TB, s chronicle.Section) timeline.Pending {
	t.Helper()
	p, err := s.Pending()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func foreign() timeline.Pending {
	return timeline.Pending{Key: timeline.Key{Namespace: "fisheries", Type: "OfferMade"}, Version: 1, Payload: []byte(`1`)}
}

// logOf appends events and folds them all.
func logOf(t testing.TB, batch ...timeline.Pending) (timeline.Log, chronicle.Reader) {
	t.Helper()
	log, f := timeline.Memory(), chronicle.New()
	if _, err := log.Append(ctx, batch...); err != nil {
		t.Fatal(err)
	}
	if err := timeline.CatchUp(ctx, log, f, int64(len(batch))); err != nil {
		t.Fatal(err)
	}
	return log, f
}

func TestSectionComesBack(t *testing.T) {
	s := section(1, 3)
	p := pending(t, s)
	if p.ID != chronicle.EventID(public, s.Range()) || p.ID == chronicle.EventID(public, timeline.Range{From: 1, To: 2}) || p.ID == chronicle.EventID("x", s.Range()) {
		t.Errorf("its id is %s", p.ID)
	}
	if !strings.HasPrefix(string(p.Payload), `{"section":"1-3","from":1,"to":3,"scope":"chronicle:public","prose":"The UK <b>opened</b>`) {
		t.Errorf("%s", p.Payload)
	}
	_, f := logOf(t, foreign(), foreign(), foreign(), p)
	for at, n := range map[int64]int{0: 0, 3: 0, 4: 1, 9: 1} {
		got, err := f.Sections(ctx, public, at)
		if err != nil || len(got) != n {
			t.Fatalf("at %d: %v, %v", at, got, err)
		}
		if n == 0 {
			continue
		}
		g := got[0]
		if g.ID != "1-3" || g.Prose != s.Prose || g.Writer != s.Writer || g.Hash != s.Hash || g.Seq != 4 || g.Event != p.ID || g.Scope != public {
			t.Errorf("%+v", g)
		}
		// The clauses that were recorded admit what they admitted.
		e := timeline.Event{Seq: 2, Pending: timeline.Pending{Key: timeline.Key{Namespace: "fisheries", Type: "Offered"},
			Attributes: timeline.NewAttributes(timeline.Attribute{Name: "party", Value: timeline.Text("uk")}, timeline.Attribute{Name: "n", Value: timeline.Int(9)})}}
		if !g.Covers(e) {
			t.Error("an event of the range is not covered")
		}
		e.Seq = 4
		if g.Covers(e) {
			t.Error("an event past the range is covered")
		}
		e.Seq, e.Attributes[0].Value = 2, timeline.Int(2)
		if g.Covers(e) {
			t.Error("an event that the clauses refuse is covered")
		}
	}
}

func TestRefusedSections(t *testing.T) {
	for name, change := range map[string]func(*chronicle.Section){
		"from 0": func(s *chronicle.Section) { s.From = 0 }, "backwards": func(s *chronicle.Section) { s.To = 0 }, "no scope": func(s *chronicle.Section) { s.Scope = "" },
		"no writer": func(s *chronicle.Section) { s.Writer = "" }, "no clauses": func(s *chronicle.Section) { s.Clauses = nil }, "not UTF-8": func(s *chronicle.Section) { s.Prose = "\xff" },
		"unbound": func(s *chronicle.Section) {
			s.Clauses = []timeline.Clause{{Where: []timeline.Constraint{timeline.In("party", timeline.Self("party"))}}}
		},
	} {
		s := section(1, 3)
		change(&s)
		if _, err := s.Pending(); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
}

func TestOverlap(t *testing.T) {
	standing := []chronicle.Section{section(1, 3), section(6, 8)}
	var overlap *chronicle.Overlap
	_, _, err := chronicle.Standing(standing, public, timeline.Range{From: 2, To: 4})
	if !errors.As(err, &overlap) || err.Error() != "events 2 to 4 overlap the section over 1 to 3 of chronicle:public" {
		t.Errorf("%v", err)
	}
	if s, there, err := chronicle.Standing(standing, public, timeline.Range{From: 6, To: 8}); err != nil || !there || s.From != 6 {
		t.Errorf("the same range: %v, %t, %v", s, there, err)
	}
	if _, there, err := chronicle.Standing(standing, public, timeline.Range{From: 4, To: 5}); err != nil || there {
		t.Errorf("a free range: %t, %v", there, err)
	}
	for _, r := range []timeline.Range{{}, {From: 3, To: 2}, {From: -1, To: 2}} {
		if _, _, err := chronicle.Standing(nil, public, r); err == nil {
			t.Errorf("%v is a range", r)
		}
	}
}

// A section that cannot be read is an error where its scope is read, and nowhere else; one that is odd in its envelope is not there.
func TestUnreadableSections(t *testing.T) {
	odd := func(change func(*timeline.Pending)) timeline.Pending {
		s := section(1, 2)
		s.Scope = "chronicle:uk"
		p := pending(t, s)
		change(&p)
		return p
	}
	for name, change := range map[string]func(*timeline.Pending){
		"payload": func(p *timeline.Pending) { p.Payload = []byte(`"s3cret"`) },
		"version": func(p *timeline.Pending) { p.Version = 2 },
		"differs": func(p *timeline.Pending) { p.Payload = pending(t, section(1, 2)).Payload },
		"hash": func(p *timeline.Pending) {
			p.Payload = []byte(strings.Replace(string(p.Payload), `"hash":"01`, `"hash":"s3cret`, 1))
		},
		"clause": func(p *timeline.Pending) {
			p.Payload = []byte(strings.Replace(string(p.Payload), `"op":"in"`, `"op":"s3cret"`, 1))
		},
	} {
		_, f := logOf(t, foreign(), foreign(), odd(change), pending(t, section(1, 2)))
		var u *timeline.Undecodable
		if _, err := f.Sections(ctx, "chronicle:uk", 4); !errors.As(err, &u) || u.Seq != 3 || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: %v", name, err)
		}
		if got, err := f.Sections(ctx, public, 4); err != nil || len(got) != 1 {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	for name, at := range map[string]int{"from": 0, "scope": 1, "to": 2} {
		_, f := logOf(t, foreign(), foreign(), odd(func(p *timeline.Pending) { p.Attributes[at].Value = timeline.Bool(true) }), pending(t, section(1, 2)))
		for _, scope := range []string{"chronicle:uk", ""} {
			if got, err := f.Sections(ctx, scope, 4); err != nil || len(got) != 0 {
				t.Errorf("%s: %v, %v", name, got, err)
			}
		}
	}
}

func TestHashOf(t *testing.T) {
	clauses := []timeline.Clause{{Key: foreign().Key}}
	log, _ := logOf(t, foreign(), foreign(), foreign())
	hash := func(r timeline.Range) [32]byte {
		h, err := chronicle.HashOf(ctx, log, r, clauses)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	a := hash(timeline.Range{From: 1, To: 3})
	if a != hash(timeline.Range{From: 1, To: 3}) || a == hash(timeline.Range{From: 1, To: 2}) {
		t.Error("the hash is not that of the range")
	}
	if _, err := chronicle.HashOf(ctx, log, timeline.Range{From: 1, To: 3}, nil); err == nil {
		t.Error("no clauses have a hash")
	}
}
