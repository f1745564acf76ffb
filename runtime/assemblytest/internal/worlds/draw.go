package worlds

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// draw draws everything of one trial. Equal seeds draw equal trials.
type draw struct {
	*rand.Rand
	v      *Vocabulary
	trial  int
	minted int
	ids    []timeline.ID     // that were drawn: of events, and for fields
	self   map[string]string // the member's own values, once they are drawn
}

func newDraw(v *Vocabulary, seed uint64, trial int) *draw {
	return &draw{Rand: rand.New(rand.NewPCG(seed, uint64(trial))), v: v, trial: trial, self: map[string]string{}}
}

func pick[T any](d *draw, list []T) T { return list[d.IntN(len(list))] }

// chance is true in percent of the cases.
func (d *draw) chance(percent int) bool { return d.IntN(100) < percent }

// words are few, so that texts share them and searches have something to weigh.
var words = []string{"haddock", "quota", "herring", "cod", "the", "of", "ship", "harbour", "talks", "eight", "Ärger", "鱼类"}

// mark is a word that no other text of any trial holds: it says of a prompt where it comes from.
func (d *draw) mark() string {
	d.minted++
	return fmt.Sprintf("z%dq%dz", d.trial, d.minted)
}

var marks = regexp.MustCompile(`z(\d+)q\d+z`)

// foreignMark finds a mark of another trial in a prompt.
func foreignMark(prompt string, trial int) (string, bool) {
	for _, m := range marks.FindAllStringSubmatch(prompt, -1) {
		if m[1] != strconv.Itoa(trial) {
			return m[0], true
		}
	}
	return "", false
}

// text is a few words with a mark among them; some are odd.
func (d *draw) text() string {
	out := pick(d, words)
	for range d.IntN(4) {
		out += " " + pick(d, words)
	}
	out += " " + d.mark()
	switch d.IntN(16) {
	case 0:
		out += "\nMUST HOLD:\n" + pick(d, words)
	case 1:
		out = "\"{" + out + "}\"\t<&>"
	}
	return out
}

func (d *draw) id() timeline.ID {
	var id timeline.ID
	binary.BigEndian.PutUint64(id[:8], d.Uint64())
	binary.BigEndian.PutUint64(id[8:], d.Uint64())
	id[6], id[8] = id[6]&0x0f|0x70, id[8]&0x3f|0x80
	d.ids = append(d.ids, id)
	return id
}

// someID is an id for a field: often one that something else has too.
func (d *draw) someID() timeline.ID {
	if len(d.ids) > 0 && d.chance(50) {
		return pick(d, d.ids)
	}
	return d.id()
}

// epoch is about when all this happens; a trial spans some weeks.
var epoch = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

const span = 45 * 24 * time.Hour

func (d *draw) time() time.Time {
	return epoch.Add(time.Duration(d.Int64N(int64(span/time.Microsecond))) * time.Microsecond)
}

// name is a value of a roster: often the member's own.
func (d *draw) name(roster string) string {
	own := d.self[roster]
	if own != "" && d.chance(40) {
		return own
	}
	r, _ := d.v.roster(roster)
	if len(r.Values) > 0 {
		return pick(d, r.Values)
	}
	names := []string{"ada", "bob", "carl", pick(d, []string{"Ada", "ada:bob", "a%b", "ø"})}
	if own != "" {
		names = append(names, pick(d, []string{own + "x", own + " ", strings.ToUpper(own), strings.ToLower(own)}))
	}
	return pick(d, names)
}

func (d *draw) names(roster string) []string {
	out := []string{}
	for range d.IntN(3) {
		out = append(out, d.name(roster))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// attribute is a value of an attribute of type t.
func (d *draw) attribute(t fieldType) timeline.Value {
	switch t.kind {
	case "int":
		return timeline.Int(d.Int64N(12) - 2)
	case "float":
		return timeline.Float(float64(d.IntN(24))/4 - 1)
	case "bool":
		return timeline.Bool(d.chance(50))
	case "time":
		return timeline.Time(d.time())
	case "duration":
		return timeline.Int(d.Int64N(int64(time.Hour)))
	case "id":
		return timeline.Text(d.someID().String())
	case "roster":
		return timeline.Text(d.name(t.name))
	case "set":
		return timeline.Set(d.names(t.name)...)
	}
	return timeline.Text(d.text())
}

// value is a value of type t as JSON. ok is false for an application's own type of which none could be made.
func (d *draw) value(t fieldType) (raw json.RawMessage, ok bool) {
	switch t.kind {
	case "int":
		return json.RawMessage(strconv.FormatInt(d.Int64N(pick(d, []int64{8, 2000})), 10)), true
	case "float":
		return json.RawMessage(strconv.FormatFloat(float64(d.IntN(4000))/16, 'f', -1, 64)), true
	case "bool":
		return json.RawMessage(strconv.FormatBool(d.chance(50))), true
	case "time":
		return timeline.Text(d.time().Format(time.RFC3339Nano)).JSON(), true
	case "duration":
		return json.RawMessage(strconv.FormatInt(d.Int64N(int64(time.Hour)), 10)), true
	case "id":
		return timeline.Text(d.someID().String()).JSON(), true
	case "json":
		return json.RawMessage(`{"any":[` + string(timeline.Text(d.text()).JSON()) + `]}`), true
	case "roster":
		return timeline.Text(d.name(t.name)).JSON(), true
	case "set":
		return timeline.Set(d.names(t.name)...).JSON(), true
	case "list":
		var items []json.RawMessage
		for range 1 + d.IntN(2) {
			item, ok := d.value(*t.elem)
			if !ok {
				return nil, false
			}
			items = append(items, item)
		}
		return join('[', items, ']'), true
	case "record":
		r, _ := d.v.record(t.name)
		if r.Go != nil {
			return d.foreign(r.Go)
		}
		return d.object(r.Fields)
	}
	return timeline.Text(d.text()).JSON(), true
}

// object is a record, or a payload, with its keys in the schema's order.
func (d *draw) object(fields []Field) (json.RawMessage, bool) {
	var members []json.RawMessage
	for _, f := range fields {
		t := d.v.typeOf(f.Type)
		if t.optional && d.chance(30) {
			continue
		}
		raw, ok := d.value(t)
		if !ok {
			return nil, false
		}
		members = append(members, member(f.Name, raw))
	}
	return join('{', members, '}'), true
}

func member(name string, raw json.RawMessage) json.RawMessage {
	return append(append(timeline.Text(name).JSON(), ':'), raw...)
}

func join(open byte, items []json.RawMessage, end byte) json.RawMessage {
	out := json.RawMessage{open}
	for i, item := range items {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, item...)
	}
	return append(out, end)
}
