package memory

import "strings"

// Triggers are the default signs in an input that memory is needed, matched anywhere in it and without regard to case.
var Triggers = []string{
	"previously", "earlier we discussed", "do you remember", "as I mentioned before", "continuing from", "before we", "last time", "previously mentioned",
}

// Needed says whether an input has one of the triggers.
func Needed(input string, triggers []string) bool {
	folded := strings.ToLower(input)
	for _, t := range triggers {
		if strings.Contains(folded, strings.ToLower(t)) {
			return true
		}
	}
	return false
}
