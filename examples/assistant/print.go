package main

import (
	"fmt"
	"io"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/render"
)

// write shows a prompt, or only what its sections came to: with what was cut, what was noted, and the hash of the stable prefix.
func write(out io.Writer, c *assembly.Context, whole bool) error {
	if whole {
		p, err := render.With(c, render.BySection)
		if err != nil {
			return err
		}
		fmt.Fprint(out, p, "\n")
	}
	for _, s := range c.Sections {
		fmt.Fprintf(out, "%-9s %5d of %d", s.Name, s.Used, s.Budget)
		if s.Stable {
			fmt.Fprint(out, ", stable")
		}
		if s.Shed+s.Trimmed > 0 {
			fmt.Fprintf(out, ", %d shed, %d cut", s.Shed, s.Trimmed)
		}
		fmt.Fprintln(out)
	}
	fmt.Fprintf(out, "together  %5d of %d by %s\n", c.Used, c.Total, c.Counter)
	for _, t := range c.Trimmed {
		fmt.Fprintf(out, "cut: %s %v from %d to %d, %s\n", t.Slot, name(t.Sources[0]), t.Count, t.Kept, assembly.Marker(t.Omitted))
	}
	for _, p := range c.Shed {
		fmt.Fprintf(out, "shed: %s, %s\n", p.Slot, p.Reason)
	}
	for _, n := range c.Notes {
		fmt.Fprintf(out, "note: %s: %s\n", n.Kind, n.Text)
	}
	fmt.Fprintln(out, "prefix:", c.PrefixHash)
	return nil
}

// name is a source in a word.
func name(r assembly.Ref) string {
	if e, ok := r.(assembly.RetrievedRef); ok {
		return e.Retrieved + " " + e.Version
	}
	return fmt.Sprintf("%T", r)
}
