package assembly

import (
	"fmt"
	"slices"
)

// Cut is a section that lost something, though [FailIfCut] forbids it.
type Cut struct {
	Section string
	Shed    int // parts that went whole
	Trimmed int // parts that were cut, or that gave way to their fallback
}

func (e *Cut) Error() string {
	return fmt.Sprintf("section '%s' was cut: %d parts shed, %d trimmed", e.Section, e.Shed, e.Trimmed)
}

// Is matches [ErrCut].
func (e *Cut) Is(target error) bool { return target == ErrCut }

// StaleItem is a part whose source is older than its section allows.
type StaleItem struct {
	Slot, Section string
	Days, Allowed int
}

func (e *StaleItem) Error() string {
	return fmt.Sprintf("part '%s' is %d days old, and section '%s' allows %d", e.Slot, e.Days, e.Section, e.Allowed)
}

// Is matches [ErrStaleItem].
func (e *StaleItem) Is(target error) bool { return target == ErrStaleItem }

// checkCuts refuses names of sections that there are not.
func (in *inside) checkCuts(u *Uncut) error {
	if u == nil {
		return nil
	}
	for _, name := range u.Sections {
		if in.setup.Layout == nil || !slices.ContainsFunc(in.setup.Layout.Sections, func(s Section) bool { return s.Name == name }) {
			return &AssemblyError{Reason: UnknownSection, Section: name}
		}
	}
	return nil
}

// refuseCuts finds the first section, in the layout's order, that lost something it must not lose.
func (c *Context) refuseCuts(u *Uncut) error {
	if u == nil {
		return nil
	}
	for _, s := range c.Sections {
		if len(u.Sections) > 0 && !slices.Contains(u.Sections, s.Name) || s.Shed == 0 && s.Trimmed == 0 {
			continue
		}
		return &Cut{Section: s.Name, Shed: s.Shed, Trimmed: s.Trimmed}
	}
	return nil
}
