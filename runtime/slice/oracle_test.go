package slice_test

import (
	"cmp"
	"fmt"
	"slices"
)

// This is the design's rules written a second time, plainly and slowly, over plain data: what is admitted, held, told and kept.
// It shares no code with the runtime.

type plainEvent struct {
	kind     string // event, revise, contract, section
	typ      string
	party    string
	n        int64
	audience []string // nil: absent
	text     string

	scope, predicate, subject, value string

	from, to int64
	clauses  []plainClause
}

type plainClause struct {
	typ   string
	where []plainWhere
}

type plainWhere struct {
	attr    string // party, n, audience
	op      string // in, between, has, lacks, present, absent
	names   []string
	lo, hi  int64
	ownName bool // the member's own party in place of names
}

type plainSlice struct {
	name    string
	kind    string // log, beliefs, chronicle, given
	clauses []plainClause
	last    int
	since   bool     // the chronicle slice
	scopes  []string // beliefs: bound
}

type plainSlot struct {
	name     string
	register string
	rank     int
	latest   bool
}

// step is one thing that an assembler does: read a slice, at most so many items of it, and make a part of each that it keeps.
type step struct {
	slice int
	scope int // of a beliefs slice
	typ   string
	most  int
	slot  int
	skip  int // every skip-th item makes no part; 0: all do
}

type plainPart struct {
	slot    int
	content string
	source  string
}

type plainResult struct {
	parts, shed []plainPart
	read        []string
	failed      string
}

func (w plainWhere) holds(e plainEvent, self string) bool {
	names := w.names
	if w.ownName {
		names = []string{self}
	}
	switch w.attr {
	case "party":
		return slices.Contains(names, e.party)
	case "n":
		return e.n >= w.lo && e.n < w.hi
	}
	switch w.op {
	case "present":
		return e.audience != nil
	case "absent":
		return e.audience == nil
	case "has":
		return slices.Contains(e.audience, names[0])
	}
	return !slices.Contains(e.audience, names[0]) // lacks, also when absent
}

func (c plainClause) admits(e plainEvent, self string) bool {
	if e.kind != "event" || e.typ != c.typ {
		return false
	}
	for _, w := range c.where {
		if !w.holds(e, self) {
			return false
		}
	}
	return true
}

func anyAdmits(cs []plainClause, e plainEvent, self string) bool {
	return slices.ContainsFunc(cs, func(c plainClause) bool { return c.admits(e, self) })
}

// sectionsAt are the sections that stand: of two that overlap, the first on the log.
func sectionsAt(log []plainEvent, at int64) []int {
	var out []int
	for i := int64(0); i < at; i++ {
		if log[i].kind != "section" {
			continue
		}
		overlaps := slices.ContainsFunc(out, func(j int) bool { return log[j].from <= log[i].to && log[i].from <= log[j].to })
		if !overlaps {
			out = append(out, int(i))
		}
	}
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(log[a].from, log[b].from) })
	return out
}

type plainItem struct {
	typ, content, source string
}

func items(s plainSlice, scope int, log []plainEvent, at int64, self string) []plainItem {
	var out []plainItem
	switch s.kind {
	case "given":
		return []plainItem{{content: "the ask", source: "given " + s.name}}
	case "chronicle":
		for _, i := range sectionsAt(log, at) {
			out = append(out, plainItem{content: log[i].text, source: fmt.Sprintf("section %d-%d", log[i].from, log[i].to)})
		}
	case "beliefs":
		type state struct {
			seq   int64
			value string
		}
		held := map[string]state{}
		for i := int64(0); i < at; i++ {
			e := log[i]
			if e.scope != s.scopes[scope] {
				continue
			}
			key := e.predicate + " " + e.subject
			switch e.kind {
			case "revise":
				held[key] = state{i + 1, e.value}
			case "contract":
				delete(held, key)
			}
		}
		var states []state
		for _, st := range held {
			states = append(states, st)
		}
		slices.SortFunc(states, func(a, b state) int { return cmp.Compare(a.seq, b.seq) })
		for _, st := range states {
			out = append(out, plainItem{content: st.value, source: fmt.Sprintf("state %d", st.seq)})
		}
	case "log":
		for i := int64(0); i < at; i++ {
			e := log[i]
			if !anyAdmits(s.clauses, e, self) {
				continue
			}
			told := false
			if s.since {
				for _, j := range sectionsAt(log, at) {
					told = told || log[j].from <= i+1 && i+1 <= log[j].to && anyAdmits(log[j].clauses, e, self)
				}
			}
			if !told {
				out = append(out, plainItem{typ: e.typ, content: e.text, source: fmt.Sprintf("event %d", i+1)})
			}
		}
		if s.last > 0 && len(out) > s.last {
			out = out[len(out)-s.last:]
		}
	}
	return out
}

// plainly assembles by the rules.
func plainly(sl []plainSlice, slots []plainSlot, steps []step, log []plainEvent, at int64, self string, total int, order []string) plainResult {
	var res plainResult
	readBy := make([][]string, len(sl))
	seen := map[string]bool{}
	cited := map[string]bool{}
	for _, st := range steps {
		n := 0
		for _, it := range items(sl[st.slice], st.scope, log, at, self) {
			if st.typ != "" && it.typ != st.typ {
				continue
			}
			if n == st.most {
				break
			}
			n++
			if !seen[it.source] {
				seen[it.source] = true
			}
			if !slices.Contains(readBy[st.slice], it.source) {
				readBy[st.slice] = append(readBy[st.slice], it.source)
			}
			if st.skip > 0 && n%st.skip == 0 {
				continue
			}
			res.parts = append(res.parts, plainPart{st.slot, it.content, it.source})
			if slots[st.slot].register == "generated" {
				cited[it.source] = true
			}
		}
	}
	done := map[string]bool{}
	for _, list := range readBy {
		for _, src := range list {
			if !done[src] {
				done[src] = true
				res.read = append(res.read, src)
			}
		}
	}
	for i, s := range sl {
		if s.kind == "chronicle" {
			for _, src := range readBy[i] {
				if !cited[src] {
					return plainResult{failed: "mislabelled"}
				}
			}
		}
	}
	return plainBudget(res, slots, total, order)
}

func plainBudget(res plainResult, slots []plainSlot, total int, order []string) plainResult {
	if total < 0 {
		return res
	}
	used := 0
	var rest []int
	for i, p := range res.parts {
		if slots[p.slot].register == "binding" {
			used += len([]rune(p.content))
		} else {
			rest = append(rest, i)
		}
	}
	if used > total {
		return plainResult{failed: "budget"}
	}
	slices.SortStableFunc(rest, func(a, b int) int {
		sa, sb := slots[res.parts[a].slot], slots[res.parts[b].slot]
		if c := cmp.Compare(slices.Index(order, sb.register), slices.Index(order, sa.register)); c != 0 {
			return c
		}
		if c := cmp.Compare(sb.rank, sa.rank); c != 0 {
			return c
		}
		if c := cmp.Compare(res.parts[a].slot, res.parts[b].slot); c != 0 {
			return c
		}
		if sa.latest { // the latest goes first, so the oldest is visited first
			return cmp.Compare(a, b)
		}
		return cmp.Compare(b, a)
	})
	gone := map[int]bool{}
	for _, i := range rest {
		if cost := len([]rune(res.parts[i].content)); used+cost <= total {
			used += cost
		} else {
			gone[i] = true
		}
	}
	var kept, shed []plainPart
	for i, p := range res.parts {
		if gone[i] {
			shed = append(shed, p)
		} else {
			kept = append(kept, p)
		}
	}
	res.parts, res.shed = kept, shed
	return res
}
