package timeline

// Type is what a schema declares of one event type.
type Type struct {
	Key
	Version int      // the version that the program knows, from 1
	Was     []string // older names
}

// Upcaster lifts the payload of one event type by one version. Attributes stay as stored, so that what a filter admitted and
// what a view shows agree.
type Upcaster struct {
	Key
	From int // lifts From to From+1
	Up   func(e Event) (payload []byte, err error)
}

// Registry knows the event types of a program.
type Registry struct{}

// NewRegistry checks the types and the chains: an unknown type, a step twice, a gap, a step past the type's version are errors.
func NewRegistry(types []Type, upcasters []Upcaster) (*Registry, error) { panic("stub") }

// Canonical is the type's own name for an event that may stand under an older one; false for a type that is not declared.
func (r *Registry) Canonical(k Key) (Key, bool) { panic("stub") }

// Current lifts e to the version that the program knows. An event of a newer version is an [Undecodable].
func (r *Registry) Current(e Event) (Event, error) { panic("stub") }
