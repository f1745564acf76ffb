package assembly

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// The sentinels, for errors.Is; the types below carry the data, for errors.As. No error text holds data of a scope that was
// refused.
var (
	ErrStaleRead      = errors.New("stale read")
	ErrNotGranted     = errors.New("not granted")
	ErrUncitedSource  = errors.New("uncited source")
	ErrMislabelled    = errors.New("mislabelled part")
	ErrBudgetExceeded = errors.New("budget exceeded")
	ErrAssembly       = errors.New("assembly error")
	ErrFailed         = errors.New("assembler failed")
	ErrBadText        = errors.New("bad text")
	ErrCount          = errors.New("counter failed")
	ErrRender         = errors.New("renderer failed")
	ErrCut            = errors.New("section cut")
	ErrStaleItem      = errors.New("stale item")
)

// StaleRead is a read at a position that a fold, or the log, is not at.
type StaleRead struct {
	Fold   string // belief, chronicle, memory; empty: the log itself ends before ReadAt
	FoldAt int64
	ReadAt int64
}

func (e *StaleRead) Error() string {
	if e.Fold == "" {
		return fmt.Sprintf("the log ends before %d", e.ReadAt)
	}
	return fmt.Sprintf("the %s fold is at %d and this slice reads at %d", e.Fold, e.FoldAt, e.ReadAt)
}

// Is matches [ErrStaleRead].
func (e *StaleRead) Is(target error) bool { return target == ErrStaleRead }

// NotGranted is a read outside the grant: of a scope, by a Self that is not in the role's roster, or of a record of another scope; or the
// call of a tool that the role does not have.
type NotGranted struct {
	Scope  string // of a record: the pattern of the role's own scope, and never whose it is
	Self   string // with Roster: the value that is no member
	Roster string
	Record string // the id of evidence of another scope
	ToolOf string // role or schema: it has no tool of the name that a model called, and the name stands nowhere
}

func (e *NotGranted) Error() string {
	switch {
	case e.ToolOf != "":
		return fmt.Sprintf("the %s has no tool of that name", e.ToolOf)
	case e.Record != "":
		return fmt.Sprintf("the record %s is of another scope than '%s'", e.Record, e.Scope)
	case e.Roster != "":
		return fmt.Sprintf("self '%s' is not in the roster '%s'", e.Self, e.Roster)
	}
	return fmt.Sprintf("scope '%s' is not in this grant", e.Scope)
}

// Is matches [ErrNotGranted].
func (e *NotGranted) Is(target error) bool { return target == ErrNotGranted }

// UncitedSource is a part that cites what was not handed out in this call.
type UncitedSource struct {
	Slot string
	// Cites is the ref as far as this grant may know it: whole, "StateRef(not granted)", or "an empty source".
	Cites string
}

func (e *UncitedSource) Error() string {
	return fmt.Sprintf("part '%s' cites %s, which this grant never handed out", e.Slot, e.Cites)
}

// Is matches [ErrUncitedSource].
func (e *UncitedSource) Is(target error) bool { return target == ErrUncitedSource }

// MislabelledPart is prose under another register than generated, or a section that was read and that no generated part cites.
type MislabelledPart struct {
	Slot     string // empty in the second case
	Register Register
	Section  string // of the second case
}

func (e *MislabelledPart) Error() string {
	if e.Section != "" {
		return fmt.Sprintf("section '%s' was read, but no generated part cites it", e.Section)
	}
	return fmt.Sprintf("part '%s' cites chronicle prose as %s", e.Slot, e.Register)
}

// Is matches [ErrMislabelled].
func (e *MislabelledPart) Is(target error) bool { return target == ErrMislabelled }

// BudgetExceeded is a context whose binding parts do not fit; with a layout, the sections that are never touched, with the markers
// of what the others may lose.
type BudgetExceeded struct {
	Total  int
	Need   int // what must stay comes to; with a renderer, as rendered
	Parts  []PartCount
	Layout string // empty without one
}

// PartCount is a part that must stay and what it comes to by itself.
type PartCount struct {
	Slot  string
	Count int
}

func (e *BudgetExceeded) Error() string {
	if e.Layout != "" {
		return fmt.Sprintf("what the layout '%s' keeps always comes to %d, with the markers of the rest, against a total of %d", e.Layout, e.Need, e.Total)
	}
	return fmt.Sprintf("the binding parts alone come to %d against a total of %d", e.Need, e.Total)
}

