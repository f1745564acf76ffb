package gen

import (
	"fmt"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema"
)

type rolePlan struct {
	*schema.Role
	pkg, path string
	selves    []selfPlan
	slices    []*slicePlan
	parts     []*partPlan
	doors     []doorPlan
	events    *slicePlan // the events slice, if there is one
	through   bool       // Input has Through
}

// selfPlan is one roster of a family: Self, or SelfTenant and SelfUser.
type selfPlan struct {
	roster *schema.Roster
	goName string
}

type slicePlan struct {
	*schema.Slice
	goName string // the accessor's; for log, events and beliefs the type's too
	spec   string // the variable that declares it
	items  []*itemPlan
	scopes []*scopeItemPlan
}

// itemPlan is what a log or events slice shows of one event type.
type itemPlan struct {
	*schema.Item
	goName, view, read string
	fields             []fieldPlan
}

// scopeItemPlan is one scope of a beliefs slice.
type scopeItemPlan struct {
	*schema.BeliefItem
	goName, typ string
	beliefs     []*beliefPlan
}

// beliefPlan is the view of one predicate in one scope.
type beliefPlan struct {
	*predicatePlan
	view, read string
	about      []fieldPlan
}

type partPlan struct {
	*schema.Part
	goName, slot string
	from         *slicePlan
}

type doorPlan struct {
	scope  *schema.ScopeRef
	goName string
}

// roleOwn are the names that a role package has of its own.
var roleOwn = []string{"Input", "Grant", "Parts", "Assembler", "Assemble", "Default", "Citation", "Source", "Cite"}

func (p *plan) planRole(folders *space, r *schema.Role, diags *diag.List) {
	pkg := PackageName(r.Name)
	rp := &rolePlan{Role: r, pkg: pkg, path: p.path + "/" + pkg}
	folders.claim(pkg, r.Pos, "role "+r.Name)
	if fault := packageFault(pkg); fault != "" {
		*diags = append(*diags, diag.Diagnostic{Pos: r.Pos, Severity: diag.Error, Code: "package-name",
			Message: fmt.Sprintf("role %s derives to the package %s, which %s", r.Name, pkg, fault), Expected: "another name, such as " + r.Name + "-role"})
	}
	top := newSpace(diags, "the package "+pkg, roleOwn...)
	for _, s := range r.Sees {
		if s.Kind == schema.ToolsSlice {
			top.taken["AllowedTools"] = claim{what: "grantgen's own AllowedTools", own: true}
			top.taken["DecodeToolCall"] = claim{what: "grantgen's own DecodeToolCall", own: true}
		}
	}
	grant := newMethods(diags, "the methods of the grant of "+r.Name)
	input := newSpace(diags, "the Input of "+r.Name, "MarshalJSON", "UnmarshalJSON")
	for _, ro := range r.For {
		goName := "Self"
		if len(r.For) > 1 {
			goName += GoName(ro.Name)
		}
		grant.taken[goName], input.taken[goName] = claim{what: "the member's own " + goName, own: true}, claim{what: "the member's own " + goName, own: true}
		rp.selves = append(rp.selves, selfPlan{ro, goName})
	}
	bySlice := map[*schema.Slice]*slicePlan{}
	for _, s := range r.Sees {
		sp := p.planSlice(rp, top, s, diags)
		bySlice[s] = sp
		grant.claim(sp.goName, s.Pos, "slice "+s.Name)
		switch s.Kind {
		case schema.GivenSlice:
			input.claim(sp.goName, s.Pos, "slice "+s.Name)
			input.claim(sp.goName+"From", s.Pos, "the event that "+s.Name+" came from")
		case schema.RetrievedSlice:
			input.claim(sp.goName, s.Pos, "slice "+s.Name)
		case schema.EventsSlice:
			input.claim(sp.goName, s.Pos, "slice "+s.Name)
			rp.events = sp
		}
		rp.slices = append(rp.slices, sp)
	}
	if rp.needsNow() {
		input.claim("Now", r.Layout.Pos, "the time by which freshness is told")
	}
	slots := newMethods(diags, "the slots of "+r.Name)
	for _, pt := range r.Parts {
		g := GoName(pt.Name)
		rp.parts = append(rp.parts, &partPlan{Part: pt, goName: slots.claim(g, pt.Pos, "part "+pt.Name), slot: "slot" + g, from: bySlice[pt.From]})
	}
	p.planDoors(rp, top, input, diags)
	p.roles = append(p.roles, rp)
}

