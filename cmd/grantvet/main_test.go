package main

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// The test binary is the command too: scripts start it as `grantvet`, and go vet does.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"grantvet": main})
}
