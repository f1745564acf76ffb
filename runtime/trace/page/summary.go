package page

import (
	"fmt"
	"strings"
)

// Lack is why a context has no slider.
type Lack uint8

// The reasons; the zero one is of a page that was made without trying.
const (
	NotTried      Lack = iota
	NoBudget           // it was assembled without one
	NotRegistered      // its assembler, counter or renderer is not known by name
	Differs            // it is made again, and not as it was
	NoTotals           // it is made again as it was, and other totals cannot be tried
)

// lacks are the reasons in the order of the summary: one context, several.
var lacks = []struct {
	lack      Lack
	one, many string
}{
	{NoBudget, "1 has no budget", "%d have no budget"},
	{NoTotals, "1 cannot be tried at other totals", "%d cannot be tried at other totals"},
	{NotRegistered, "1 is not registered", "%d are not registered"},
	{Differs, "1 differs", "%d differ"},
}

// Summary says in a line what is in the page.
func (p Page) Summary() string {
	sliders := 0
	var without [NoTotals + 1]int
	for _, c := range p.Contexts {
		if c.Sweep != nil {
			sliders++
		} else {
			without[c.Lacks]++
		}
	}
	text := fmt.Sprintf("%d contexts, %d with a slider", len(p.Contexts), sliders)
	if len(p.Contexts) == 1 {
		text = fmt.Sprintf("1 context, %d with a slider", sliders)
	}
	text += why(without)
	if p.Left > 0 {
		text += fmt.Sprintf("; %d older ones are left out", p.Left)
	}
	return text
}

// why says how many have no slider for which reason; the command check names those of which it can be helped.
func why(without [NoTotals + 1]int) string {
	var out []string
	for _, l := range lacks {
		switch n := without[l.lack]; n {
		case 0:
		case 1:
			out = append(out, l.one)
		default:
			out = append(out, fmt.Sprintf(l.many, n))
		}
	}
	if len(out) == 0 {
		return ""
	}
	text := strings.Join(out, ", ")
	if without[NotRegistered]+without[Differs] > 0 {
		text += ": check says which"
	}
	return " (" + text + ")"
}
