package schema

import (
	"slices"
	"strings"

	"github.com/grantgen/grantgen/internal/diag"
)

// readTypes resolves the records. They may name each other, so all are declared before any field is read.
func (r *resolver) readTypes() {
	for _, e := range r.doc.Types.Entries {
		r.types.declare(e.Name())
		if r.freeTypeName(e.Key.Pos, "record", e.Name()) {
			r.types.add(e.Name(), &Record{Pos: e.Key.Pos, Name: e.Name()})
		}
	}
	declareBroken(&r.types, r.doc.Types)
	for _, e := range r.doc.Types.Entries {
		rec := r.types.by[e.Name()]
		if rec == nil {
			continue
		}
		fields := e.Val.Plain
		switch {
		case e.Val.Go != nil:
			rec.Go, _ = r.goType(e.Val.Go.Go)
			rec.GoPos = e.Val.Go.Go.Pos()
			continue
		case e.Val.Closed != nil:
			rec.Doc, fields = e.Val.Closed.Doc.String(), e.Val.Closed.Fields
		}
		if e.Val.Closed == nil {
			r.onlyGo("a record", "fields", fields)
		}
		rec.Fields = r.fields(fields, false)
		if len(rec.Fields) == 0 {
			r.fail(e.Key.Pos, "empty-list", "the record %q has no fields", rec.Name).Expected = "at least one field"
		}
	}
	seen := map[*Record]bool{}
	for _, rec := range r.types.items {
		r.finite(rec, nil, seen)
	}
}

// finite refuses a record that holds itself without an optional or a list in between: no value of it could be written down.
func (r *resolver) finite(rec *Record, path []string, done map[*Record]bool) {
	if i := slices.Index(path, rec.Name); i >= 0 {
		r.fail(rec.Pos, "cycle", "the record %q holds itself: %s", rec.Name, strings.Join(append(path[i:], rec.Name), " → ")).Expected =
			"an optional field (?) or a list on the way"
		return
	}
	if done[rec] {
		return
	}
	path = append(path, rec.Name)
	for _, f := range rec.Fields {
		if f.Type.Kind == OfRecord && !f.Type.Optional {
			r.finite(f.Type.Record, path, done)
		}
	}
	done[rec] = true
}

func (r *resolver) readEvents() {
	declareBroken(&r.events, r.doc.Events)
	for _, e := range r.doc.Events.Entries {
		ev := &Event{Pos: e.Key.Pos, Name: e.Name(), Version: 1, Written: Written{e.Node}}
		payload := e.Val.Plain
		if c := e.Val.Closed; c != nil {
			ev.Doc, payload = c.Doc.String(), c.Payload
			if c.Version.Given() {
				if ev.Version = c.Version.N; ev.Version < 1 {
					r.fail(c.Version.Pos(), "shape", "a version counts from 1").Expected = "a whole number from 1, e.g. version: 2"
				}
			}
			for _, old := range c.RenamedFrom.All() {
				ev.RenamedFrom = append(ev.RenamedFrom, old.String())
			}
			if c.Go.Given() {
				ev.Go, _ = r.goType(c.Go)
				ev.GoPos = c.Go.Pos()
			}
			ev.Fields = r.fields(c.Envelope, true)
			for _, f := range ev.Fields {
				r.attributeType(f)
			}
		} else {
			r.onlyGo("an event type", "payload", payload)
		}
		ev.Fields = append(ev.Fields, r.fields(payload, false)...)
		r.fieldNames(ev)
		r.events.add(ev.Name, ev)
	}
	r.oldNames()
}

// attributeType refuses what cannot stand in the envelope: it must be comparable without decoding.
func (r *resolver) attributeType(f *Field) {
	switch f.Type.Kind {
	case Duration, JSON, OfRecord, ListOf:
		r.fail(f.Pos, "attribute", "%q cannot be an attribute: its type is %s", f.Name, f.Type).Expected =
			"string, int, float, bool, time, id, a roster or set ROSTER; other types stand in payload:"
	}
}

func (r *resolver) fieldNames(ev *Event) {
	first := map[string]diag.Pos{}
	for _, f := range ev.Fields {
		if f.Name == "at" {
			r.fail(f.Pos, "reserved", "a field cannot be called \"at\": that is the envelope's time").Expected = "another name"
		}
		if pos, ok := first[f.Name]; ok {
			r.fail(f.Pos, "duplicate-key", "the field %q of %s stands in envelope: and in payload:", f.Name, ev.Name).Related = firstHere(pos)
			continue
		}
		first[f.Name] = f.Pos
	}
}

// oldNames refuses an older name that is in use, or that two types claim.
func (r *resolver) oldNames() {
	first := map[string]diag.Pos{}
	for _, e := range r.doc.Events.Entries {
		if e.Val.Closed == nil {
			continue
		}
		for _, old := range e.Val.Closed.RenamedFrom.All() {
			if now, ok := r.events.by[old.String()]; ok {
				r.fail(old.Pos(), "renamed", "%q is an event type now, so that %s cannot be renamed from it", old, e.Name()).Related =
					[]diag.Related{{Pos: now.Pos, Message: "the event type is here"}}
				continue
			}
			if pos, ok := first[old.String()]; ok {
				r.fail(old.Pos(), "renamed", "two event types cannot be renamed from %q", old).Related = firstHere(pos)
				continue
			}
			first[old.String()] = old.Pos()
		}
	}
}

// Field finds a field by name.
func (e *Event) Field(name string) *Field { return fieldNamed(e.Fields, name) }

func fieldNamed(fields []*Field, name string) *Field {
	for _, f := range fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

func fieldNamesOf(fields []*Field) []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Name
	}
	return names
}