func (p *plan) planDoors(rp *rolePlan, top, input *space, diags *diag.List) {
	for _, w := range rp.Writes {
		g := "Write" + GoName(w.Family.Name)
		rp.doors = append(rp.doors, doorPlan{scope: w, goName: top.claim(g, w.Pos, fmt.Sprintf("the door to %s", w.Text))})
		if w.Family.Kind == schema.MemoryScope {
			continue
		}
		if w.Family.Kind != schema.ChronicleScope {
			if len(p.predicates) == 0 {
				*diags = append(*diags, diag.Diagnostic{Pos: w.Pos, Severity: diag.Error, Code: "no-predicates",
					Message:  fmt.Sprintf("role %s writes the belief scope %q and the schema has no predicates, so that there is nothing to write", rp.Name, w.Text),
					Expected: "an entry under predicates:"})
			}
			continue
		}
		if rp.events == nil {
			*diags = append(*diags, diag.Diagnostic{Pos: w.Pos, Severity: diag.Error, Code: "no-events-slice",
				Message:  fmt.Sprintf("role %s writes the chronicle scope %q and has no events slice, so that nobody could say what a section tells of", rp.Name, w.Text),
				Expected: "a slice such as round: {events: [OfferMade]} in its sees:"})
			continue
		}
		if !rp.through {
			rp.through = true
			input.claim("Through", rp.events.Pos, "the end of a range that starts after the last section")
		}
	}
}

func (p *plan) planSlice(rp *rolePlan, top *space, s *schema.Slice, diags *diag.List) *slicePlan {
	g := GoName(s.Name)
	sp := &slicePlan{Slice: s, goName: g, spec: "slice" + g}
	switch s.Kind {
	case schema.LogSlice, schema.EventsSlice:
		top.claim(g, s.Pos, "slice "+s.Name)
		p.planItems(sp, top, diags)
	case schema.BeliefsSlice:
		top.claim(g, s.Pos, "slice "+s.Name)
		p.planScopes(sp, top, diags)
	case schema.ChronicleSlice, schema.MemorySlice, schema.RetrievedSlice, schema.ToolsSlice:
		top.claim(sp.view(), s.Pos, "the view of slice "+s.Name)
	}
	return sp
}

func (p *plan) planItems(sp *slicePlan, top *space, diags *diag.List) {
	methods := newMethods(diags, "the methods of slice "+sp.Name)
	if len(sp.Items) > 1 {
		methods.taken["All"] = claim{what: "grantgen's own All", own: true}
		top.claim(sp.goName+"Event", sp.Pos, "the events of slice "+sp.Name)
	}
	for _, it := range sp.Items {
		ev := p.eventOf[it.Event]
		ip := &itemPlan{Item: it, goName: methods.claim(ev.goName, sp.Pos, "event "+it.Event.Name)}
		ip.view = top.claim(sp.goName+ev.goName, sp.Pos, fmt.Sprintf("the view of %s in slice %s", it.Event.Name, sp.Name))
		ip.read = "read" + ip.view
		fields := newSpace(diags, "the view "+ip.view, "Format")
		if it.At {
			fields.taken["At"] = claim{what: "the envelope's time", own: true}
		}
		for _, f := range it.Fields {
			ip.fields = append(ip.fields, fieldPlan{f, fields.claim(GoName(f.Name), f.Pos, "field "+f.Name)})
		}
		sp.items = append(sp.items, ip)
	}
}

func (p *plan) planScopes(sp *slicePlan, top *space, diags *diag.List) {
	methods := newMethods(diags, "the methods of slice "+sp.Name)
	for _, b := range sp.Beliefs {
		g := GoName(b.Name)
		ip := &scopeItemPlan{BeliefItem: b, goName: methods.claim(g, b.Pos, "scope "+b.Name)}
		ip.typ = top.claim(sp.goName+g, b.Pos, fmt.Sprintf("scope %s of slice %s", b.Name, sp.Name))
		preds := newMethods(diags, "the methods of "+ip.typ)
		if len(sp.Predicates) > 1 {
			preds.taken["All"] = claim{what: "grantgen's own All", own: true}
			top.claim(ip.typ+"Belief", b.Pos, "the beliefs of "+ip.typ)
		}
		for _, pr := range sp.Predicates {
			pp := p.predicateOf[pr]
			bp := &beliefPlan{predicatePlan: pp, view: top.claim(ip.typ+preds.claim(pp.goName, pr.Pos, "predicate "+pr.Name), b.Pos, fmt.Sprintf("the view of %s in %s", pr.Name, ip.typ))}
			bp.read = "read" + bp.view
			fields := newSpace(diags, "the view "+bp.view, "Format", "Value")
			if sp.ShowAbout {
				for _, a := range pr.About {
					bp.about = append(bp.about, fieldPlan{a, fields.claim(GoName(a.Name), a.Pos, "subject "+a.Name)})
				}
			}
			ip.beliefs = append(ip.beliefs, bp)
		}
		sp.scopes = append(sp.scopes, ip)
	}
}
