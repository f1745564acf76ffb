//go:build unix

package pgtest

import (
	"errors"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
)

// immediately is the signal on which PostgreSQL ends at once, and recovers at its next start.
const immediately = syscall.SIGQUIT

// folder makes the server's folder. A path longer than about a hundred bytes cannot hold a socket, hence /tmp.
func folder() (string, error) {
	dir, err := os.MkdirTemp("/tmp", "grantgen-pg-")
	if err != nil {
		return "", err
	}
	if who, err := account(); err != nil || who == nil {
		return dir, err
	} else if err := os.Chown(dir, int(who.Uid), int(who.Gid)); err != nil {
		return "", err
	}
	return dir, nil
}

// account is whom the server runs as: PostgreSQL refuses root. nil is ourselves.
func account() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.ParseUint(u.Uid, 10, 32)
		gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
		return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, errors.Join(err1, err2)
	}
	return nil, errors.New("we are root, PostgreSQL refuses root, and there is neither a user postgres nor nobody")
}

func command(path string, args ...string) *exec.Cmd {
	cmd := exec.Command(path, args...)
	cmd.Dir = server.dir
	cmd.SysProcAttr = attributes()
	cmd.SysProcAttr.Credential, _ = account() // folder has seen its error
	return cmd
}
