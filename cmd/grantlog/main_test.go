package main

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/grantgen/grantgen/internal/pgtest"
)

// The test binary is the command too: scripts start it as `grantlog`.
func TestMain(m *testing.M) {
	testscript.Main(stopping{m}, map[string]func(){"grantlog": main})
}

// stopping ends the server of the tests with them.
type stopping struct{ m *testing.M }

func (s stopping) Run() int {
	code := s.m.Run()
	pgtest.Stop()
	return code
}
