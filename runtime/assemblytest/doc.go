// Package assemblytest is for users' tests of their assemblers: goldens, purity, noninterference, fixed ids and a fixed clock.
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
// [Noninterference] needs no log: it draws its own, from what the generated package grantstest says of the schema.
//
// It imports assembly, render, slice, timeline, world and the standard library.
package assemblytest
