//go:build !unix

package pgtest

import (
	"os"
	"os/exec"
)

var immediately = os.Kill

func folder() (string, error) { return "", errMissing }

func command(path string, args ...string) *exec.Cmd { return exec.Command(path, args...) }
