package main

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"time"

	"github.com/grantgen/grantgen/examples/assistant/grants"
	"github.com/grantgen/grantgen/runtime/evidence"
	"github.com/grantgen/grantgen/runtime/memory"
)

//go:embed transcript.jsonl
var transcript []byte

// line is one line of the transcript: a fact (kind), a turn (speaker) or a version of a runbook (document).
type line struct {
	Tenant   grants.Tenant  `json:"tenant"`
	Kind     memory.Kind    `json:"kind"`
	Speaker  grants.Speaker `json:"speaker"`
	Document string         `json:"document"`
	Source   string         `json:"source"`
	Version  string         `json:"version"`
	Made     time.Time      `json:"made"`
	Text     string         `json:"text"`
}

// told is the transcript: what goes onto the log, in its order, and what each tenant's index holds.
type told struct {
	events   []grants.Event
	runbooks map[grants.Tenant][]evidence.Item
}

func read() (told, error) {
	t := told{runbooks: map[grants.Tenant][]evidence.Item{}}
	lines := bufio.NewScanner(bytes.NewReader(transcript))
	for n := 1; lines.Scan(); n++ {
		var l line
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return told{}, fmt.Errorf("read line %d of the transcript: %w", n, err)
		}
		switch {
		case l.Document != "":
			t.runbooks[l.Tenant] = append(t.runbooks[l.Tenant], evidence.Item{Document: l.Document, Source: l.Source, Version: l.Version, At: l.Made, Text: l.Text})
		case l.Kind != "":
			t.events = append(t.events, grants.Facts(l.Tenant).Remember(l.Kind, l.Text)) //grant:sealed the transcript is told again: nobody is asked
		default:
			t.events = append(t.events, grants.TurnTaken{Tenant: l.Tenant, Speaker: l.Speaker, Text: l.Text})
		}
	}
	return t, lines.Err()
}
