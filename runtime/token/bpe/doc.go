// Package bpe counts tokens exactly as o200k_base and cl100k_base do, over github.com/tiktoken-go/tokenizer: text is split here, at
// the encoding's own boundaries and in linear time, and each distinct word is asked of the library once and remembered, within a
// bound. Special tokens such as <|endoftext|> are ordinary text.
package bpe
