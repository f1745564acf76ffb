package assembly

import "errors"

// Origin is how a context came to be: what is needed, beside the log, to make it again.
type Origin struct {
	Role      string // as the schema calls it, without the member
	Grant     string // sha256 of the role's closed grant, hex
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

// From sets where the context comes from. Only package slice calls it.
func (c *Context) From(origin func() (Origin, error)) { c.origin = origin }
