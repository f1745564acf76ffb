package schema

// Count counts a text by a tokenizer of the language. The language proves with it that fixed texts fit their sections; without
// one they are counted at run time alone.
type Count func(tokenizer, text string) (int, error)

// Option changes how a schema is read.
type Option func(*resolver)

// WithCount proves fixed texts against the budgets of their sections.
func WithCount(c Count) Option { return func(r *resolver) { r.count = c } }
