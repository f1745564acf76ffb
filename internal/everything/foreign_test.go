package everything

import (
	"errors"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/internal/everything/foreign"
	"github.com/grantgen/grantgen/internal/everything/grants"
	"github.com/grantgen/grantgen/internal/everything/grants/trader"
	"github.com/grantgen/grantgen/runtime/timeline"
)

func sale() foreign.Sale {
	landed := foreign.Flag(true)
	return foreign.Sale{Text: "Cod <fresh>", Amount: 9007199254740993, Price: foreign.Money{Units: 7, Currency: "NOK"}, Buyer: "a secret buyer",
		Kind: "cod", Crates: 65535, Weight: 2.5, Landed: &landed, Details: map[string]any{"a": 1}}
}

// An event of an application's own Go type stands on the log as its JSON; views have what is shown, and no more.
func TestAnExistingGoType(t *testing.T) {
	tl := clocked(t)
	if _, err := tl.Append(ctx, grants.Sale{Party: grants.PartyNorway, Payload: sale()}, grants.Sale{Party: grants.PartyUK, Payload: foreign.Sale{Text: "Hake"}}); err != nil {
		t.Fatal(err)
	}
	page, err := tl.Log().Read(ctx, timeline.Query{})
	if err != nil {
		t.Fatal(err)
	}
	if got := string(page.Events[0].Payload); got != `{"text":"Cod <fresh>","amount":9007199254740993,"took":0,"price":{"units":7,"currency":"NOK"},"kind":"cod","crates":65535,"weight":2.5,"landed":true,"buyer":"a secret buyer","details":{"a":1}}` {
		t.Errorf("the payload is %s", got)
	}
	in := trader.Input{Fee: foreign.Money{Units: 1, Currency: "EUR"}}
	built, err := trader.Assemble(ctx, tl, in, nil)
	if err != nil {
		t.Fatal(err)
	}
	said := built.Describe().String()
	for _, want := range []string{`"sold: Cod <fresh>"`, `"Norway sold"`, `"UK sold"`, `{"units":1,"currency":"EUR"}`, `"cod: 65535 crates of 2.5, landed true"`} {
		if !strings.Contains(said, want) {
			t.Errorf("the context lacks %s: %s", want, said)
		}
	}
	if strings.Contains(said, "secret") || strings.Contains(said, "Hake") {
		t.Errorf("the context holds what is not granted: %s", said)
	}
	n := 0
	if _, err := trader.Assemble(ctx, tl, in, func(g *trader.Grant, p *trader.Parts) {
		for v := range g.Sales().Sale() {
			n++
			if v.Text != "Cod <fresh>" || v.Price != (foreign.Money{Units: 7, Currency: "NOK"}) {
				t.Errorf("%v", v)
			}
		}
		p.Fee(g.Fee())
	}); err != nil || n != 1 {
		t.Errorf("%d sales, %v", n, err)
	}
}

// A payload that is not of the type is an error where it is handed out, and where nothing of it is shown nobody decodes it.
func TestAForeignPayloadThatDoesNotDecode(t *testing.T) {
	for party, bad := range map[string]bool{"norway": true, "uk": false} {
		tl := clocked(t)
		if _, err := tl.Log().Append(ctx, timeline.Pending{ID: id(party), Key: timeline.Key{Namespace: "every", Type: "Sale"}, Version: 1,
			Attributes: timeline.NewAttributes(timeline.Attribute{Name: "party", Value: timeline.Text(party)}), Payload: []byte(`{"text":7,"buyer":"a secret buyer"}`)}); err != nil {
			t.Fatal(err)
		}
		_, err := trader.Assemble(ctx, tl, trader.Input{Fee: foreign.Money{Units: 1}}, nil)
		var odd *timeline.Undecodable
		if errors.As(err, &odd) != bad || err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", party, err)
		}
	}
}
