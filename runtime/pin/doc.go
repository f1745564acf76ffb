// Package pin keeps what models, tools and HTTP services answered, so that a run can be told again without asking.
//
// A ledger holds the pins of one run. Its models take a prompt.Prompt, the only thing that renderers make, its tools take JSON, and its
// transports serve any HTTP client, an SDK's too; each records, replays, or records what is missing. A pin is keyed by its
// request and by the how-manieth call with that request it was. Pins become events when they are committed. The package imports
// timeline and prompt, and nothing else of the runtime.
package pin