// Is matches [ErrBudgetExceeded].
func (e *BudgetExceeded) Is(target error) bool { return target == ErrBudgetExceeded }

// Failed is an assembler that panicked. If the value was an error, it is wrapped.
type Failed struct {
	Value any
	Read  []Ref // what had been handed out: the record of an incomplete call
}

func (e *Failed) Error() string {
	if e.Value == nil {
		return "the assembler panicked: it ended its goroutine"
	}
	return "the assembler panicked: " + fmt.Sprint(e.Value)
}

// Is matches [ErrFailed].
func (e *Failed) Is(target error) bool { return target == ErrFailed }

func (e *Failed) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// BadText is a part whose content a prompt cannot hold.
type BadText struct {
	Slot       string
	Structured bool
}

func (e *BadText) Error() string {
	if e.Structured {
		return fmt.Sprintf("part '%s' is not one line of valid JSON", e.Slot)
	}
	return fmt.Sprintf("part '%s' is not valid UTF-8", e.Slot)
}

// Is matches [ErrBadText].
func (e *BadText) Is(target error) bool { return target == ErrBadText }

// Reason is what is wrong with the use of a grant.
type Reason uint8

// The reasons.
const (
	AlreadyRead     Reason = iota + 1 // this grant was already read from
	UsedAfterCall                     // this grant is used after its call
	PositionsDiffer                   // the slices of this grant read at different positions: …
	CitesNothing                      // part 'offer' cites nothing
	NoCounter                         // the budget has no counter
	BadOrder                          // the budget's order does not name …
	BadSlot                           // a part was added to no slot, or to one without a register
	NoSection                         // part 'offer' stands in no section of the layout
	UnknownSection                    // the layout has no section 'fact'
	NoTime                            // section 'facts' is kept fresh by days, and no time was given
	StableMoves                       // part 'rule' stands in the stable section 'rules' and cites EventRef, which changes from call to call
)

// SlicePosition is a slice and the position it reads at.
type SlicePosition struct {
	Slice string
	At    int64
}

// AssemblyError is a grant, slot or budget that is used wrongly.
type AssemblyError struct {
	Reason    Reason
	Slot      string          // of CitesNothing, BadSlot, NoSection, StableMoves
	Section   string          // of UnknownSection, NoTime, StableMoves
	Cites     string          // of StableMoves: the kind of source
	Positions []SlicePosition // of PositionsDiffer, in the schema's order
}

func (e *AssemblyError) Error() string {
	switch e.Reason {
	case AlreadyRead:
		return "this grant was already read from"
	case UsedAfterCall:
		return "this grant is used after its call"
	case PositionsDiffer:
		at := make([]string, len(e.Positions))
		for i, p := range e.Positions {
			at[i] = p.Slice + " at " + strconv.FormatInt(p.At, 10)
		}
		return "the slices of this grant read at different positions: " + strings.Join(at, ", ")
	case CitesNothing:
		return fmt.Sprintf("part '%s' cites nothing", e.Slot)
	case NoCounter:
		return "the budget has no counter: give assembly.Budget{Count: …}, or the layout a tokenizer:"
	case BadOrder:
		return "the budget's order does not name considered, generated and craft exactly once each: name all three, the first to be shed first, or leave Order out"
	case BadSlot:
		return fmt.Sprintf("part '%s' has no register", e.Slot)
	case NoSection:
		return fmt.Sprintf("part '%s' stands in no section of the layout: give its slot the name of one in Section", e.Slot)
	case UnknownSection:
		return fmt.Sprintf("there is no section '%s' in the layout: FailIfCut takes the names of its sections", e.Section)
	case StableMoves:
		return fmt.Sprintf("part '%s' stands in the stable section '%s' and cites %s, which changes from call to call", e.Slot, e.Section, e.Cites)
	case NoTime:
		return fmt.Sprintf("section '%s' is kept fresh by days, and no time was given: set Now in the Input", e.Section)
	}
	return "this grant is used wrongly"
}

// Is matches [ErrAssembly].
func (e *AssemblyError) Is(target error) bool { return target == ErrAssembly }
