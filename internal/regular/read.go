package regular

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// ErrNotRegular is of what is there and is no regular file: a folder, a pipe, a device.
var ErrNotRegular = errors.New("not a regular file")

// Read reads a file of most bytes at most. It opens nothing else than a regular file.
func Read(name string, most int64) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: name, Err: ErrNotRegular}
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, most+1)) // it may grow while it is read
	if err == nil && int64(len(b)) > most {
		err = &fs.PathError{Op: "read", Path: name, Err: fmt.Errorf("it has more than %d bytes", most)}
	}
	if err != nil {
		return nil, err
	}
	return b, nil
}
