package gen

import "github.com/grantgen/grantgen/schema"

// Lock is the lock file of a model: its closed form, which is what schemas are compared by.
func Lock(m *schema.Model) []byte { return lockFile(m) }

// Fact is one line of facts as the lock file writes it: a flow mapping, its keys in the order given.
func Fact(pairs ...string) string { return fact(pairs...) }
