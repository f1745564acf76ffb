package pin

import (
	"context"

	"github.com/grantgen/grantgen/runtime/prompt"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// Door is a model set apart for one write door. It is an alias of a type without a name, so that who opens doors can spell it
// without importing this package.
type Door = interface {
	Complete(ctx context.Context, p prompt.Prompt) (string, error)
	Uncommitted() []timeline.Pending
	Committed(batch []timeline.Pending)
	Rejoin()
}

// Apart is the same model for one write door: its Uncommitted lists what was asked through it alone, and a Commit of the ledger leaves
// that out, so that two doors that share a model do not append each other's pins. Call Rejoin when the door is shut.
func (m *Model) Apart() Door {
	return &Model{ledger: m.ledger, name: m.name, mode: m.mode, call: m.call, parent: m}
}

// Rejoin hands pins that were not committed over to the model from which m was set apart, so that the ledger's next Commit takes them.
func (m *Model) Rejoin() {
	if m.parent == nil {
		return
	}
	m.ledger.mu.Lock()
	defer m.ledger.mu.Unlock()
	for _, p := range m.ledger.pins {
		if p.maker == m {
			p.maker = m.parent
		}
	}
}
