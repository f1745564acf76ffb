package worlds

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// terms puts the seqs of one world into those of another that agrees with it. Only what an operator sees has seqs: Describe and errors.
type terms struct{ of, in *laid }

// seq is where the same event stands in the other world. What does not stand there is told apart from everything that does.
func (t terms) seq(at timeline.Position) timeline.Position {
	if at < 1 || at > timeline.Position(len(t.of.history.entries)) {
		if at > 0 && t.in.last > 0 && at > t.of.last { // a search that was recorded meanwhile
			return t.in.last
		}
		return at
	}
	if s, ok := t.in.seq[t.of.history.entries[at-1].n]; ok {
		return s
	}
	return -at
}

// position is where a call reads: its log's end, mostly.
func (t terms) position(at timeline.Position) timeline.Position {
	if at == t.of.last || t.of.given == (timeline.Range{}) && at > t.of.last {
		return t.in.last
	}
	return t.seq(at)
}

func (t terms) section(from, to timeline.Position) (string, timeline.Position, timeline.Position) {
	from, to = t.seq(from), t.seq(to)
	return fmt.Sprintf("%d-%d", from, to), from, to
}

func (t terms) refs(list []assembly.Ref) []assembly.Ref {
	out := make([]assembly.Ref, len(list))
	for i, r := range list {
		switch r := r.(type) {
		case assembly.EventRef:
			r.Seq = t.seq(r.Seq)
			out[i] = r
		case assembly.RetrievedRef:
			r.Seq = t.seq(r.Seq)
			out[i] = r
		case assembly.SectionRef:
			r.Section, r.FromSeq, r.ToSeq = t.section(r.FromSeq, r.ToSeq)
			out[i] = r
		default:
			out[i] = r
		}
	}
	return out
}

func (t terms) parts(list []assembly.DescribedPart) []assembly.DescribedPart {
	out := make([]assembly.DescribedPart, len(list))
	for i, p := range list {
		p.Sources = t.refs(p.Sources)
		out[i] = p
	}
	return out
}

func (t terms) description(c *assembly.Context) assembly.Description {
	d := c.Describe()
	d.UptoSeq = t.position(d.UptoSeq)
	d.Parts, d.Shed, d.Read = t.parts(d.Parts), t.parts(d.Shed), t.refs(d.Read)
	if d.More != nil {
		more := *d.More
		more.Trimmed = slices.Clone(more.Trimmed)
		for i := range more.Trimmed {
			more.Trimmed[i].Sources = t.refs(more.Trimmed[i].Sources)
		}
		more.Sections = slices.Clone(more.Sections)
		for i := range more.Sections {
			more.Sections[i].Stamps = t.stamps(more.Sections[i].Stamps)
		}
		d.More = &more
	}
	return d
}

// stamps are those of sections in the other world's terms: their version is where they stand.
func (t terms) stamps(list []assembly.SourceStamp) []assembly.SourceStamp {
	out := slices.Clone(list)
	for i := range out {
		from, to, ok := strings.Cut(out[i].Version, "-")
		if ok && t.tells(out[i].Source, num(from), num(to)) {
			out[i].Version, _, _ = t.section(num(from), num(to))
		}
	}
	return out
}

// tells says whether there is a section over a range in a scope.
func (t terms) tells(scope string, from, to timeline.Position) bool {
	return slices.ContainsFunc(t.of.history.entries, func(e *entry) bool {
		return e.section != nil && e.section.Scope == scope && t.of.seq[e.section.from] == from && t.of.seq[e.section.to] == to
	})
}

// The places where an error names a seq.
var (
	seqs     = regexp.MustCompile(`(\bevent |\(seq=)(\d+)`)
	ends     = regexp.MustCompile(`(at or before |reads at |ends before )(\d+)`)
	sections = regexp.MustCompile(`(section '|section=)(\d+)-(\d+)`)
)

func (t terms) text(s string) string {
	s = each(seqs, s, func(m []string) string { return m[1] + str(t.seq(num(m[2]))) })
	s = each(ends, s, func(m []string) string { return m[1] + str(t.position(num(m[2]))) })
	return each(sections, s, func(m []string) string {
		id, _, _ := t.section(num(m[2]), num(m[3]))
		return m[1] + id
	})
}

func each(re *regexp.Regexp, s string, say func(m []string) string) string {
	return re.ReplaceAllStringFunc(s, func(found string) string { return say(re.FindStringSubmatch(found)) })
}

func num(s string) timeline.Position {
	n, _ := strconv.ParseInt(s, 10, 64)
	return n
}

func str(n timeline.Position) string { return strconv.FormatInt(n, 10) }
