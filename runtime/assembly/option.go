package assembly

import "github.com/grantgen/grantgen/runtime/token"

// Option changes one call of Assemble.
type Option func(*Options)

// Options is what the options of one call come to.
type Options struct {
	Position *int64 // nil: the log's last at the call
	CatchUp  bool   // bring folds up first; true unless NoCatchUp
	Budget   *Budget
}

// At reads everything as of a position.
func At(position int64) Option { return func(o *Options) { o.Position = &position } }

// NoCatchUp refuses a fold that is not at the position (StaleRead) instead of bringing it up.
func NoCatchUp() Option { return func(o *Options) { o.CatchUp = false } }

// WithBudget limits the size. Without one nothing is shed.
func WithBudget(b Budget) Option { return func(o *Options) { o.Budget = &b } }

// OptionsOf applies opts to the defaults.
func OptionsOf(opts []Option) Options {
	o := Options{CatchUp: true}
	for _, opt := range opts {
		if opt != nil {
			opt(&o)
		}
	}
	return o
}

// Budget is the size limit. Without Render each part's content is counted by itself and the sum is compared; with one, what is
// counted is what is rendered.
type Budget struct {
	Total  int
	Count  token.Counter
	Order  []Register // shed first to last; nil: considered, generated, craft
	Render Renderer
}

// Renderer turns a context into the text that a model gets.
type Renderer interface {
	Render(c *Context) (string, error)
}
