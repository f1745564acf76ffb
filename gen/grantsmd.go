package gen

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	texttemplate "text/template"

	"github.com/grantgen/grantgen/schema"
	"github.com/grantgen/grantgen/templates"
)

var grantsTemplate = texttemplate.Must(texttemplate.ParseFS(templates.Files, "GRANTS.md.tmpl"))

type mdDoc struct {
	Roles     []mdRole
	Never     []string
	Past      []string
	NotProved []string
}

type mdRole struct {
	Name, Doc, Family string
	Rows              []mdRow
	Writes, Owners    []string
}

type mdRow struct{ Slice, Reads, Item, Shows, Where string }

// grantsMD is GRANTS.md: one line a role and item, for whoever reviews a grant.
func grantsMD(m *schema.Model) ([]byte, error) {
	var doc mdDoc
	written := map[*schema.Scope]bool{}
	for _, r := range m.Roles {
		doc.Roles = append(doc.Roles, mdOf(m, r))
		for _, w := range r.Writes {
			written[w.Family] = true
		}
	}
	// By name: the order in which they are written, or of the files, has no meaning.
	for _, n := range slices.SortedStableFunc(slices.Values(m.Never), func(a, b *schema.Never) int { return cmp.Compare(a.ID, b.ID) }) {
		what := "the scope " + code(n.Scope)
		if n.Event != nil {
			what = "the event " + code(n.Event.Name)
			if len(n.Where) > 0 {
				what += " where " + md(lockWhere(n.Where))
			}
		}
		line := fmt.Sprintf("%s: %s never sees %s", code(n.ID), strings.Join(n.Roles, ", "), what)
		if n.ThroughWriters {
			line += ", nor through what others write"
		}
		doc.Never = append(doc.Never, line)
	}
	for _, d := range m.Declassified {
		doc.Past = append(doc.Past, fmt.Sprintf("%s for %s, by %s: %s", code(d.Scope), strings.Join(d.For, ", "), md(d.By), md(d.Why)))
	}
	slices.Sort(doc.Past)
	for _, s := range m.Scopes {
		if !written[s] {
			doc.NotProved = append(doc.NotProved, fmt.Sprintf("%s (%s)", code(scopePattern(s)), s.Name))
		}
	}
	var b bytes.Buffer
	if err := grantsTemplate.Execute(&b, doc); err != nil {
		return nil, fmt.Errorf("write GRANTS.md: %w", err)
	}
	return b.Bytes(), nil
}

func mdOf(m *schema.Model, r *schema.Role) mdRole {
	out := mdRole{Name: r.Name, Doc: md(r.Doc)}
	var members []string
	for _, ro := range r.For {
		for _, v := range ro.Values {
			members = append(members, r.Name+"@"+v.Name)
		}
	}
	if len(r.For) == 1 && r.For[0].Open {
		out.Family = "each " + r.For[0].Name
	} else if len(r.For) == 1 {
		out.Family = strings.Join(members, ", ")
	} else if len(r.For) > 1 {
		names := make([]string, len(r.For))
		for i, ro := range r.For {
			names[i] = ro.Name
		}
		out.Family = "each combination of " + strings.Join(names, ", ")
	}
	for _, s := range r.Sees {
		out.Rows = append(out.Rows, mdRows(m, s)...)
		if s.Owner != "" {
			out.Owners = append(out.Owners, fmt.Sprintf("%s must acknowledge a widening of %s.", md(s.Owner), code(s.Name)))
		}
	}
	for _, w := range r.Writes {
		out.Writes = append(out.Writes, code(w.Text))
	}
	if r.Owner != "" {
		out.Owners = append(out.Owners, md(r.Owner)+" must acknowledge a widening of this role.")
	}
	return out
}

// written says who writes a scope, beside what lets it in: what the writer sees may reach the reader, in the writer's words.
func written(m *schema.Model, ref *schema.ScopeRef, where string) string {
	var writers []string
	for _, w := range m.Roles {
		if slices.ContainsFunc(w.Writes, func(x *schema.ScopeRef) bool { return x.Family == ref.Family && mayMeet(x, ref) }) {
			writers = append(writers, w.Name)
		}
	}
	if len(writers) == 0 {
		return where
	}
	return where + "; written by " + strings.Join(writers, ", ")
}

