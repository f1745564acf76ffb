package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/token/bpe"
)

// toldInOrder is what the story prints, in this order; more may stand between.
var toldInOrder = []string{
	"== the prompt of assistant@ferries\n[Section: policy]\nMUST HOLD:\nYou help the operators",
	"[Section: tools]\nCONSIDER:\n{\"name\":\"service_status\"",
	"[Section: facts]\nCONSIDER:\n",
	"decides on exceptions.\\nShe answers on the duty phone only. (1 more line)\"\n",
	"[Section: evidence]\nCONSIDER:\n[Stamp: source \"runbooks:booking-queue\", version \"7\", 2026-04-20]\n",
	"[Section: history]\nSUMMARISED (advisory prose, not canon):\nThe booking queue grows since 08:20",
	"[Section: turns]\nCONSIDER:\nDesk: Then quay-2 could take over while quay-1 gets its old driver back.\n",
	"[Section: goal]\nMUST HOLD:\nBefore we hand over to quay-2",
	"policy      124 of 800, stable\n",
	"evidence   4963 of 5000, 0 shed, 2 cut\n",
	"cut: evidence quay-1.log 2026-05-04 from 10596 to 4866, [...5743 tokens omitted...]\n",
	"the prefix is that of the step before",
	"== the prompt of assistant@rail\n",
	"The booking queue may be restarted at any hour",
}

func TestTheStoryIsTold(t *testing.T) {
	var out bytes.Buffer
	nowhere := t.TempDir()
	if err := run(context.Background(), &out, nowhere); err != nil {
		t.Fatal(err)
	}
	rest := out.String()
	for _, want := range append(toldInOrder, "no meetings are in "+filepath.Join(nowhere, "memory")) {
		i := strings.Index(rest, want)
		if i < 0 {
			t.Fatalf("missing, or out of order:\n%s\nin:\n%s", want, out.String())
		}
		rest = rest[i+len(want):]
	}
	if strings.Contains(out.String(), "Stop the queue on quay-1") {
		t.Error("an older version of a runbook went in beside the newer one")
	}

	var again bytes.Buffer
	if err := run(context.Background(), &again, nowhere); err != nil || again.String() != out.String() {
		t.Errorf("a second run prints something else (%v)", err)
	}
}

func TestTheStoryMeasuresMeetings(t *testing.T) {
	data := t.TempDir()
	if err := os.Mkdir(filepath.Join(data, "memory"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"short.events.jsonl": `{"seq":1,"payload":{"speaker":"chair","turn":0,"text":"Nine euros."}}` + "\n",
		"short.expect.json":  `{"questions":[{"query":"What does it cost?","evidence_seq":[[1,1]]}]}`,
	} {
		if err := os.WriteFile(filepath.Join(data, "memory", name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := run(context.Background(), &out, data); err != nil {
		t.Fatal(err)
	}
	if want := "\nshort                1         1      1       1 (100%)       1 (100%)"; !strings.Contains(out.String(), want) {
		t.Errorf("the table lacks %q:\n%s", want, out.String())
	}
}

// counted is a prompt and what it comes to; the context must say the same.
func counted(t testing.TB, c *assembly.Context) (prompt string, tokens int) {
	t.Helper()
	prompt = render.Sections(c).String()
	n, err := bpe.O200kBase.Count(prompt)
	if err != nil || n != c.Used || n > c.Total {
		t.Fatalf("the prompt comes to %d (%v), the context says %d of %d", n, err, c.Used, c.Total)
	}
	return prompt, n
}

func transcribed(t testing.TB) told {
	t.Helper()
	all, err := read()
	if err != nil {
		t.Fatal(err)
	}
	return all
}
