//go:build unix

package outdir

import (
	"errors"
	"syscall"
)

// alive says whether a process of that number runs, so that its temporary file is not taken from under it.
func alive(pid int) bool {
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}