// mayMeet says whether two references to one family can name one scope, for some members.
func mayMeet(a, b *schema.ScopeRef) bool {
	for i := range a.Args {
		if !a.Args[i].Self && !b.Args[i].Self && a.Args[i].Value != b.Args[i].Value {
			return false
		}
	}
	return true
}

func mdRows(m *schema.Model, s *schema.Slice) []mdRow {
	row := mdRow{Slice: code(s.Name), Reads: string(s.Kind), Shows: "all", Where: "always"}
	switch s.Kind {
	case schema.LogSlice, schema.EventsSlice:
		return mdEvents(s, row)
	case schema.BeliefsSlice:
		var out []mdRow
		for _, b := range s.Beliefs {
			row.Item, row.Where = code(b.Scope.Text), written(m, b.Scope, "always")
			names := make([]string, len(s.Predicates))
			for i, p := range s.Predicates {
				names[i] = p.Name
			}
			row.Shows = strings.Join(names, ", ")
			if s.ShowAbout {
				row.Shows += " with subjects"
			}
			out = append(out, row)
		}
		return out
	case schema.ChronicleSlice:
		row.Item, row.Shows, row.Where = code(s.Scope.Text), "prose", written(m, s.Scope, "always")
	case schema.MemorySlice:
		row.Item, row.Shows = code(s.Scope.Text), strings.Join(s.Kinds, ", ")
		row.Reads = fmt.Sprintf("memory, the best %d", s.Top)
		row.Where = written(m, s.Scope, "found for "+s.Query.Name)
		if s.Summarised {
			row.Shows += ", summarised"
		}
	case schema.RetrievedSlice:
		row.Item, row.Where = code(s.Scope.Text), "recorded for the step"
	case schema.ToolsSlice:
		names := make([]string, len(s.Tools))
		for i, t := range s.Tools {
			names[i] = code(t.Name)
		}
		row.Item = strings.Join(names, ", ")
	case schema.GivenSlice:
		row.Item = s.Type.String()
	case schema.FixedSlice:
		row.Item = code(s.File) + " " + md(s.Version)
	}
	return []mdRow{row}
}

func mdEvents(s *schema.Slice, row mdRow) []mdRow {
	if s.Kind == schema.EventsSlice {
		row.Reads = "a range of the log"
	}
	if s.Last > 0 {
		row.Reads += fmt.Sprintf(", the last %d", s.Last)
	}
	if s.Since != nil {
		row.Reads += ", since " + s.Since.Name
	}
	var out []mdRow
	for _, c := range s.Clauses {
		row.Item, row.Where = code(c.Event.Name), "always"
		if len(c.Where) > 0 {
			row.Where = md(lockWhere(c.Where))
		}
		for _, it := range s.Items {
			if it.Event == c.Event {
				row.Shows = shows(it)
			}
		}
		out = append(out, row)
	}
	return out
}

func shows(it *schema.Item) string {
	var names []string
	if it.At {
		names = append(names, "at")
	}
	for _, f := range it.Fields {
		names = append(names, f.Name)
	}
	return strings.Join(names, ", ")
}

// md keeps a schema's text from being Markdown or HTML of its own.
var mdEscape = strings.NewReplacer(`\`, `\\`, "~", `\~`, "&", "&amp;", "<", "&lt;", ">", "&gt;", "|", `\|`, "\n", " ", "`", "'", "[", `\[`, "]", `\]`, "*", `\*`, "_", `\_`)

// mdBegins is what makes a line a heading, a rule or an item of a list when it begins with it.
var mdBegins = regexp.MustCompile(`^(?:([0-9]+)([.)])( |$)|([-+#=]))`)

func md(s string) string {
	return mdBegins.ReplaceAllString(strings.TrimSpace(mdEscape.Replace(s)), `$1\$2$3$4`)
}

var codeEscape = strings.NewReplacer("`", "'", "|", `\|`, "\n", " ")

func code(s string) string {
	return "`" + codeEscape.Replace(s) + "`"
}
