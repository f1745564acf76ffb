package worlds

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/runtime/slice"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// A mark is told by the call that it was given to first; of one that nobody was given nothing is said.
func TestOriginsOfMarks(t *testing.T) {
	role := Role{Name: "counsel", Self: []string{"party", "user"}}
	in := func(user, text string) input {
		return input{role: role, fields: map[string]json.RawMessage{
			"self.party": timeline.Text("uk").JSON(), "self.user": timeline.Text(user).JSON(), "statement": timeline.Text(text).JSON(),
		}}
	}
	shown, hidden := &entry{n: 1}, &entry{n: 2}
	say := func(text string) timeline.Event {
		return timeline.Event{Pending: timeline.Pending{Key: timeline.Key{Namespace: "small", Type: "Said"}, Payload: []byte(`{"text":"` + text + `"}`)}}
	}
	tr := &trial{
		maker: &maker{grant: &slice.Grant{Role: "reader@uk"}},
		base:  &laid{history: history{entries: []*entry{shown, hidden}}, events: []timeline.Event{say("z4q1z"), say("z4q2z")}},
		seen:  &seen{shown: map[int]map[string]bool{1: {"text": true}}},
	}
	o := origins{}
	o.given(in("ada", "of z3q1z").member(), in("ada", "of z3q1z"))
	o.given(in("b@b", "z3q1z, z3q2z").member(), in("b@b", "z3q1z, z3q2z"))
	o.logged(tr)
	for mark, want := range map[string]string{
		"z3q1z": ", first given to counsel@uk@ada in statement",
		"z3q2z": ", first given to counsel@uk@b%40b in statement",
		"z4q1z": ", first given to reader@uk in small.Said",
		"z4q2z": ", first hidden from reader@uk in small.Said",
		"z9q9z": "",
	} {
		if got := o.of(mark); got != want {
			t.Errorf("%s: %q, want %q", mark, got, want)
		}
	}
}

// A prompt that holds what an earlier call was asked says whose text that was, and that something outlives the call.
func TestWhatIsCarriedIsTraced(t *testing.T) {
	r := &running{Run: &Run{Vocabulary: small, Seed: 1}, origins: origins{}}
	in, ok := newDraw(small, 1, 0).input(small.Roles[0])
	if !ok {
		t.Fatal("nothing was drawn")
	}
	r.origins.given(in.member(), in)
	said := outcome{prompt: "first\nasked: " + string(in.fields["ask"])}
	mark, found := foreignMark(said.prompt, 1)
	if !found {
		t.Fatalf("no mark: %s", said.prompt)
	}
	f := r.carried(&trial{maker: &maker{grant: &slice.Grant{Role: "r@uk"}}}, 1, mark, said)
	want := "it holds the text of an earlier call (something outlives the call; grantvet names it), first given to " + in.member() + " in ask"
	if f.How != want || len(f.Moved) != 1 || !strings.Contains(f.Moved[0], mark) {
		t.Errorf("%q, %q", f.How, f.Moved)
	}
}
