package pin

import (
	"fmt"
	"slices"
	"strings"
)

// Miss is a replay of a call that the run does not hold. Its text shows the caller's own request where it moved, and nothing of answers.
type Miss struct {
	Run        string
	Kind       string
	Name       string
	Key        string
	Occurrence int64
	Near       *Near    // nil when the run holds no pin of this model (tool, endpoint)
	Others     []string // the models (tools, endpoints) of which it holds pins, sorted

	request []byte // in canonical form
}

// Near is the pin that is most like the request.
type Near struct {
	Key        string
	Occurrence int64
	Diff       string // empty when the request is the same and only the occurrence is not there
}

func (e *Miss) Error() string {
	k := wording(e.Kind)
	text := fmt.Sprintf("run %q holds no pin for call %d of %s %q with %s (key %s)", e.Run, e.Occurrence, e.Kind, e.Name, k.with, short(e.Key))
	switch {
	case e.Near == nil && len(e.Others) == 0:
		return text + ": the run holds no pins"
	case e.Near == nil:
		return text + fmt.Sprintf(": the run holds no pins of %q, only of %s", e.Name, strings.Join(e.Others, ", "))
	case e.Near.Diff == "":
		return text + fmt.Sprintf(": %s %s the same, but call %d was the last with %s", k.moved, k.be(), e.Near.Occurrence, k.it())
	default:
		return text + fmt.Sprintf("; against the nearest pin (key %s) %s moved:\n%s", short(e.Near.Key), k.moved, e.Near.Diff)
	}
}

// Stands is a call that the run holds already.
type Stands struct {
	Run        string
	Kind       string
	Name       string
	Key        string
	Occurrence int64
	Meanwhile  bool // it was promoted by another ledger, with another answer, after this one had asked
}

func (e *Stands) Error() string {
	what := fmt.Sprintf("run %q holds a pin for call %d of %s %q with %s (key %s)",
		e.Run, e.Occurrence, e.Kind, e.Name, wording(e.Kind).with, short(e.Key))
	if e.Meanwhile {
		return what + " that was promoted elsewhere meanwhile, with another answer: record in another run"
	}
	return what + " already: record in another run, or use RecordMissing"
}

func short(key string) string {
	if len(key) > 12 {
		return key[:12]
	}
	return key
}

// miss looks for the nearest pin, and remembers the miss.
func (l *Ledger) miss(c call, at slot) *Miss {
	l.mu.Lock()
	defer l.mu.Unlock()
	m := &Miss{Run: l.run, Kind: at.kind, Name: c.name, Key: at.key, Occurrence: at.occurrence, request: c.canonical}
	text := kinds[c.kind].text(c.canonical)
	words := bagOf(text)
	var best *pinned
	bestScore := -1.0
	for _, p := range l.pins {
		if p.err != nil || p.kind != at.kind {
			continue
		}
		if p.name != c.name {
			m.Others = append(m.Others, p.name)
			continue
		}
		score := 2.0 // the same request is nearer than any other
		if p.key != at.key {
			score = words.like(bagOf(p.text()))
		}
		if score > bestScore || score == bestScore && p.before(best) {
			best, bestScore = p, score
		}
	}
	slices.Sort(m.Others)
	m.Others = slices.Compact(m.Others)
	if best != nil {
		m.Near = &Near{Key: best.key, Occurrence: best.occurrence, Diff: diff(best.text(), text)}
	}
	l.remember(at, m)
	return m
}

// text is the request as a miss compares it.
func (p *pinned) text() string { return kinds[p.kind].text(p.request) }

// before breaks a tie: the same miss must always name the same pin. Of one key the last call is named.
func (p *pinned) before(q *pinned) bool {
	if p.key != q.key {
		return p.key < q.key
	}
	return p.occurrence > q.occurrence
}
