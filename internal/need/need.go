// Package need is for tests that need more than Go brings: PostgreSQL, a browser, git. It imports the standard library alone.
package need

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// Require is the variable that turns skipping into failing: names with commas between them, as CI sets it.
const Require = "GRANTGEN_REQUIRE"

// Missing skips a test for want of what has this name; where [Require] lists it, the test fails.
func Missing(t testing.TB, name, why string) {
	t.Helper()
	if slices.Contains(strings.Split(os.Getenv(Require), ","), name) {
		t.Fatal(why)
	}
	t.Skip(why)
}
