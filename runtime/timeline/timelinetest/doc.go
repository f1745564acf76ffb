// Package timelinetest is what every engine's log must do, as tests: the definition of a valid [timeline.Log], for who writes one.
//
// An engine's test calls [Run] with functions that open its logs:
//
//	func TestLaws(t *testing.T) {
//		timelinetest.Run(t, timelinetest.Engine{Open: …, Reopen: …, Address: …, Attach: …, Tamper: …})
//	}
//
// The laws, each a subtest of that name:
//
//   - append, expected position, idempotence: ranges, conflicts, and what an id that is there already does.
//   - refusals: what is not one JSON value in UTF-8 without duplicate keys, or too large, and leaves nothing.
//   - bytes, sizes, isolation: what goes in comes out, from 1 byte to 16 MiB, and nobody else can change it.
//   - pages: any query, in either direction, page by page; a page is bounded in events and in bytes.
//   - push-down, indexes: what the engine admits is what [timeline.Clause.Match] admits, on random logs, with and without the indexes of
//     declared attributes. Texts compare by their bytes.
//   - writers, rollbacks, races: eight at once leave a dense log of whole batches; a refused batch leaves no hole and does not fail
//     its neighbours; of those who race for one id or one position, one wins.
//   - poller: who polls [timeline.Log.Read] after the last seq that it has seen misses nothing. -timeline.poll says for how long; half a
//     second by default, 10s for a soak.
//   - cancel: callers that give up leave whole batches and a log that goes on.
//   - kill: a process is killed while it appends. What was acknowledged is there, and no batch is torn. -timeline.kills says how often;
//     3 by default, 10 in CI, 200 for a soak.
//   - tampering: the database itself refuses updates and deletes.
//   - reopen, closed.
//
// It imports timeline, rapid and the testing packages.
package timelinetest
