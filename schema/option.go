package schema

// Count counts a text by a tokenizer of the language. The language proves with it that fixed texts fit their sections; without
// one they are counted at run time alone.
type Count func(tokenizer, text string) (int, error)

// Option changes how a schema is read.
type Option func(*resolver)

// GoKind is what an import/path.Name of a schema names.
type GoKind string

// What a schema names of an application's Go code.
const (
	GoFunction GoKind = "function"
	GoTypeName GoKind = "type"
)

// WithNear says which function or type of the application's is meant by a text that names none; empty: none.
func WithNear(near func(text string, kind GoKind) string) Option {
	return func(r *resolver) { r.near = near }
}

// Frame is what stands in a section beside its parts, line by line: it counts too.
type Frame struct {
	Head    func(section string) string
	Heading func(Register) string
	Marker  string // the longest that may stand where parts went
}

// WithFrame counts what a section's head, headings and marker come to.
func WithFrame(f Frame) Option { return func(r *resolver) { r.frame = &f } }

// WithCount proves fixed texts against the budgets of their sections.
func WithCount(c Count) Option { return func(r *resolver) { r.count = c } }
