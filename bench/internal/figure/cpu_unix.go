//go:build unix

package figure

import (
	"syscall"
	"time"
)

// ownCPU is the CPU time of this process, all its threads.
func ownCPU() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
