// Package meetings answers questions about recorded meetings within one total, by recency alone and by rank, and measures how much of
// the marked evidence each keeps. The recordings are other people's and are read from a folder; none is part of this module.
package meetings

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/grantgen/grantgen/examples/assistant/meetings/grants"
)

// Meeting is one recording with the questions that were asked about it.
type Meeting struct {
	Name      string
	Turns     []grants.TurnTaken
	Questions []Question
}

// Question is a question and the turns that people marked as evidence for its answer, ascending.
type Question struct {
	Text   string
	Marked []int64
}

// Load reads the meetings below a folder, NAME.events.jsonl with NAME.expect.json, sorted by name. A folder without any is fs.ErrNotExist.
func Load(folder fs.FS) ([]Meeting, error) {
	names, err := fs.Glob(folder, "*.events.jsonl")
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("no *.events.jsonl: %w", fs.ErrNotExist)
	}
	var out []Meeting
	for _, name := range names {
		m, err := load(folder, strings.TrimSuffix(path.Base(name), ".events.jsonl"))
		if err != nil {
			return nil, fmt.Errorf("read the meeting %s: %w", name, err)
		}
		out = append(out, m)
	}
	return out, nil
}

func load(folder fs.FS, name string) (Meeting, error) {
	m := Meeting{Name: name}
	events, err := fs.ReadFile(folder, name+".events.jsonl")
	if err != nil {
		return m, err
	}
	turnAt := map[int64]int64{} // turns by the seq of their event
	for lines := bufio.NewScanner(bytes.NewReader(events)); lines.Scan(); {
		var e struct {
			Seq     int64
			Payload struct {
				Speaker string
				Turn    int64
				Text    string
			}
		}
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return m, fmt.Errorf("event %d: %w", len(m.Turns)+1, err)
		}
		turnAt[e.Seq] = e.Payload.Turn
		m.Turns = append(m.Turns, grants.TurnTaken{Speaker: e.Payload.Speaker, Turn: e.Payload.Turn, Text: e.Payload.Text})
	}
	expected, err := fs.ReadFile(folder, name+".expect.json")
	if err != nil {
		return m, err
	}
	var e struct {
		Questions []struct {
			Query    string     `json:"query"`
			Evidence [][2]int64 `json:"evidence_seq"`
		} `json:"questions"`
	}
	if err := json.Unmarshal(expected, &e); err != nil {
		return m, err
	}
	for _, q := range e.Questions {
		question := Question{Text: q.Query}
		for seq := range int64(len(m.Turns)) {
			turn, ok := turnAt[seq+1]
			if ok && within(q.Evidence, seq+1) {
				question.Marked = append(question.Marked, turn)
			}
		}
		m.Questions = append(m.Questions, question)
	}
	return m, nil
}

func within(spans [][2]int64, seq int64) bool {
	for _, s := range spans {
		if s[0] <= seq && seq <= s[1] {
			return true
		}
	}
	return false
}
