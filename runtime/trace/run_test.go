package trace_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/examples/fisheries/grants"
	"github.com/grantgen/grantgen/examples/fisheries/grants/replay"
	"github.com/grantgen/grantgen/runtime/timeline/sqlite"
	"github.com/grantgen/grantgen/runtime/trace"
	"github.com/grantgen/grantgen/runtime/world"
)

// The commands of a replay binary: exit codes, and what they say.
func TestRun(t *testing.T) {
	file := filepath.Join(t.TempDir(), "story.db")
	log, err := sqlite.Open(ctx, file)
	if err != nil {
		t.Fatal(err)
	}
	_, recs := told(t, log)
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	open := func(ctx context.Context, name string) (*world.Store, error) {
		log, err := sqlite.Open(ctx, name, sqlite.ReadOnly())
		if err != nil {
			return nil, err
		}
		tl, err := grants.Open(ctx, log)
		if err != nil {
			return nil, err
		}
		return tl.Store, nil
	}
	html, words := filepath.Join(t.TempDir(), "page.html"), filepath.Join(t.TempDir(), "words.txt")
	if err := os.WriteFile(words, []byte("Words."), 0o666); err != nil {
		t.Fatal(err)
	}
	first, last := fmt.Sprintf("#%d", recs[0].Seq), fmt.Sprintf("#%d", recs[3].Seq)
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"check " + file, 0, ": equal\n"},
		{"check " + file + " " + first, 0, "norway at 3"},
		{"check " + file + " #1", 2, "no context was recorded"},
		{"check " + file + " 99999999", 2, "99999999: no context was recorded under that id; the log ends at event 9; the nearest: #9 (negotiator@uk at 8)"},
		{"check " + file + " #5", 2, "#5: no context was recorded under that id; event 5 is of the type fisheries.OfferMade; the nearest: #4 (norway at 3), #6 (norway at 5)"},
		{"check", 2, "check: LOG is missing: check LOG; --help"},
		{"budget " + file + " #4", 2, "budget: TOTAL is missing: budget LOG CONTEXT TOTAL"},
		{"html " + file, 2, "html: FILE is missing: html LOG FILE"},
		{"budget " + file + " #4 80 90", 2, `"90" is too much`},
		{"", 2, "nothing was asked"},
		{"frob " + file, 2, `no command "frob"`},
		{"budget " + file + " " + first + " 80", 0, "100 of 120 used; with a total of 80: 64 used, 1 part shed\nshed  offer  considered  36  event 3  UK: A 12% cut to the mackerel quota.  needs 36, 16 left\n"},
		{"budget " + file + " " + first + " 120", 0, "every part is what it was"},
		{"budget " + file + " " + first + " 10", 0, "the binding parts alone come to 44 against a total of 10"},
		{"budget " + file + " " + first + " x", 2, `"x" is no total`},
		{"budget " + file + " " + last + " 80", 2, "without a budget"},
		{"html " + file + " " + html, 0, "4 contexts, 3 with a slider (1 has no budget)\n"},
		{"html -role negotiator -last 1 " + file + " " + html, 0, "1 context, 0 with a slider (1 has no budget)\n"},
		{"html -last 1 " + file + " " + html, 0, "3 older ones are left out"},
		{"html " + file + " " + file, 2, "is the log itself"},
		{"html --force " + file + " " + file, 2, "is the log itself"},
		{"html " + file + " " + words, 2, "is no page of recorded contexts: it is not replaced; --force writes over it"},
		{"html " + file + " " + words + " --force", 0, "4 contexts, 3 with a slider (1 has no budget)\n"},
		{"html -role nobody " + file + " " + html, 2, `role "nobody": no context of it is recorded; there are contexts of negotiator@uk (1), norway (3)`},
		{"html -last -1 " + file + " " + html, 2, "-last -1"},
		{"html -from x " + file + " " + html, 2, `replay: html: -from: "x" is no position`},
		{"html " + file + " " + html + " --to=1.5", 2, `replay: html: -to: "1.5" is no position`},
		{"html -last many " + file + " " + html, 2, `replay: html: -last: "many" is no number`},
		{"help", 0, "Makes recorded contexts again."},
		{"help check", 0, "check LOG [CONTEXT…]"},
		{"-h", 0, "Makes recorded contexts again."},
		{"--help", 0, "Makes recorded contexts again."},
		{"check --help", 0, "Makes recorded contexts again."},
		{"html --help", 0, "-since"},
		{"html " + file + " -h", 0, "-since"},
		{"html -since yesterday " + file + " " + html, 2, "is no time"},
	} {
		var out, errs bytes.Buffer
		code := trace.Run(ctx, replay.Roles(), open, strings.Fields(c.args), &out, &errs)
		if code != c.code || !strings.Contains(out.String()+errs.String(), c.want) {
			t.Errorf("%s: exit code %d, want %d and %q:\n%s%s", c.args, code, c.code, c.want, out.String(), errs.String())
		}
	}
	if info, err := os.Stat(html); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the page: %v %v", info.Mode(), err)
	}
}
