// Package token counts text. A counter is an interface of one method; Characters is built in, [Estimate] guesses high, [Func]
// makes one of a function, and [Memo] remembers counts. Exact counters of models' encodings stand in packages below this one.
//
// It imports the standard library alone.
package token
