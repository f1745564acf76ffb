package assembly

import "github.com/grantgen/grantgen/runtime/token"

// Option changes one call of Assemble.
type Option func(*Options)

// Options is what the options of one call come to.
type Options struct {
	Position *int64 // nil: the log's last at the call
	CatchUp  bool   // bring folds up first; true unless NoCatchUp
	Budget   *Budget
	Uncut    *Uncut          // nil: any section may be cut
	Observe  func(grant any) // nil: nobody looks on
	Reading  func(Reading)   // called with what was read when the call ends, also when it fails; nil: nobody asks
}

// At reads everything as of a position.
func At(position int64) Option { return func(o *Options) { o.Position = &position } }

// NoCatchUp refuses a fold that is not at the position (StaleRead) instead of bringing it up.
func NoCatchUp() Option { return func(o *Options) { o.CatchUp = false } }

// WithBudget limits the size. Without one nothing is shed.
func WithBudget(b Budget) Option { return func(o *Options) { o.Budget = &b } }

// Uncut names sections that must not be cut.
type Uncut struct {
	Sections []string // none: all of them
}

// FailIfCut refuses a context ([Cut]) in which one of these sections lost anything; without a name, any section.
func FailIfCut(sections ...string) Option {
	return func(o *Options) {
		if o.Uncut == nil {
			o.Uncut = &Uncut{}
		}
		o.Uncut.Sections = append(o.Uncut.Sections, sections...)
	}
}

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
//
// The rule: all binding parts stay. Order the others: registers by the reverse of Order; higher rank first; then slots in the
// schema's order; then by age within the slot, the latest first (in a slot with Latest, the oldest first). Visit them once: a part
// (a group at its highest member's place, as one) is kept if everything kept so far with it costs at most Total; else its fallback
// is tried in the same place; else it is shed, with a reason such as "needs 36, 16 left".
//
// With a layout each section has its own budget, and the rule holds inside it (see [Layout]); then a Total of 0 means the layout's
// Allowed, a nil Count its Counter, and a nil Render [BySection].
//
// With a bigger Total the first part in this order whose fate differs fares better; a bigger Total may still lose a later part.
// (With [Units] and a counter that is not additive, parts that go at the end, when the whole is counted, are outside this.)
type Budget struct {
	Total  int
	Count  token.Counter
	Order  []Register // shed first to last; nil: considered, generated, craft
	Render Renderer
}

// Check finds what is wrong with the budget before anything is read: no counter, or an order that does not name considered,
// generated and craft exactly once each.
func (b *Budget) Check() error {
	if b.Count == nil {
		return &AssemblyError{Reason: NoCounter}
	}
	var seen [Generated + 1]bool
	for _, r := range b.order() {
		if r <= Binding || r > Generated || seen[r] {
			return &AssemblyError{Reason: BadOrder}
		}
		seen[r] = true
	}
	if !seen[Considered] || !seen[Craft] || !seen[Generated] {
		return &AssemblyError{Reason: BadOrder}
	}
	return nil
}

func (b *Budget) order() []Register {
	if b.Order == nil {
		return []Register{Considered, Generated, Craft}
	}
	return b.Order
}
