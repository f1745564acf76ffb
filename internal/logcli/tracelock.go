package logcli

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/internal/grantdiff"
	"github.com/grantgen/grantgen/internal/regular"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/trace"
	"github.com/grantgen/grantgen/runtime/wire"
)

// lockName is the closed form of a schema.
const lockName = "grants.lock.yaml"

// lock is a lock file, asked for one context.
type lock struct {
	name   string
	lines  []grantdiff.Line // of the context's role, without those that say how parts are written
	from   map[string]string
	closed *grantdiff.Closed
	self   map[string]string
	other  bool // its lines of the role are not those under which the context was recorded
}

// findLock is the lock file in this folder, or in the nearest above it.
func findLock() (string, error) {
	here, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for dir := here; ; {
		name := filepath.Join(dir, lockName)
		if _, err := os.Stat(name); err == nil {
			if near, err := filepath.Rel(here, name); err == nil {
				return near, nil
			}
			return name, nil
		}
		above := filepath.Dir(dir)
		if above == dir {
			return "", fmt.Errorf("there is no %s in this folder or above it: say where it is with --lock", lockName)
		}
		dir = above
	}
}

func openLock(name string, rec *trace.Recorded) (*lock, error) {
	b, err := regular.Read(name, fileBytes)
	if err != nil {
		return nil, err
	}
	closed, err := grantdiff.ReadLock(name, b)
	if err != nil {
		return nil, err
	}
	lines, err := grantdiff.Lines(name, b)
	if err != nil {
		return nil, err
	}
	l := &lock{name: name, closed: closed, from: map[string]string{}}
	var texts []string
	if l.self, err = selfOf(rec); err != nil {
		return nil, err
	}
	for _, line := range lines {
		switch {
		case line.Get("role") != rec.Role:
		case line.Get("from") != "":
			l.from[line.Get("part")], _, _ = strings.Cut(line.Get("from"), ".")
		case line.Get("slice") != "":
			l.lines = append(l.lines, line)
			if text := outlined(line); text != "" {
				texts = append(texts, text)
			}
		}
	}
	if len(l.lines) == 0 {
		return nil, fmt.Errorf("%s: the role %s reads nothing in it: it is the lock of another schema, or the role was renamed since; %s", name, rec.Role, oldLock)
	}
	slices.Sort(texts)
	sum := sha256.Sum256([]byte(strings.Join(slices.Compact(texts), "\n")))
	l.other = rec.Outline != "" && rec.Outline != hex.EncodeToString(sum[:])
	return l, nil
}

// oldLock is how a lock of another day is given.
const oldLock = "git show REV:" + lockName + " > old.lock.yaml, and --lock old.lock.yaml, asks the one of that time"

// outlined is a fact of a slice as a context's outline has it: its keys and values in this order. Empty: a clause, the type of a given
// value, or who owns it, which an outline leaves out.
func outlined(line grantdiff.Line) string {
	if line.Get("where") != "" || line.Get("given") != "" || line.Get("owner") != "" {
		return ""
	}
	words := []string{"slice", line.Get("slice")}
	for _, key := range []string{"kind", "item", "scope", "query", "top", "lines", "summarised", "memory", "trigger", "tool", "last", "since", "event", "predicate", "shows", "fixed", "version"} {
		if value := line.Get(key); value != "" {
			words = append(words, key, value)
		}
	}
	return strings.Join(words, " ")
}

// selfOf is the member's own values, as the recorded input has them.
func selfOf(rec *trace.Recorded) (map[string]string, error) {
	var input map[string]json.RawMessage
	if err := json.Unmarshal(rec.Input, &input); err != nil {
		return nil, errors.New("the recorded input is no JSON object")
	}
	self := map[string]string{}
	for name, value := range input {
		var text string
		if roster, ok := strings.CutPrefix(name, "self."); ok && json.Unmarshal(value, &text) == nil {
			self[roster] = text
		}
	}
	return self, nil
}

// letIn are the lines that let a source in: of the slice that the part is filled from, where the schema says which, else of any.
func (l *lock) letIn(p trace.Part, s trace.ReadRef, c *cited) ([]grantdiff.Line, error) {
	ev, _ := c.event(s)
	var out []grantdiff.Line
	for _, line := range l.lines {
		if from := l.from[p.Slot]; from != "" && from != line.Get("slice") {
			continue
		}
		ok, err := l.lets(line, s, ev)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", l.name, line.Number, err)
		}
		if ok {
			out = append(out, line)
		}
	}
	return out, nil
}

// lets says whether one line lets a source in.
func (l *lock) lets(line grantdiff.Line, s trace.ReadRef, ev timeline.Event) (bool, error) {
	scope := func() bool { return l.bind(line.Get("scope")) == s.Scope }
	switch kind, name := s.What(); kind {
	case "event":
		if ev.Seq == 0 {
			return false, nil
		}
		return l.closed.Admits(line, l.self, ev)
	case "belief":
		predicate, _ := ev.Attributes.Get("predicate").AsText()
		return line.Get("item") != "" && scope() || line.Get("predicate") != "" && line.Get("predicate") == predicate, nil
	case "section":
		of, _ := ev.Attributes.Get("scope").AsText()
		return line.Get("kind") == "chronicle" && l.bind(line.Get("scope")) == of, nil
	case "memory":
		return line.Get("kind") == "memory" && scope(), nil
	case "evidence":
		of, _ := ev.Attributes.Get("scope").AsText()
		return line.Get("kind") == "retrieved" && l.bind(line.Get("scope")) == of, nil
	case "given":
		return line.Get("slice") == name && line.Get("given") != "", nil
	case "fixed":
		return line.Get("fixed") == name, nil
	case "tool":
		return line.Get("tool") == name, nil
	}
	return false, nil
}

// bind puts the member's own values into a scope's pattern.
func (l *lock) bind(pattern string) string {
	var pairs []string
	for _, roster := range slices.Sorted(maps.Keys(l.self)) {
		pairs = append(pairs, "{self."+roster+"}", wire.Scope(l.self[roster]))
	}
	return strings.NewReplacer(pairs...).Replace(pattern)
}
