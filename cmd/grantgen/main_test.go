package main

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// The test binary is the command too: scripts and tests start it as `grantgen`, so nothing has to be built for them.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"grantgen": main})
}
