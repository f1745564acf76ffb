package assembly_test

import (
	"strings"
	"testing"

	"github.com/grantgen/grantgen/runtime/assembly"
)

// Where a section stands on the log is for operators: what is hidden moves it, and a prompt must not move.
func TestSeqsStayOutOfThePrompt(t *testing.T) {
	l, slots := assistant()
	section := func(id string, at int64) assembly.Meta {
		return assembly.Meta{Source: "chronicle:public", Version: id, Seqs: true, At: at * day}
	}
	c := finish(t, under(l, slots, 0, said{"evidence", "Round one.", section("1-3", 1)}, said{"evidence", "Round two.", section("4-9", 2)}))
	text := sections(t, c)
	if strings.Contains(text, "1-3") || strings.Contains(text, "4-9") || !strings.Contains(text, `[Stamp: source "chronicle:public", version "", 1970-01-02]`) {
		t.Errorf("%s", text)
	}
	if len(c.Notes) != 0 {
		t.Errorf("two sections of one chronicle are told of as two versions: %+v", c.Notes)
	}
	if d := c.Describe().String(); !strings.Contains(d, `"version":"1-3"`) || !strings.Contains(d, `"version":"4-9"`) {
		t.Errorf("an operator does not see where the sections stand: %s", d)
	}
}
