// Package pin keeps what a model answered, so that a run can be told again without asking.
//
// A ledger holds the pins of one run. Its models take a prompt.Prompt, the only thing that renderers make, and record, replay, or
// record what is missing. A pin is keyed by its request and by the how-manieth call with that request it was. Pins become events
// when they are committed. The package imports timeline and prompt, and nothing else of the runtime.
package pin
