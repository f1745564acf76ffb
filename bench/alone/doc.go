// Package alone measures what has a bound and no peer: assembly by the number of parts, and reads of a belief by the length of its chain
// and of the log. It may import the runtime and bench/internal/figure.
package alone
