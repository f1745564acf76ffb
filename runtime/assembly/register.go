package assembly

// Register is how binding a part is.
type Register uint8

// The registers.
const (
	Binding    Register = iota + 1 // must hold
	Considered                     // advisory, ranked
	Craft                          // technique
	Generated                      // prose that a model wrote
)

var registerNames = [...]string{"", "binding", "considered", "craft", "generated"}

// String is the name as the schema writes it; "register(9)" for a value that is none.
func (r Register) String() string {
	if int(r) < len(registerNames) && r != 0 {
		return registerNames[r]
	}
	return "register(" + itoa(int(r)) + ")"
}

// MarshalText writes the name.
func (r Register) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + itoa(n%10)
}
