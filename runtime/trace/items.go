package trace

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"iter"

	"github.com/grantgen/grantgen/runtime/assembly"
)

// Item is one item of a slice that the assembler went through: the events of one type, the beliefs of one scope and predicate, the
// sections of a chronicle. It says in which order they were handed out, and whether that was all: so that a log with one event more can
// be told from an assembler that goes further.
type Item struct {
	Slice  string `json:"slice"`
	Name   string `json:"item,omitempty"`   // empty: all that the slice has
	Count  int    `json:"count"`            // of what was handed out
	Digest string `json:"digest"`           // the first 16 digits of the sha256 of the refs, each as a line of JSON
	Whole  bool   `json:"whole,omitempty"`  // it had nothing more
	Places []int  `json:"places,omitempty"` // in read, as runs: the first and the last of each
}

// itemsOf are the items of what was read.
func itemsOf(r assembly.Reading) ([]Item, error) {
	lines := make([][]byte, len(r.Read))
	var out []Item
	for _, it := range r.Items {
		item := Item{Slice: it.Slice, Name: it.Name, Count: len(it.Read), Whole: it.Whole}
		sum := sha256.New()
		for _, place := range it.Read {
			if lines[place] == nil {
				line, err := encode(r.Read[place])
				if err != nil {
					return nil, err
				}
				lines[place] = append(line, '\n')
			}
			_, _ = sum.Write(lines[place]) // a hash takes all
			if n := len(item.Places); n > 0 && item.Places[n-1]+1 == place {
				item.Places[n-1] = place
			} else {
				item.Places = append(item.Places, place, place)
			}
		}
		item.Digest = hex.EncodeToString(sum.Sum(nil)[:8])
		out = append(out, item)
	}
	return out, nil
}

// check refuses an item that is not of so many sources.
func (it Item) check(read int) error {
	if len(it.Places)%2 != 0 {
		return fmt.Errorf("what was read of slice %s has half a run", it.Slice)
	}
	for i := 0; i < len(it.Places); i += 2 {
		if first, last := it.Places[i], it.Places[i+1]; first < 0 || last < first || last >= read {
			return fmt.Errorf("what was read of slice %s stands at %d to %d among %d", it.Slice, first, last, read)
		}
	}
	return nil
}

// each are the places in read, in the order in which they were handed out.
func (it Item) each() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := 0; i+1 < len(it.Places); i += 2 {
			for place := it.Places[i]; place <= it.Places[i+1]; place++ {
				if !yield(place) {
					return
				}
			}
		}
	}
}

// said is the item in words.
func (it Item) said() string {
	if it.Name == "" {
		return "slice " + it.Slice
	}
	return "slice " + it.Slice + ", " + it.Name
}

// refsOf are refs as a recorded context has them.
func refsOf(refs []assembly.Ref) ([]ReadRef, error) {
	out := make([]ReadRef, len(refs))
	for i, r := range refs {
		b, err := json.Marshal(r)
		if err != nil {
			return nil, fmt.Errorf("write down %s: %w", r, err)
		}
		if err := json.Unmarshal(b, &out[i]); err != nil {
			return nil, fmt.Errorf("write down %s: %w", r, err)
		}
	}
	return out, nil
}
