package assembly

import (
	"errors"
	"reflect"
	"runtime"
	"strings"
)

// Origin is how a context came to be: what is needed, beside the log, to make it again.
type Origin struct {
	Role      string // as the schema calls it, without the member
	Grant     string // sha256 of the role's closed grant, hex
	Outline   string // sha256 of what the lock says of its slices, hex; clauses are left out
	Input     []byte // what the application gave, as JSON
	Assembler string // import/path.Func
	Budget    *Budget
}

// ErrNoOrigin is of a context that no generated package made.
var ErrNoOrigin = errors.New("this context has no origin: no generated package made it")

// Origin says how the context was made. It is worked out when it is asked for: most contexts are never recorded.
func (c *Context) Origin() (Origin, error) {
	if c.origin == nil {
		return Origin{}, ErrNoOrigin
	}
	o, err := c.origin()
	o.Budget = c.budget
	return o, err
}

// Seal is what a source held when it was read: the event behind it, the event's hash, and its mark, which is of its type, version and
// time. Given values, fixed texts and tools have none.
type Seal struct {
	Event string
	Hash  [32]byte
	Mark  string
}

// Seals are those of Read, in its order; of a context made by hand there are none.
func (c *Context) Seals() []Seal {
	if c.inside == nil {
		return nil
	}
	return c.inside.seals()
}

func (in *inside) seals() []Seal {
	out := make([]Seal, 0, len(in.handed))
	in.eachRead(func(h *handed) {
		var seal Seal
		if s, ok := h.mark.(interface {
			Seal() (string, [32]byte, string)
		}); ok {
			seal.Event, seal.Hash, seal.Mark = s.Seal()
		}
		out = append(out, seal)
	})
	return out
}

// From sets where the context comes from. Only package slice calls it.
func (c *Context) From(origin func() (Origin, error)) { c.origin = origin }

// FunctionName is import/path.Func, by which an assembler is recorded and found again; empty for what is no function. A closure has the
// name of the function around it and a number, which does not last.
func FunctionName(f any) string {
	v := reflect.ValueOf(f)
	if v.Kind() != reflect.Func || v.IsNil() {
		return ""
	}
	return strings.TrimSuffix(runtime.FuncForPC(v.Pointer()).Name(), "-fm")
}
