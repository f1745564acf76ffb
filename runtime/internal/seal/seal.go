// Package seal holds the key to constructors that only grantgen's own runtime may call. Being internal, it cannot be named by
// an application; its unexported field keeps a bare struct literal from standing in for it.
package seal

// Key opens a sealed constructor.
type Key struct{ runtime bool }

// Runtime is the key.
var Runtime = Key{runtime: true}
