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
	changed := 0
	for place, p := range partsOf(was) {
		from, to := before[place], is.Fates()[place]
		now := after[place]
		if from == to && (to != assembly.Trimmed || now.Count == p.Count) {
			continue
		}
		changed++
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", becomes[to], p.Slot, p.Register, describeCount(p, now), now.Reason)
	}
	_ = w.Flush() // into memory
	text := fmt.Sprintf("%s at %d: %d of %d used; with a total of %d: %d used, %s\n", was.Role, was.UptoSeq, was.Used, was.Total,
		is.Total, is.Used, partsChanged(changed))
	for line := range strings.Lines(out.String()) {
		text += strings.TrimRight(line, " \n") + "\n"
	}
	_, err := fmt.Fprint(c.stdout, text)
	return err
}

var becomes = map[assembly.Fate]string{assembly.Kept: "kept whole", assembly.Trimmed: "cut", assembly.Shed: "shed"}

func describeCount(was, is *assembly.Part) string {
	if was.Count == is.Count {
		return strconv.Itoa(was.Count)
	}
	return fmt.Sprintf("%d → %d", was.Count, is.Count)
}

func partsOf(built *assembly.Context) []*assembly.Part {
	out := make([]*assembly.Part, len(built.Fates()))
	each(built, func(place int, _ assembly.Fate, p *assembly.Part) { out[place] = p })
	return out
}

func partsChanged(n int) string {
	switch n {
	case 0:
		return "and every part is what it was"
	case 1:
		return "1 part is something else"
	}
	return fmt.Sprintf("%d parts are something else", n)
}
