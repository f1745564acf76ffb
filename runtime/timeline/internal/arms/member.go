package arms

import "github.com/grantgen/grantgen/runtime/timeline"

// Member is the member of a set that every event of the arm must have; engines keep a table of members, in the log's order, and walk that.
// Several clauses may each ask for another member, so only an arm of one clause has one.
func (a Arm) Member() (attribute, member string, asked bool) {
	if len(a.Clauses) != 1 {
		return "", "", false
	}
	for _, w := range a.Clauses[0].Where {
		if w.Op != timeline.OpHas || len(w.Values) != 1 || !timeline.IsName(w.Attribute) {
			continue
		}
		if text, ok := w.Values[0].AsText(); ok {
			return w.Attribute, text, true
		}
	}
	return "", "", false
}
