package memory

import "context"

// Top and Lines are how many facts at most a slice of memory hands out, and how many lines of each, where the schema does not say.
const (
	Top   = 3
	Lines = 3
)

// Searcher finds facts in an application's own way. facts are those that may be found, in the order in which they were learnt, and
// its statistics should be of these alone: else what is hidden moves the order of what is visible. It returns the ids of the best,
// best first, at most top; an id that is not among facts is dropped. It should heed ctx, which ends at the search's deadline.
type Searcher interface {
	Search(ctx context.Context, scope, query string, facts []Doc, top int) (ids []string, err error)
}

// SearcherFunc makes a Searcher of a function.
type SearcherFunc func(ctx context.Context, scope, query string, facts []Doc, top int) ([]string, error)

// Search calls f.
func (f SearcherFunc) Search(ctx context.Context, scope, query string, facts []Doc, top int) ([]string, error) {
	return f(ctx, scope, query, facts, top)
}

// Need decides whether an input needs memory. It must be pure: a prompt is rebuilt by calling it again.
type Need func(input string) bool

// Summarise says a fact in at most so many lines. It must be pure: a prompt is rebuilt by calling it again. What it says is prose.
type Summarise func(fact Fact, text string, lines int) string

// Failure is what became of an application's function, by its kind alone: never a query, a fact or an error's text.
type Failure string

// The failures.
const (
	Late         Failure = "late"           // the search was not done at its deadline
	Failed       Failure = "failed"         // it returned an error
	Panicked     Failure = "panicked"       // it panicked
	NeedLate     Failure = "need late"      // the need function was not done at the deadline
	NeedPanicked Failure = "need panicked"  // it panicked
	SummaryLate  Failure = "summary late"   // the summaries were not done at the deadline
	SummaryBad   Failure = "summary failed" // Summarise panicked, or said nothing that can be shown
	Unreadable   Failure = "unreadable"     // what was recorded of the search cannot be read
	Unrecorded   Failure = "unrecorded"     // nothing is recorded of it
)

// String says it in words.
func (f Failure) String() string {
	switch f {
	case Late:
		return "the search was late"
	case Panicked:
		return "the search panicked"
	case NeedLate:
		return "the need function was late"
	case NeedPanicked:
		return "the need function panicked"
	case SummaryLate:
		return "the summaries were late"
	case SummaryBad:
		return "a summary failed"
	case Unreadable:
		return "its record cannot be read"
	case Unrecorded:
		return "no result is recorded at this position"
	}
	return "the search failed"
}
