package meetings

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/grantgen/grantgen/examples/assistant/meetings/assemblers"
	"github.com/grantgen/grantgen/examples/assistant/meetings/grants"
	"github.com/grantgen/grantgen/examples/assistant/meetings/grants/ranked"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/assemblytest"
	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/token/bpe"
)

// total is what the schema's layout allows.
const total = 2000

// recordings are the meetings of the data folder.
func recordings(t *testing.T) []Meeting {
	t.Helper()
	root := os.Getenv("GRANTGEN_DATA")
	if root == "" {
		root = filepath.FromSlash("../../../../shared/data")
	}
	meetings, err := Load(os.DirFS(filepath.Join(root, "memory")))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("the meetings are not here: %v (GRANTGEN_DATA names the folder of the data)", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return meetings
}

// In every meeting, for every question, both prompts keep to the total, and the one by rank keeps at least as much of the evidence.
func TestTheMeetings(t *testing.T) {
	meetings := recordings(t)
	var rows []Row
	for _, m := range meetings {
		row, err := Measure(context.Background(), m)
		if err != nil {
			t.Fatal(err)
		}
		holds(t, row)
		rows = append(rows, row)
	}
	t.Log(Header)
	for _, row := range append(rows, Total(rows)) {
		t.Log(row)
	}
}

func holds(t *testing.T, row Row) {
	t.Helper()
	if len(row.Answers) == 0 || row.Marked == 0 {
		t.Errorf("%s has %d questions and %d marked turns: this proves nothing", row.Name, len(row.Answers), row.Marked)
	}
	for i, a := range row.Answers {
		for _, c := range []*assembly.Context{a.Recent, a.Ranked} {
			text := render.Sections(c).String()
			n, err := bpe.O200kBase.Count(text)
			if err != nil || n > total || n != c.Used || c.Total != total {
				t.Errorf("%s, question %d, %s: %d tokens (%v), the context says %d of %d", row.Name, i+1, c.Role, n, err, c.Used, c.Total)
			}
			if !strings.Contains(text, a.Question.Text) || !strings.Contains(text, "Turns may be missing.") {
				t.Errorf("%s, question %d, %s: the question or the policy was cut", row.Name, i+1, c.Role)
			}
			if len(c.Parts)+len(c.Shed) != row.Turns+2 || (len(c.Shed) > 0) != strings.Contains(text, "tokens omitted...]") {
				t.Errorf("%s, question %d, %s: %d parts and %d shed of %d turns", row.Name, i+1, c.Role, len(c.Parts), len(c.Shed), row.Turns)
			}
		}
		if a.ByRank < a.ByRecency {
			t.Errorf("%s, question %d: rank keeps %d of the marked turns, recency %d", row.Name, i+1, a.ByRank, a.ByRecency)
		}
	}
}

// invented is a meeting of our own: what counts was said early, and much was said since.
func invented() fstest.MapFS {
	var events strings.Builder
	say := func(seq int, speaker, text string) {
		fmt.Fprintf(&events, `{"seq":%d,"type":"TurnTaken","payload":{"speaker":%q,"turn":%d,"text":%q}}`+"\n", seq, speaker, seq-1, text)
	}
	for seq := 1; seq <= 300; seq++ {
		switch seq {
		case 10:
			say(seq, "chair", "The kiosk is to cost nine euros.")
		case 11:
			say(seq, "clerk", "Nine euros, then.")
		default:
			say(seq, "clerk", fmt.Sprintf("We went through item %d of the list, and nobody objected.", seq))
		}
	}
	return fstest.MapFS{
		"kiosk.events.jsonl": {Data: []byte(events.String())},
		"kiosk.expect.json":  {Data: []byte(`{"questions":[{"query":"What is the kiosk to cost?","evidence_seq":[[10,11]]},{"query":"What was said last?","evidence_seq":[[300,300]]}]}`)},
	}
}

func TestAMeetingOfOurOwn(t *testing.T) {
	meetings, err := Load(invented())
	if err != nil {
		t.Fatal(err)
	}
	row, err := Measure(context.Background(), meetings[0])
	if err != nil {
		t.Fatal(err)
	}
	holds(t, row)
	if row.Marked != 3 || row.ByRecency != 1 || row.ByRank != 3 {
		t.Errorf("%+v", row)
	}
	if got, want := row.String(), "kiosk              300         2      3"; !strings.HasPrefix(got, want) {
		t.Errorf("%q", got)
	}
}

func TestAFolderWithoutMeetings(t *testing.T) {
	if _, err := Load(fstest.MapFS{}); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	broken := invented()
	broken["kiosk.events.jsonl"].Data = []byte("{")
	if _, err := Load(broken); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

func TestRankedIsPure(t *testing.T) {
	meetings, err := Load(invented())
	if err != nil {
		t.Fatal(err)
	}
	tl, err := grants.Open(context.Background(), timeline.Memory(), assemblytest.FixedIDs())
	if err != nil {
		t.Fatal(err)
	}
	for _, turn := range meetings[0].Turns[:12] {
		if _, err := tl.Append(context.Background(), turn); err != nil {
			t.Fatal(err)
		}
	}
	assemblytest.Golden(t, assemblytest.Pure(t, func() (*assembly.Context, error) {
		return ranked.Assemble(context.Background(), tl, ranked.Input{Ask: "What is the kiosk to cost?", Marked: []int64{9, 10}}, assemblers.Ranked)
	}))
}
