package trace

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// Member is a role or a member of which contexts are recorded.
type Member struct {
	Name     string // norway, negotiator@uk
	Contexts int
}

// Members lists the roles and members of which contexts are recorded, by name.
func Members(ctx context.Context, log timeline.Log) ([]Member, error) {
	n := map[string]int{}
	if err := Each(ctx, log, "", func(e timeline.Event) bool {
		name, _ := e.Attributes.Get("role").AsText()
		n[name]++
		return true
	}); err != nil {
		return nil, err
	}
	out := make([]Member, 0, len(n))
	for name, contexts := range n {
		out = append(out, Member{name, contexts})
	}
	slices.SortFunc(out, func(a, b Member) int { return cmp.Compare(a.Name, b.Name) })
	return out, nil
}

// ErrNoSuchRole is of a role, or a member, of which no context is recorded on a log that has others.
var ErrNoSuchRole = errors.New("no context of it is recorded")

// Known refuses a role that no recorded context is of, and says of which there are. On a log without contexts every role is known.
func (f Filter) Known(ctx context.Context, log timeline.Log) error {
	if f.Role == "" {
		return nil
	}
	all, err := Members(ctx, log)
	if err != nil {
		return err
	}
	var there []string
	for i, m := range all {
		if role, _, _ := strings.Cut(m.Name, "@"); m.Name == f.Role || role == f.Role {
			return nil
		}
		if i < 20 {
			there = append(there, fmt.Sprintf("%s (%d)", m.Name, m.Contexts))
		}
	}
	if len(all) == 0 {
		return nil
	}
	if more := len(all) - len(there); more > 0 {
		there = append(there, fmt.Sprintf("and %d more", more))
	}
	return fmt.Errorf("role %q: %w; there are contexts of %s", f.Role, ErrNoSuchRole, strings.Join(there, ", "))
}
