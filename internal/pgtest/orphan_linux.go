package pgtest

import "syscall"

// attributes end the server with the test binary, also when that is killed.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: immediately} }
