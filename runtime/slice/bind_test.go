package slice

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/runtime/wire"
)

type openName string

func (n openName) Name() string { return string(n) }
func (n openName) IsZero() bool { return n == "" }

// A member's values stand in a scope as they are called, also where one is called like the place of the other: tenant {self.user} of bob
// reads no scope of tenant bob.
func TestValuesAreBoundInOnePass(t *testing.T) {
	const pattern = "tenant:{self.tenant}:{self.user}:facts"
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.OneOf(rapid.SampledFrom([]string{"bob", "acme", "{self.user}", "{self.tenant}", "{self.{self.user}}", "a:b", "%"}),
			rapid.StringOfN(rapid.SampledFrom([]rune("{}self.userntab:%")), 1, 12, -1))
		tenant, user := name.Draw(t, "tenant"), name.Draw(t, "user")
		self := []Self{{"tenant", openName(tenant)}, {"user", openName(user)}}
		if rapid.Bool().Draw(t, "turned") {
			self[0], self[1] = self[1], self[0]
		}
		c := Call{Role: &Role{Name: "helper"}, Self: self}
		if got, want := c.bind(pattern), wire.Scope("tenant", tenant, user, "facts"); got != want {
			t.Fatalf("%q of %q reads %q, and what is theirs is %q", user, tenant, got, want)
		}
	})
}
