package timeline

import (
	"errors"
	"fmt"
)

// ErrClosed is a use of a log after its Close.
var ErrClosed = errors.New("the log is closed")

// ErrReadOnly is an append to a log that was opened for reading only.
var ErrReadOnly = errors.New("the log is open for reading only")

// Damaged is an event whose stored form does not read: something other than the engine has changed it.
type Damaged struct {
	Seq Position
	Why string
}

func (e *Damaged) Error() string { return fmt.Sprintf("event %d is damaged: %s", e.Seq, e.Why) }

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

// PastEnd is a position that the log has not reached.
type PastEnd struct{ At, Last Position }

func (e *PastEnd) Error() string { return fmt.Sprintf("the log ends before %d", e.At) }

// Undecodable is an event that cannot be handed out: newer than the program knows, or its payload does not decode. It holds
// no text of the payload; Cause, which may, is for errors.As and never printed.
type Undecodable struct {
	Seq     Position
	Key     Key
	Version int
	Why     string
	Cause   error
}

func (e *Undecodable) Error() string {
	return fmt.Sprintf("event %d (%s.%s version %d) cannot be read: %s", e.Seq, e.Key.Namespace, e.Key.Type, e.Version, e.Why)
}

func (e *Undecodable) Unwrap() error { return e.Cause }

// Refuse is an [Undecodable] of e.
func (e Event) Refuse(why string, cause error) *Undecodable {
	return &Undecodable{Seq: e.Seq, Key: e.Key, Version: e.Version, Why: why, Cause: cause}
}
