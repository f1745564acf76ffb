// Package assemblytest is for users' tests of their assemblers: goldens, purity, fixed ids and a fixed clock.
//
//	func TestNorway(t *testing.T) {
//		tl, err := grants.Open(t.Context(), timeline.Memory(), assemblytest.FixedIDs(), assemblytest.FixedClock(noon))
//		…
//		built := assemblytest.Pure(t, func() (*assembly.Context, error) {
//			return norway.Assemble(t.Context(), tl, norway.Input{Ask: "…"}, negotiators.Norway)
//		})
//		assemblytest.Golden(t, built)
//	}
//
// It imports assembly, render, timeline, world and the standard library.
package assemblytest
