package figure

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
)

// Machine says on one line what the figures were taken on, and how busy it was.
func Machine() string {
	parts := []string{fmt.Sprintf("%s/%s", runtime.GOOS, runtime.GOARCH), fmt.Sprintf("%d CPUs", runtime.NumCPU())}
	if model := fileField("/proc/cpuinfo", "model name"); model != "" {
		parts = append(parts, model)
	}
	if memory := fileField("/proc/meminfo", "MemTotal"); memory != "" {
		parts = append(parts, memory+" of memory")
	}
	parts = append(parts, runtime.Version())
	if out, err := exec.Command("node", "--version").Output(); err == nil {
		parts = append(parts, "Node "+strings.TrimSpace(string(out)))
	}
	if load, err := os.ReadFile("/proc/loadavg"); err == nil {
		if fields := strings.Fields(string(load)); len(fields) > 2 {
			parts = append(parts, "load at the start "+strings.Join(fields[:3], " "))
		}
	}
	return strings.Join(parts, "; ")
}

// fileField is the value of the first line NAME: VALUE of a file of the system, or empty.
func fileField(file, name string) string {
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if key, value, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
