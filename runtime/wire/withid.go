package wire

import (
	"errors"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// WithID encodes an event under an id of the caller's. An empty id is refused: a minted one in its place would let a retry
// append the event twice.
func WithID(e interface {
	Pending() (timeline.Pending, error)
}, id timeline.ID) (timeline.Pending, error) {
	if e == nil {
		return timeline.Pending{}, errors.New("there is no event to give an id")
	}
	if id.IsZero() {
		return timeline.Pending{}, errors.New("the id given to an event is empty")
	}
	p, err := e.Pending()
	p.ID = id
	return p, err
}
