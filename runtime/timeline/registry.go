package timeline

import (
	"bytes"
	"fmt"
)

// Type is what a schema declares of one event type.
type Type struct {
	Key
	Version int      // the version that the program knows, from 1
	Was     []string // older names
	// Attributes are those on which a read may be constrained; see [Indexer].
	Attributes []AttributeDecl
}

// Upcaster lifts the payload of one event type by one version. Attributes stay as stored, so that what a filter admitted and
// what a view shows agree.
type Upcaster struct {
	Key
	From int // lifts From to From+1
	Up   func(e Event) (payload []byte, err error)
}

// Registry knows the event types of a program. It does not change once made.
type Registry struct {
	canonical map[Key]Key // every name, old ones too
	versions  map[Key]int
	steps     map[step]func(Event) ([]byte, error)
}

type step struct {
	Key
	from int
}

// NewRegistry checks the types and the chains: an unknown type, a step twice, a gap, a step past the type's version are errors.
func NewRegistry(types []Type, upcasters []Upcaster) (*Registry, error) {
	r := &Registry{canonical: map[Key]Key{}, versions: map[Key]int{}, steps: map[step]func(Event) ([]byte, error){}}
	for _, t := range types {
		if err := r.declare(t); err != nil {
			return nil, err
		}
	}
	for _, u := range upcasters {
		if err := r.chain(u); err != nil {
			return nil, err
		}
	}
	for _, u := range upcasters { // in the order given, so that one mistake always gives one error
		key := r.canonical[u.Key]
		for from := u.From + 1; from < r.versions[key]; from++ {
			if r.steps[step{key, from}] == nil {
				return nil, fmt.Errorf("upcasters of %s.%s: the step from version %d is missing", key.Namespace, key.Type, from)
			}
		}
	}
	return r, nil
}

func (r *Registry) declare(t Type) error {
	if !IsName(t.Namespace) || !IsName(t.Type) {
		return fmt.Errorf("event type %q.%q: namespace and type must be names: %s", clip(t.Namespace), clip(t.Type), nameRule)
	}
	if t.Version < 1 {
		return fmt.Errorf("event type %s.%s: version %d: versions start at 1", t.Namespace, t.Type, t.Version)
	}
	r.versions[t.Key] = t.Version
	for _, name := range append([]string{t.Type}, t.Was...) {
		key := Key{t.Namespace, name}
		if other, taken := r.canonical[key]; taken {
			return fmt.Errorf("event type %s.%s: the name %s is taken by %s", t.Namespace, t.Type, clip(name), other.Type)
		}
		r.canonical[key] = t.Key
	}
	return nil
}

func (r *Registry) chain(u Upcaster) error {
	key, known := r.canonical[u.Key]
	switch at := (step{key, u.From}); {
	case !known:
		return fmt.Errorf("upcaster of %s.%s: the type is not declared", clip(u.Namespace), clip(u.Type))
	case u.Up == nil:
		return fmt.Errorf("upcaster of %s.%s from version %d: it has no function", key.Namespace, key.Type, u.From)
	case u.From < 1:
		return fmt.Errorf("upcaster of %s.%s from version %d: versions start at 1", key.Namespace, key.Type, u.From)
	case u.From >= r.versions[key]:
		return fmt.Errorf("upcaster of %s.%s from version %d: the type is at version %d", key.Namespace, key.Type, u.From, r.versions[key])
	case r.steps[at] != nil:
		return fmt.Errorf("upcaster of %s.%s from version %d: it is there twice", key.Namespace, key.Type, u.From)
	default:
		r.steps[at] = u.Up
		return nil
	}
}

// Canonical is the type's own name for an event that may stand under an older one; false for a type that is not declared.
func (r *Registry) Canonical(k Key) (Key, bool) {
	key, known := r.canonical[k]
	return key, known
}

// Current lifts e to the version that the program knows, under the type's own name. An event of a newer version, of a type that is
// not declared, or without a chain to the known version is an [Undecodable]. Seq, id, attributes and Hash stay as stored.
func (r *Registry) Current(e Event) (Event, error) {
	stored := e
	key, known := r.canonical[e.Key]
	if !known {
		return Event{}, stored.Refuse("its type is not declared", nil)
	}
	version := r.versions[key]
	if e.Version > version {
		return Event{}, stored.Refuse(fmt.Sprintf("the program knows it up to version %d", version), nil)
	}
	e.Key = key
	for ; e.Version < version; e.Version++ {
		up := r.steps[step{key, e.Version}]
		if up == nil {
			return Event{}, stored.Refuse(fmt.Sprintf("there is no upcaster from version %d", e.Version), nil)
		}
		payload, err := up(e.Clone())
		if err == nil {
			err = CheckJSON(payload)
		}
		if err != nil {
			return Event{}, stored.Refuse(fmt.Sprintf("the upcaster from version %d failed", e.Version), err)
		}
		e.Payload = bytes.Clone(payload)
	}
	return e, nil
}
