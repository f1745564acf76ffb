// Package rooms holds recorded conversations with private parts against a schema: each party's prompt has what that party may see, and
// nothing else. The conversations are other people's, and stay outside of the project; the test says that it skips without them.
package rooms

//go:generate go tool grantgen
