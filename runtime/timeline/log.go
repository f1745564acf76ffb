package timeline

import "context"

// Log is an engine. The contract in one paragraph: seq is dense from 1, in commit order, without holes; a batch is atomic and
// durable when Append returns; an id that is there already with the same content (key, version, attributes, payload) gives
// the old seq, with other content an [IDTaken]; a batch whose ids are all there, contiguous and in this order, returns their Range; one
// that is there in part is an [PartlyThere] and appends nothing; a caller's cancel never leaves half a batch. Append runs [Prepare] first.
//
// Package timelinetest is this contract as tests; who writes an engine runs it. An engine may be an [Indexer] too.
type Log interface {
	Append(ctx context.Context, batch ...Pending) (Range, error)
	// AppendAt appends only if the log's last seq is expect, else [Conflict]. A batch that is there already returns its Range even so.
	// An expect below 0 is no position, and refused: no log ends there, so that [Conflict] is the error to give.
	AppendAt(ctx context.Context, expect Position, batch ...Pending) (Range, error)
	// Read returns one page; no cursor stays open after it.
	Read(ctx context.Context, q Query) (Page, error)
	// Last is the last seq, 0 on an empty log.
	Last(ctx context.Context) (Position, error)
	Close() error
}

// Query says what to read: seqs in (After, UpTo], admitted by any clause (no clause admits everything, grantgen's own too).
type Query struct {
	After   Position
	UpTo    Position // 0: to the end; below 0 there is nothing, and that is no error
	Clauses []Clause
	Limit   int  // at most so many events; 0: the engine's page size
	Newest  bool // newest first; After and UpTo mean the same
}

// Page is what one Read returned. More says that the query admits further events: ask again After the last one (or, newest
// first, UpTo the one before it).
type Page struct {
	Events []Event
	More   bool
}
