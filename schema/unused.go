package schema

// unused warns of slices that nothing reads: no part is from them, no other slice needs them, and no hand-written assembler, which the
// schema would name, can.
func (r *resolver) unused(role *Role) {
	if role.Assembler != "" || r.incomplete[role] {
		return
	}
	used := map[*Slice]bool{}
	hand := false
	for _, p := range role.Parts {
		used[p.From] = true
		hand = hand || p.From == nil // only a hand-written assembler fills it
	}
	if hand {
		return
	}
	for _, s := range role.Sees {
		used[s.Since], used[s.Query] = true, true
	}
	for _, s := range role.Sees {
		if !used[s] {
			r.warn(s.Pos, "unused", "nothing of the slice %q reaches the prompt of %q: no part is from it, and the role names no assembler", s.Name, role.Name).Expected =
				"a part with from: " + s.Name + ", an assembler: in the role, or the slice left out"
		}
	}
}
