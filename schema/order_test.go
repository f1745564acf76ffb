package schema_test

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/schema"
)

// The order in which the files are given, and how the schema is spread over them, changes no model; and no finding but for where
// it stands.
func TestOrderOfFiles(t *testing.T) {
	head := "grantgen: 1\n"
	files := []schema.File{
		{Name: "a.grant.yaml", Bytes: []byte(head + "package: fish\nroster: {party: [norway, uk]}\n")},
		{Name: "b.grant.yaml", Bytes: []byte(head + "events: {Offer: {envelope: {party: party}, payload: {text: string}}}\nchecks: [{role: norway, sees: {Offer: {party: uk}}}]\n")},
		{Name: "c.grant.yaml", Bytes: []byte(head + "roles: {norway: {sees: {room: Offer, again: {log: [Offer, Offer]}}}}\n")},
		{Name: "d.grant.yaml", Bytes: []byte(head + "roles: {uk: {sees: {room: Offer}}}\nnever: [{id: x, roles: [uk], events: [Offer], where: {party: norway}}]\n")},
		{Name: "e.grant.yaml", Bytes: []byte(head + "package: other\nroster: {party: [eu]}\nroles: {uk: {sees: {rom: Ofer}}}\n")},
	}
	for _, n := range []int{3, 5} {
		some := files[:n:n]
		want, said := schema.Parse(some, nil)
		if (n == 3) != (want != nil) {
			t.Fatal(said)
		}
		for range 50 {
			rand.Shuffle(n, func(i, j int) { some[i], some[j] = some[j], some[i] })
			got, again := schema.Parse(some, nil)
			if !reflect.DeepEqual(want, got) || !reflect.DeepEqual(said, again) {
				t.Fatalf("another order, another answer:\n%v\n%v", said, again)
			}
		}
	}
}

// A schema in one file and the same in many are one model, but for the positions.
func TestSpreadOverFiles(t *testing.T) {
	whole, list := schema.Parse([]schema.File{{Name: "s.grant.yaml", Bytes: []byte(smallest)}}, nil)
	if whole == nil {
		t.Fatal(list)
	}
	parts := strings.Split(smallest, "roles:")
	m, list := schema.Parse([]schema.File{
		{Name: "z.grant.yaml", Bytes: []byte(parts[0])},
		{Name: "a.grant.yaml", Bytes: []byte("grantgen: 1\nroles:" + parts[1])},
	}, nil)
	if m == nil || len(m.Events) != 1 || len(m.Roles) != 1 || len(m.Roles[0].Parts) != len(whole.Roles[0].Parts) {
		t.Fatal(list)
	}
	if got := strings.Join(m.Files, " "); got != "a.grant.yaml z.grant.yaml" {
		t.Error(got)
	}
}
