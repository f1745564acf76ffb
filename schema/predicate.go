package schema

func (r *resolver) readPredicates() {
	declareBroken(&r.predicates, r.doc.Predicates)
	for _, e := range r.doc.Predicates.Entries {
		r.predicates.declare(e.Name())
		p := &Predicate{Pos: e.Key.Pos, Name: e.Name(), Doc: e.Val.Doc.String(), About: r.fields(e.Val.About, false)}
		for _, f := range p.About {
			r.subject(f)
		}
		if e.Val.About.Empty {
			r.fail(e.Val.About.At, "empty-list", "the predicate %q is about nothing", p.Name).Expected = "at least one subject, such as {party: id}"
		}
		var ok bool
		if p.Value, ok = r.fieldType(e.Val.Value); ok && p.Value.Optional {
			r.fail(e.Val.Value.Pos(), "predicate", "a belief's value cannot be optional").Expected = "the type without ?; what is no longer held is contracted"
		}
		r.predicates.add(p.Name, p)
	}
}

func (r *resolver) subject(f *Field) {
	if f.Name == "value" || f.Name == "predicate" {
		r.fail(f.Pos, "reserved", "a subject cannot be called %q: that is what a template calls the belief's own", f.Name).Expected = "another name"
	}
	switch f.Type.Kind {
	case "", ID, String, Int, Bool, OfRoster:
		if f.Type.Optional {
			r.fail(f.Pos, "predicate", "a subject cannot be optional").Expected = "the type without ?"
		}
	default:
		r.fail(f.Pos, "predicate", "%q cannot be a subject: its type is %s", f.Name, f.Type).Expected = "id, string, int, bool or a roster"
	}
}
