//go:build !unix

package figure

import "time"

var began = time.Now()

// ownCPU is the time on the wall where the system tells no CPU time in this form.
func ownCPU() time.Duration { return time.Since(began) }
