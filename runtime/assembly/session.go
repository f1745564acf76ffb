package assembly

// Setup is what a session is opened with.
type Setup struct {
	Role   string   // as Context shows it: norway, negotiator@norway
	Upto   int64    // the position
	Slices []string // in the schema's order
	Slots  []*Slot  // in the schema's order
	// MayRead says whether this grant may read what another session handed out; mark is what that session passed to HandOut.
	// It decides how much an UncitedSource error may say.
	MayRead func(slice string, ref Ref, mark any) bool
}

// Session is one call: it remembers all that was handed out and added. It is safe for use by several goroutines until it is
// closed; after that every method but Reads panics with an [AssemblyError] ("this grant is used after its call").
type Session struct {
	setup Setup
}

// Open starts a session.
func Open(s Setup) *Session { return &Session{setup: s} }

// HandOut records that a slice yielded ref, and returns its handle; the same ref from any slice again returns the first handle.
// Prose marks a chronicle section (or summarised text).
func (s *Session) HandOut(slice string, ref Ref, prose bool, mark any) Handle { panic("stub") }

// Alive panics with "this grant is used after its call" once the session is closed.
func (s *Session) Alive() { panic("stub") }

// Add adds a part. Faults (no source, foreign source) are found by Finish.
func (s *Session) Add(slot *Slot, content Content, from ...Handle) { panic("stub") }

// Fail remembers the first error of a read; Finish returns it.
func (s *Session) Fail(err error) { panic("stub") }

// Reads is what was handed out so far, slice by slice in the schema's order.
func (s *Session) Reads() []Ref { panic("stub") }

// Finish closes the session, checks every part and applies the budget.
func (s *Session) Finish(o Options) (*Context, error) { panic("stub") }

// Abandon closes the session after a panic with that value and returns [Failed] with what had been read; a remembered read
// error wins, and so does an [AssemblyError] that was the panic's value.
func (s *Session) Abandon(value any) error { panic("stub") }
