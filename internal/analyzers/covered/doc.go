// Package covered finds assemblers that no noninterference test holds to their grants. Whether one is tested shows in the tests of any
// package of the module, and those are looked at after the package itself: so it is no analyzer that go vet could run, but a step of
// grantvet alone. It imports go/analysis, go/packages, except and roles.
package covered
