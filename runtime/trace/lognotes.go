package trace

import (
	"fmt"
	"slices"

	"github.com/grantgen/grantgen/runtime/assembly"
)

// otherNotes says what the log makes a slice note that it did not, or no longer; empty where there is nothing. A note may change where
// nothing is handed out otherwise: of a newer index, of facts that may be found and were not.
func (o *Outcome) otherNotes() (string, error) {
	if o.Built == nil {
		return "", nil
	}
	d, err := o.Recorded.Described()
	if err != nil {
		return "", err
	}
	was, is := ofTheLog(d.Notes), ofTheLog(o.Built.Notes)
	for _, n := range is {
		if !slices.Contains(was, n) {
			return fmt.Sprintf("it is noted now, and was not when it was recorded: %s: %s", n.Kind, n.Text), nil
		}
	}
	for _, n := range was {
		if !slices.Contains(is, n) {
			return fmt.Sprintf("it was noted when it was recorded, and is not now: %s: %s", n.Kind, n.Text), nil
		}
	}
	return "", nil
}

// ofTheLog are the notes that slices make of what stands on the log, whatever the assembler makes of it.
func ofTheLog(notes []assembly.Note) []assembly.Note {
	var out []assembly.Note
	for _, n := range notes {
		switch n.Kind {
		case "nothing found", "unreadable", "unadmitted":
			out = append(out, n)
		case "stale":
			if n.Slot == "" {
				out = append(out, n)
			}
		}
	}
	return out
}
