package timeline

import "encoding/json"

type rangeJSON struct {
	From Position `json:"from"`
	To   Position `json:"to"`
}

// MarshalJSON writes {"from":1,"to":3}.
func (r Range) MarshalJSON() ([]byte, error) { return json.Marshal(rangeJSON(r)) }

// UnmarshalJSON reads what MarshalJSON writes.
func (r *Range) UnmarshalJSON(b []byte) error {
	var in rangeJSON
	if err := strict(b, &in); err != nil {
		return err
	}
	*r = Range(in)
	return nil
}
