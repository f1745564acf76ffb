package token

// Func is a counter made of a function, under a name. It is not additive.
func Func(name string, count func(text string) (int, error)) Counter { return function{name, count} }

type function struct {
	name  string
	count func(text string) (int, error)
}

func (f function) Count(text string) (int, error) { return f.count(text) }
func (f function) String() string                 { return f.name }
