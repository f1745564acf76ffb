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
			notes = append(notes, Note{Kind: "look-alike", Slot: parts[i].Slot, Text: "the text holds " + what})
		}
	}
	return notes
}
