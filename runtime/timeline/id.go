package timeline

import (
	"encoding/binary"
	"fmt"

	"github.com/google/uuid"
)

// ID is a UUID: v7 when minted, v5 when derived, any that was given. As text and in JSON it is the lower-case canonical form.
type ID uuid.UUID

// derived is the space of derived ids. It never changes: ids on logs were made with it.
var derived = uuid.NewSHA1(uuid.NameSpaceURL, []byte("https://github.com/grantgen/grantgen"))

// NewID mints a v7 UUID.
func NewID() ID { return ID(uuid.Must(uuid.NewV7())) }

// DeriveID is the v5 UUID of parts, each length-prefixed so that no two lists meet.
func DeriveID(parts ...string) ID {
	var data []byte
	for _, p := range parts {
		data = binary.BigEndian.AppendUint64(data, uint64(len(p)))
		data = append(data, p...)
	}
	return ID(uuid.NewSHA1(derived, data))
}

// ParseID reads the canonical form, in either case, and nothing else.
func ParseID(text string) (ID, error) {
	const canonical = 36 // uuid.Parse also reads braces, urn: and bare hex, which differ in length
	if len(text) != canonical {
		return ID{}, fmt.Errorf("%q is not an id of the form xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx", clip(text))
	}
	id, err := uuid.Parse(text)
	if err != nil {
		return ID{}, fmt.Errorf("%q is not an id of the form xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx", text)
	}
	return ID(id), nil
}

// IsZero says that id was never set.
func (id ID) IsZero() bool { return id == ID{} }

// String is the lower-case canonical form.
func (id ID) String() string { return uuid.UUID(id).String() }

// MarshalText writes the canonical form.
func (id ID) MarshalText() ([]byte, error) { return []byte(id.String()), nil }

// UnmarshalText reads the canonical form.
func (id *ID) UnmarshalText(text []byte) error {
	parsed, err := ParseID(string(text))
	if err != nil {
		return err
	}
	*id = parsed
	return nil
}

// clip keeps an error short when what was given is not.
func clip(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	return s[:most] + "…"
}
