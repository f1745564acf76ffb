package trace

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/grantgen/grantgen/runtime/assembly"
)

// budget says what would become of a recorded context with another total. It ends with 1 when the context is not made again as it was:
// then what it says is of the context as it is now, and it says so.
func (c *command) budget(ctx context.Context, name, total string) (int, error) {
	n, err := strconv.Atoi(total)
	if err != nil {
		return usage, fmt.Errorf("%q is no total: it is a number, in what the context's counter counts", total)
	}
	rec, err := Lookup(ctx, c.store.Log(), name)
	if err != nil {
		return usage, err
	}
	if rec.Budget == nil {
		return usage, fmt.Errorf("%s was assembled without a budget: nothing is shed at any total", rec.ID)
	}
	o, err := c.roles.Rebuild(ctx, c.store, rec)
	if err != nil {
		return usage, err
	}
	code := fine
	if !o.Equal() {
		code = differs
		if _, err := fmt.Fprint(c.stdout, o.String()); err != nil || o.Built == nil {
			return code, err
		}
	}
	again, err := o.Built.Refit(n)
	if err != nil {
		_, err = fmt.Fprintf(c.stdout, "with a total of %d: %v\n", n, err)
		return code, err
	}
	return code, c.compareTotals(o.Built, again)
}

// compareTotals prints what two fittings of one assembly differ in.
func (c *command) compareTotals(was, is *assembly.Context) error {
	var out strings.Builder
	w := tabwriter.NewWriter(&out, 0, 8, 2, ' ', 0)
	before, after := was.Fates(), partsOf(is)
	var changed []string
	for place, p := range partsOf(was) {
		now := after[place]
		does := becomes(before[place], is.Fates()[place], p, now)
		if does == "" {
			continue
		}
		changed = append(changed, does)
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", does, p.Slot, p.Register, describeCount(p, now), cites(p), clip(p.Content, 60), now.Reason)
	}
	_ = w.Flush() // into memory
	text := fmt.Sprintf("%s at %d: %d of %d used; with a total of %d: %d used, %s\n", was.Role, was.UptoSeq, was.Used, was.Total,
		is.Total, is.Used, howMany(changed))
	for line := range strings.Lines(out.String()) {
		text += strings.TrimRight(line, " \n") + "\n"
	}
	_, err := fmt.Fprint(c.stdout, text)
	return err
}

// What becomes of a part.
const (
	keptWhole    = "kept whole"
	cutOff       = "cut"
	cutOtherwise = "cut otherwise"
	shed         = "shed"
)

// becomes is what another total makes of a part, in a word; empty where it stays as it was.
func becomes(from, to assembly.Fate, was, is *assembly.Part) string {
	switch {
	case to == assembly.Trimmed && from == assembly.Trimmed && was.Count == is.Count, to != assembly.Trimmed && from == to:
		return ""
	case to == assembly.Trimmed && from == assembly.Trimmed:
		return cutOtherwise
	case to == assembly.Trimmed:
		return cutOff
	case to == assembly.Shed:
		return shed
	}
	return keptWhole
}

func describeCount(was, is *assembly.Part) string {
	if was.Count == is.Count {
		return strconv.Itoa(was.Count)
	}
	return fmt.Sprintf("%d → %d", was.Count, is.Count)
}

// cites names what a part stands on, in short: the seq of an event, else what it is.
func cites(p *assembly.Part) string {
	var out []string
	refs, err := refsOf(p.Sources)
	if err != nil { // they have no form that could fail
		return ""
	}
	for _, r := range refs {
		switch kind, name := r.What(); {
		case len(out) == 3:
			return strings.Join(out, ", ") + fmt.Sprintf(" and %d more", len(refs)-3)
		case r.Seq > 0:
			out = append(out, fmt.Sprintf("%s %d", kind, r.Seq))
		default:
			out = append(out, kind+" "+clip(name, 40))
		}
	}
	return strings.Join(out, ", ")
}

func partsOf(built *assembly.Context) []*assembly.Part {
	out := make([]*assembly.Part, len(built.Fates()))
	each(built, func(place int, _ assembly.Fate, p *assembly.Part) { out[place] = p })
	return out
}

// howMany says in words how many parts become what.
func howMany(changed []string) string {
	if len(changed) == 0 {
		return "and every part is what it was"
	}
	var out []string
	for _, does := range []string{shed, cutOff, cutOtherwise, keptWhole} {
		n := 0
		for _, c := range changed {
			if c == does {
				n++
			}
		}
		switch {
		case n == 1:
			out = append(out, "1 part "+does)
		case n > 1:
			out = append(out, fmt.Sprintf("%d parts %s", n, does))
		}
	}
	return strings.Join(out, ", ")
}
