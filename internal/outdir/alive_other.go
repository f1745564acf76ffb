//go:build !unix

package outdir

// alive cannot be told here: what a killed run left stays.
func alive(int) bool { return true }
