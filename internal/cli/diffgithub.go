package cli

import (
	"fmt"
	"strings"

	"github.com/grantgen/grantgen/internal/grantdiff"
)

// diffGitHub writes an annotation for each finding, which the workflow's log takes away, and a table in Markdown.
func (e *env) diffGitHub(r *grantdiff.Report, b *base) error {
	for _, f := range r.Findings {
		level := "notice"
		if f.Widens && f.Ack == nil {
			level = "warning"
		}
		var properties []string
		if f.At.File != "" {
			properties = append(properties, "file="+property(f.At.File), fmt.Sprintf("line=%d", f.At.Line), fmt.Sprintf("col=%d", f.At.Col))
		}
		properties = append(properties, "title="+property(fmt.Sprintf("%s: %s %s", whose(f), f.Verdict, f.What)))
		var b strings.Builder
		b.WriteString(f.Detail)
		for _, line := range f.Lines {
			b.WriteString("\n" + shown(line))
		}
		for _, w := range []struct{ name, text string }{{"gained", witnessText(f.Gained)}, {"lost", witnessText(f.Lost)}, {"owner", f.Owner}} {
			if w.text != "" {
				b.WriteString("\n" + w.name + ": " + w.text)
			}
		}
		fmt.Fprintf(e.out, "::%s %s::%s\n", level, strings.Join(properties, ","), message(b.String()))
	}
	fmt.Fprintf(e.out, "### Grants against %s\n\n", cell(b.label))
	if len(r.Findings) == 0 {
		fmt.Fprintln(e.out, "Nothing changed in meaning.")
		return nil
	}
	fmt.Fprintln(e.out, "| role | verdict | what | witness | owner | at | acknowledged |")
	fmt.Fprintln(e.out, "| --- | --- | --- | --- | --- | --- | --- |")
	for _, f := range r.Findings {
		witness := f.Gained
		if witness == nil {
			witness = f.Lost
		}
		at, acked := "", ""
		if f.At.Line > 0 {
			at = f.At.String()
		}
		if f.Ack != nil {
			acked = f.Ack.By + ": " + f.Ack.Why
		} else if f.Widens {
			acked = "**no**"
		}
		row := []string{cell(whose(f)), string(f.Verdict), cell(f.What + ": " + f.Detail), code(witnessText(witness)), cell(f.Owner), code(at)}
		if f.Ack != nil {
			acked = cell(acked)
		}
		fmt.Fprintf(e.out, "| %s | %s |\n", strings.Join(row, " | "), acked)
	}
	if len(r.Widenings()) > 0 {
		fmt.Fprintf(e.out, "\nTo acknowledge: %s\n", code(b.ack))
	}
	return nil
}

func whose(f grantdiff.Finding) string {
	if f.Role == "" {
		return "the schema"
	}
	return f.Role
}

// message and property keep text from ending a workflow command or being one.
var (
	messageEscape  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	propertyEscape = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	cellEscape     = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "|", `\|`, "\n", " ", "\r", " ", "`", "'", "[", `\[`, "]", `\]`, "*", `\*`, "_", `\_`, "@", "&#64;")
	codeEscape     = strings.NewReplacer("`", "'", "|", `\|`, "\n", " ", "\r", " ")
)

func message(s string) string  { return messageEscape.Replace(s) }
func property(s string) string { return propertyEscape.Replace(s) }
func cell(s string) string     { return cellEscape.Replace(s) }

func code(s string) string {
	if s == "" {
		return ""
	}
	return "`" + codeEscape.Replace(s) + "`"
}
