package schema

import (
	"slices"
	"strconv"
	"strings"

	"github.com/grantgen/grantgen/internal/diag"
)

func (r *resolver) readRosters() {
	for _, e := range r.doc.Roster.Entries {
		name := e.Name()
		r.rosters.declare(name)
		if !r.freeTypeName(e.Key.Pos, "roster", name) {
			r.rosters.add(name, &Roster{Pos: e.Key.Pos, Name: name, broken: true})
			continue
		}
		if e.Val.Open.Given() {
			r.rosters.add(name, &Roster{Pos: e.Key.Pos, Name: name, Open: true})
			continue
		}
		roster := &Roster{Pos: e.Key.Pos, Name: name, broken: e.Val.Partly}
		for _, v := range e.Val.Values {
			roster.Values = append(roster.Values, RosterValue{v.Pos(), v.String(), v.String()})
		}
		for _, l := range e.Val.Labels.Entries {
			label := l.Val.String()
			if strings.TrimSpace(label) == "" || strings.ContainsAny(label, "\n\t") {
				r.fail(l.Val.Pos(), "label", "the label of %q must be a text on one line", l.Name()).Expected = "e.g. " + l.Name() + ": " + strconv.Quote(strings.ToUpper(l.Name()))
				roster.broken = true
				continue
			}
			roster.Values = append(roster.Values, RosterValue{l.Key.Pos, l.Name(), label})
		}
		if len(roster.Values) == 0 && !roster.broken {
			r.fail(e.Key.Pos, "empty-list", "the roster %q has no values", name).Expected = "at least one name"
			roster.broken = true
		}
		r.noRepeats(roster)
		r.rosters.add(name, roster)
	}
	declareBroken(&r.rosters, r.doc.Roster)
	for _, k := range r.doc.Roster.Broken {
		r.rosters.add(k.Text, &Roster{Pos: k.Pos, Name: k.Text, broken: true})
	}
}

// guessed says whether a roster was not understood, so that nothing can be proved about its values.
func (r *resolver) guessed() bool {
	return r.rosters.misread || slices.ContainsFunc(r.rosters.items, func(x *Roster) bool { return x.broken })
}

func (r *resolver) noRepeats(roster *Roster) {
	first := map[string]diag.Pos{}
	for _, v := range roster.Values {
		if pos, ok := first[v.Name]; ok {
			r.fail(v.Pos, "duplicate-key", "the roster %q has %q twice", roster.Name, v.Name).Related = firstHere(pos)
			continue
		}
		first[v.Name] = v.Pos
	}
}

// Value finds a value by name.
func (r *Roster) Value(name string) (RosterValue, bool) {
	for _, v := range r.Values {
		if v.Name == name {
			return v, true
		}
	}
	return RosterValue{Name: name, Label: name}, r.broken
}

// standIns are what proofs look at in place of an open roster's values. Nothing in the language tells one value that is not the
// role's own from another, so that two are enough.
var standIns = []RosterValue{{Name: "self", Label: "self"}, {Name: "other", Label: "other"}}

// looked is the values that proofs go through.
func (r *Roster) looked() []RosterValue {
	if r.Open || r.broken {
		return standIns
	}
	return r.Values
}

// lookedNames is their names.
func (r *Roster) lookedNames() []string {
	var names []string
	for _, v := range r.looked() {
		names = append(names, v.Name)
	}
	return names
}

// Names is the values' names, in the schema's order.
func (r *Roster) Names() []string {
	names := make([]string, len(r.Values))
	for i, v := range r.Values {
		names[i] = v.Name
	}
	return names
}
