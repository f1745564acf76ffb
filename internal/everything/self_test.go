package everything

import (
	"strings"
	"testing"

	"github.com/grantgen/grantgen/internal/everything/grants"
	"github.com/grantgen/grantgen/internal/everything/grants/helper"
	"github.com/grantgen/grantgen/internal/everything/grants/pairing"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// A member's own value that is missing is named as the schema and as the Input call it.
func TestAnEmptySelfIsNamedAsItIsGiven(t *testing.T) {
	tl, err := grants.Open(ctx, timeline.Memory())
	if err != nil {
		t.Fatal(err)
	}
	_, one := helper.Assemble(ctx, tl, helper.Input{}, nil)
	_, two := pairing.Assemble(ctx, tl, pairing.Input{Ask: "What now?"}, nil)
	_, second := pairing.Assemble(ctx, tl, pairing.Input{SelfParty: grants.PartyNorway, Ask: "What now?"}, nil)
	for _, c := range []struct {
		err  error
		want string
	}{{one, "input 'self.party' is empty (Input.Self)"}, {two, "input 'self.party' is empty (Input.SelfParty)"}, {second, "input 'self.mood' is empty (Input.SelfMood)"}} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("%v, want %s", c.err, c.want)
		}
	}
}
