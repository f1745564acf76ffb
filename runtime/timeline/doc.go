// Package timeline is the log: the append-only sequence of events that is the only durable truth. Everything else (beliefs,
// chronicle, pins) is a fold over it.
//
// It holds the event, the interface that an engine implements ([Log]), an engine in memory, the registry of event types with
// their upcasters, and the projector that brings folds up. It imports the standard library and uuid, and nothing of grantgen.
package timeline
