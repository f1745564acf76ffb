package timeline

import "github.com/google/uuid"

// ID is a UUID: v7 when minted, v5 when derived, any that was given. As text and in JSON it is the lower-case canonical form.
type ID uuid.UUID

// NewID mints a v7 UUID.
func NewID() ID { return ID(uuid.Must(uuid.NewV7())) }

// DeriveID is the v5 UUID of parts, each length-prefixed so that no two lists meet.
func DeriveID(parts ...string) ID { panic("stub") }

// ParseID reads the canonical form, in either case, and nothing else.
func ParseID(text string) (ID, error) { panic("stub") }

// IsZero says that id was never set.
func (id ID) IsZero() bool { return id == ID{} }

// String is the lower-case canonical form.
func (id ID) String() string { return uuid.UUID(id).String() }

// MarshalText writes the canonical form.
func (id ID) MarshalText() ([]byte, error) { return []byte(id.String()), nil }

// UnmarshalText reads the canonical form.
func (id *ID) UnmarshalText(text []byte) error { panic("stub") }
