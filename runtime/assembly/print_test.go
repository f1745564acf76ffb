package assembly_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grantgen/grantgen/runtime/assembly"
)

// everything lets cmp look into unexported fields.
var everything = cmp.Exporter(func(reflect.Type) bool { return true })

type role struct{}

type source = assembly.Source[role]

// offerMade is a view as it is generated.
type offerMade struct {
	source
	Party string
	Text  string
}

func (v offerMade) Format(f fmt.State, verb rune) {
	assembly.Print(f, verb, "norway.RoomOfferMade", assembly.PrintField{Name: "Party", Value: v.Party}, assembly.PrintField{Name: "Text", Value: v.Text})
}

func TestViewsPrintTheirFields(t *testing.T) {
	v := offerMade{source: assembly.SourceOf[role](open().HandOut("room", assembly.EventRef{Event: "e1", Seq: 7}, false, nil)), Party: "uk", Text: "12% <cut>"}
	for verb, want := range map[string]string{
		"%v":  `{uk 12% <cut>}`,
		"%+v": `{Party:uk Text:12% <cut>}`,
		"%#v": `norway.RoomOfferMade{Party:"uk", Text:"12% <cut>"}`,
		"%s":  `{uk 12% <cut>}`,
		"%q":  `{"uk" "12% <cut>"}`,
	} {
		if got := fmt.Sprintf(verb, v); got != want {
			t.Errorf("%s prints %s, want %s", verb, got, want)
		}
	}
	if got, err := json.Marshal(v); err != nil || string(got) != `{"Party":"uk","Text":"12% \u003ccut\u003e"}` {
		t.Errorf("JSON: %s %v", got, err)
	}
}

// E10: nothing of a part's text or of another's data comes out of a source, however it is printed.
func TestSourcesPrintNothing(t *testing.T) {
	s := open()
	s.HandOut("own_beliefs", assembly.StateRef{Scope: "secret scope"}, false, "secret mark")
	h := s.HandOut("room", assembly.EventRef{Event: "secret event"}, false, nil)
	s.Add(offer, assembly.Content{Text: "secret text"}, h)
	src, prose := assembly.SourceOf[role](h), assembly.ProseOf[role](h)
	var log bytes.Buffer
	out := []string{}
	for _, v := range []any{
		src, prose, h, s, &src,
		struct{ hidden any }{src},
		struct{ hidden source }{src},
		struct{ hidden *assembly.Session }{s},
		[]source{src},
		map[string]any{"x": prose},
		struct{ assembly.Handle }{h},
	} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d", "%x"} {
			out = append(out, fmt.Sprintf(verb, v))
		}
		text, err := json.Marshal(v)
		if err != nil {
			t.Errorf("%T: %v", v, err)
		}
		out = append(out, string(text))
		slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "v", v)
		slog.New(slog.NewTextHandler(&log, nil)).Info("x", "v", v)
	}
	out = append(out, log.String())
	// A test's diff goes through unexported fields and pointers.
	out = append(out, cmp.Diff(src, assembly.SourceOf[role](open().HandOut("room", assembly.EventRef{}, false, nil)), everything))
	for _, text := range out {
		if strings.Contains(text, "secret") || strings.Contains(text, fmt.Sprintf("%x", "secret")) {
			t.Errorf("printed: %s", text)
		}
	}
	if got := fmt.Sprintf("%+v %v", src, prose); got != "source source" {
		t.Error(got)
	}
	for _, v := range []any{src, prose, h} {
		if got, err := json.Marshal(v); err != nil || string(got) != "{}" {
			t.Errorf("%s %v", got, err)
		}
	}
}
