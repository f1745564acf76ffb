// Package counting compares the exact counter with the library under it, tiktoken-go/tokenizer alone. It may import runtime/token/bpe,
// the library, and bench/internal/figure.
package counting
