package timeline

import "fmt"

// Conflict is an AppendAt whose expectation no longer holds.
type Conflict struct{ Expected, Last Position }

func (e *Conflict) Error() string {
	return fmt.Sprintf("append expected the log to end at %d, and it ends at %d", e.Expected, e.Last)
}

// IDTaken is an append of an id that stands on the log with other content.
type IDTaken struct {
	ID  ID
	Seq Position
}

func (e *IDTaken) Error() string {
	return fmt.Sprintf("event %s stands at seq %d with other content", e.ID, e.Seq)
}

// PartlyThere is a batch of which some events stand on the log and some do not, or not contiguous and in this order.
type PartlyThere struct{ There, Of int }

func (e *PartlyThere) Error() string {
	return fmt.Sprintf("%d of the batch's %d events stand on the log already, so nothing was appended", e.There, e.Of)
}

// Undecodable is an event that cannot be handed out: newer than the program knows, or its payload does not decode. It holds
// no text of the payload.
type Undecodable struct {
	Seq     Position
	Key     Key
	Version int
	Why     string
}

func (e *Undecodable) Error() string {
	return fmt.Sprintf("event %d (%s.%s version %d) cannot be read: %s", e.Seq, e.Key.Namespace, e.Key.Type, e.Version, e.Why)
}
