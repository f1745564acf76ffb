package world

import (
	"fmt"
	"time"

	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// Recall is how memory is looked for in a world: the application's functions, where it gave any.
type Recall struct {
	Searcher  memory.Searcher  // nil: memory.Search
	Need      memory.Need      // nil: the slice's triggers
	Summarise memory.Summarise // nil: the first lines
	Deadline  time.Duration    // of each of them, for one slice; 0 or less: none
}

// SearchDeadline is how long a search, a need decision, or the summaries of one slice may take, unless [WithSearchDeadline] says otherwise.
const SearchDeadline = 2 * time.Second

// WithSearcher looks for memory by s. What it found is recorded on the log, and read from there.
func WithSearcher(s memory.Searcher) Option { return func(o *options) { o.recall.Searcher = s } }

// WithNeed decides by f whether an input needs memory, in place of the triggers. What was found, or how f failed, is recorded on the
// log, and read from there.
func WithNeed(f memory.Need) Option { return func(o *options) { o.recall.Need = f } }

// WithSummary says what is remembered by f, in slices that are summarised, in place of the first lines.
func WithSummary(f memory.Summarise) Option { return func(o *options) { o.recall.Summarise = f } }

// WithSearchDeadline changes [SearchDeadline]; 0 or less is none. What is late is left out of the prompt.
func WithSearchDeadline(d time.Duration) Option { return func(o *options) { o.recall.Deadline = d } }

// WithValidator refuses what is nothing to remember by v, in place of [memory.Validate].
func WithValidator(v memory.Validator) Option { return func(o *options) { o.validate = v } }

// Memories is the fold of memories.
func (s *Store) Memories() memory.Reader { return s.memories }

// Recall is how memory is looked for.
func (s *Store) Recall() Recall { return s.options.recall }

// indexed are grantgen's own types that have an index: also searches, where they are recorded and looked up.
func (o *options) indexed() []timeline.Type {
	if o.recall.Searcher == nil && o.recall.Need == nil {
		return ownIndexes
	}
	return append(ownIndexes[:len(ownIndexes):len(ownIndexes)], memory.SearchedType())
}

// worth refuses a batch that would remember what is no fact.
func (s *Store) worth(batch []timeline.Pending) error {
	for i, p := range batch {
		if err := memory.Check(p, s.options.validate); err != nil {
			return fmt.Errorf("append: event %d of %d: %w", i+1, len(batch), err)
		}
	}
	return nil
}
