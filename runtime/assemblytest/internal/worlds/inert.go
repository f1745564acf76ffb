package worlds

import (
	"slices"
	"strings"

	"github.com/grantgen/grantgen/runtime/belief"
	"github.com/grantgen/grantgen/runtime/chronicle"
	"github.com/grantgen/grantgen/runtime/evidence"
	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/slice"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// inert says that an event is admitted by nothing of the grant, wherever it stands.
func inert(g *slice.Grant, p timeline.Pending, records map[string]timeline.ID) bool {
	e := timeline.Event{Pending: p}
	scope, _ := p.Attributes.Get("scope").AsText()
	for _, sl := range g.Slices {
		scoped := p.Namespace == timeline.ReservedNamespace && (scope == sl.Since && sl.Since != "" || slices.ContainsFunc(sl.Scopes, func(sc slice.Scope) bool { return sc.Pattern == scope }))
		switch sl.Kind {
		case "log", "events":
			if admits(sl.Clauses, e) || scoped && strings.HasPrefix(p.Type, "Section") {
				return false
			}
		case "beliefs":
			key, _, ok := belief.Mark(e)
			if ok && scoped && key.Namespace == sl.Namespace && slices.Contains(sl.Predicates, key.Predicate) {
				return false
			}
		case "chronicle":
			if scoped && p.Type == chronicle.Written {
				return false
			}
		case "memory":
			_, _, kind, ok := memory.Mark(e)
			if ok && scoped && (p.Type != memory.Remembered || slices.Contains(sl.Kinds, string(kind))) {
				return false
			}
		case "retrieved":
			if scoped && p.Type == evidence.Retrieved || slices.ContainsFunc([]timeline.Clause{evidence.Of(records[sl.Name])}, func(c timeline.Clause) bool { return c.Match(e) }) {
				return false
			}
		}
	}
	return true
}
