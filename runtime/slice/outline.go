package slice

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/grantgen/grantgen/runtime/memory"
)

// outline is the sha256, in hex, of what the role's slices say in grants.lock.yaml, in no order: each fact a line of keys and values. Clauses
// and the types of given values are left out, which are written there in a way of the lock's own. Whoever has a lock can tell by it
// whether the role is as it was when a context was recorded (see internal/logcli, which makes the same from the lock).
func (r *Role) outline() string {
	var lines []string
	for _, spec := range r.Slices {
		add := func(words ...string) {
			lines = append(lines, strings.Join(append([]string{"slice", spec.sliceName()}, words...), " "))
		}
		shown := func(items []Shown) {
			for _, it := range items {
				for _, f := range it.Fields {
					add("event", it.Type, "shows", f)
				}
				if it.At {
					add("event", it.Type, "shows", "at")
				}
			}
		}
		switch s := spec.(type) {
		case *Log:
			add("kind", "log")
			shown(s.Items)
			if s.Last > 0 {
				add("last", strconv.Itoa(s.Last))
			}
			if s.Since != nil {
				add("since", s.Since.Name)
			}
		case *Events:
			add("kind", "events")
			shown(s.Items)
		case *Beliefs:
			add("kind", "beliefs")
			for _, sc := range s.Scopes {
				add("item", sc.Name, "scope", sc.Pattern)
			}
			for _, p := range s.Predicates {
				add("predicate", p)
			}
			if s.About {
				add("shows", "about")
			}
		case *Chronicle:
			add("kind", "chronicle", "scope", s.Pattern)
		case *Memory:
			kind := []string{"kind", "memory", "scope", s.Pattern, "query", s.Query.Name, "top", strconv.Itoa(s.top()), "lines", strconv.Itoa(s.lines())}
			if s.Summarised {
				kind = append(kind, "summarised", "true")
			}
			add(kind...)
			for _, k := range s.Kinds {
				add("memory", k)
			}
			triggers := s.Triggers
			if triggers == nil {
				triggers = memory.Triggers
			}
			for _, t := range triggers {
				add("trigger", t)
			}
		case *Retrieved:
			add("kind", "retrieved", "scope", s.Pattern)
		case *Given:
			add("kind", "given")
		case *Fixed:
			add("kind", "fixed")
			add("fixed", s.File, "version", s.Version)
		case *Tools:
			add("kind", "tools")
			for _, t := range s.Tools {
				add("tool", t.Name)
			}
		}
	}
	slices.Sort(lines)
	sum := sha256.Sum256([]byte(strings.Join(slices.Compact(lines), "\n")))
	return hex.EncodeToString(sum[:])
}
