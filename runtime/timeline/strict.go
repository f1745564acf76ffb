package timeline

import (
	"bytes"
	"encoding/json"
)

// strict decodes JSON and refuses keys that v lacks.
func strict(b []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	return d.Decode(v)
}
