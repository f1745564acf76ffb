// Package raw holds the analyzer that keeps model calls to prompts: in a program with grants, an SDK is called with a prompt that a renderer
// made, inside a pinned model, or through a pinned transport. It imports go/analysis, roles, except and the standard library.
package raw
