package assembly

import "github.com/grantgen/grantgen/runtime/internal/lookalike"

// lookAlikes notes the parts whose text reads like part of a prompt's frame. It changes nothing: renderers quote such text.
func lookAlikes(parts []Part) []Note {
	var notes []Note
	for i := range parts {
		if parts[i].Verbatim {
			continue
		}
		if what := lookalike.Scan(parts[i].Content).Reads; what != "" {
			notes = append(notes, lookAlike(parts[i].Slot, what))
		}
	}
	return notes
}

func lookAlike(slot, reads string) Note {
	return Note{Kind: "look-alike", Slot: slot, Text: "the text holds " + reads}
}
