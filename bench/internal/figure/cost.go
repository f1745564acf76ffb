package figure

import (
	"fmt"
	"os/exec"
	"runtime"
	"time"
)

// Cost is what one run of a side took. CPU is user and system time of all threads, so a collector's and a compiler's too.
type Cost struct {
	CPU, Wall time.Duration
}

// Over is the cost of one of n equal runs.
func (c Cost) Over(n int) Cost { return Cost{c.CPU / time.Duration(n), c.Wall / time.Duration(n)} }

// Own measures f in this process. What earlier work left behind is collected first, so that it is not f's to pay for.
func Own(f func() error) (Cost, error) {
	runtime.GC()
	cpu, start := ownCPU(), time.Now()
	err := f()
	return Cost{ownCPU() - cpu, time.Since(start)}, err
}

// Command runs a command and measures it, with the processes that it waited for. An error holds the end of what it printed.
func Command(cmd *exec.Cmd) (Cost, error) {
	start := time.Now()
	out, err := cmd.CombinedOutput()
	if err != nil {
		return Cost{}, fmt.Errorf("run %s: %w: %s", cmd.Path, err, out[max(0, len(out)-2000):])
	}
	return Cost{cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), time.Since(start)}, nil
}
