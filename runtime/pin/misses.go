package pin

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// Missed is the event of a miss, in the namespace grantgen. Attributes: run, kind, key, occurrence; the payload is {"request":{…}}, the
// request in canonical form.
const Missed = "PinMissed"

// remember keeps a miss on the ledger, once: a client that tries again misses the same call. l.mu is held.
func (l *Ledger) remember(at slot, m *Miss) {
	if !l.missed[at] {
		l.missed[at] = true
		l.misses = append(l.misses, m)
	}
}

// Misses are what this ledger's replays missed, each call once, in the order in which they did.
func (l *Ledger) Misses() []*Miss {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.misses)
}

// CommitMisses appends one PinMissed for each miss, for who looks into the log later; again, it appends nothing. Nothing else does: a
// replay writes nothing.
func (l *Ledger) CommitMisses(ctx context.Context) error {
	for _, m := range l.Misses() {
		if _, err := l.tl.Commit(ctx, m.pending()); err != nil {
			return fmt.Errorf("commit the misses of run %q: %w", l.run, err)
		}
	}
	return nil
}

// pending is the event; its id derives from run and call. It does not say which pin was nearest: that changes when the run gets pins,
// and the same miss must be the same event.
func (m *Miss) pending() timeline.Pending {
	payload := append([]byte(`{"request":`), m.request...)
	attributes := []timeline.Attribute{
		{Name: "key", Value: timeline.Text(m.Key)},
		{Name: "kind", Value: timeline.Text(m.Kind)},
		{Name: "occurrence", Value: timeline.Int(m.Occurrence)},
		{Name: "run", Value: timeline.Text(m.Run)},
	}
	return timeline.Pending{
		ID:         timeline.DeriveID("miss", m.Run, m.Kind, m.Key, strconv.FormatInt(m.Occurrence, 10)),
		Key:        timeline.Key{Namespace: timeline.ReservedNamespace, Type: Missed},
		Version:    Version,
		Attributes: timeline.NewAttributes(attributes...),
		Payload:    append(payload, '}'),
	}
}
