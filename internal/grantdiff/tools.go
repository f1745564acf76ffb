package grantdiff

import "strings"

// toolFindings compares the tools that a role had and has: their schemas are what its prompt shows.
func (d *differ) toolFindings(name string, was, now *role) {
	tools := func(r *role) map[string]bool {
		out := map[string]bool{}
		for _, s := range r.slices {
			for _, t := range s.tools {
				out[t] = true
			}
		}
		return out
	}
	had, has := tools(was), tools(now)
	for _, t := range sorted(had) {
		if a, b := d.sides[0].tools[t], d.sides[1].tools[t]; has[t] && a != nil && b != nil {
			before := len(d.report.Findings)
			d.compare(name, was, now, "tool "+t+" ", a.items, b.items)
			for i := before; i < len(d.report.Findings); i++ {
				f := &d.report.Findings[i]
				if f.Verdict == Widened { // the role's text is the same
					f.Verdict, f.Detail = Reach, "the role's text is the same, and the tool has a new parameter"
				}
				if b.owner != "" {
					f.Owner = b.owner
				}
				f.Hash = hash(name, f.What, f.Was, f.Now, string(f.Verdict), f.Owner)
			}
			d.sameVersion(name, t, was, now)
		}
	}
}

// sameVersion is a finding where the parameters of a tool are others and its version is as it was: what was recorded under that version
// is of another form.
func (d *differ) sameVersion(name, tool string, was, now *role) {
	a, b := d.sides[0].tools[tool].items, d.sides[1].tools[tool].items
	if a["version"].value != b["version"].value {
		return
	}
	var changed []string
	for _, key := range sorted(a, b) {
		if p, ok := strings.CutPrefix(key, "parameter "); ok && a[key].value != b[key].value {
			changed = append(changed, p)
		}
	}
	if len(changed) == 0 {
		return
	}
	version, owner := b["version"].value, d.sides[1].tools[tool].owner
	f := Finding{Role: name, What: "tool " + tool + " version", Verdict: Changed, Was: version, Now: version, Owner: owner,
		Detail: "it is the same, and the parameters are others (" + strings.Join(changed, ", ") + "): pins and stored calls of this version do not fit"}
	if version == "" {
		f.Detail = "the tool has none, and its parameters are others (" + strings.Join(changed, ", ") + "): pins and stored calls do not fit, and nothing tells them apart"
	}
	if f.Owner == "" {
		f.Owner = roleOwner(was, now)
	}
	f.At, f.WasAt = d.sides[1].placed(now, f.What), d.sides[0].placed(was, f.What)
	f.Hash = hash(name, f.What, f.Detail, f.Was, f.Owner)
	d.add(f)
}
