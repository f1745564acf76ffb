package page

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// ErrForeign is of a file that is no page, and is not replaced.
var ErrForeign = errors.New("is there already, and is no page of recorded contexts: it is not replaced")

// ErrSliders is of a page with sliders that one without would take the place of.
var ErrSliders = errors.New("is a page with sliders, and this one has none: it is not replaced")

// WriteFile writes the page to a file that its owner alone can read. An older page is replaced when the new one is whole, unless it has
// sliders that could not be made for the new one; any other file is left as it is.
func WriteFile(name string, p Page) error {
	if err := replaceable(name, p); err != nil {
		return err
	}
	return Overwrite(name, p)
}

// Overwrite is [WriteFile] over whatever file is there.
func Overwrite(name string, p Page) (err error) {
	f, err := os.CreateTemp(filepath.Dir(name), ".trace-*.html") // of mode 0600
	if err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	if err := errors.Join(Write(f, p), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), name); err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	return nil
}

func replaceable(name string, p Page) error {
	f, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	defer func() { _ = f.Close() }()
	begins := make([]byte, len(mark))
	if n, _ := io.ReadFull(f, begins); string(begins[:n]) != mark {
		return fmt.Errorf("%s %w", name, ErrForeign)
	}
	if p.NoSlider == "" {
		return nil
	}
	has, err := contains(f, sliders)
	if err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	if has {
		return fmt.Errorf("%s %w", name, ErrSliders)
	}
	return nil
}

// sliders is how a slider begins in a page's data. Text cannot look like it: a quote in a string is escaped.
var sliders = []byte(`"sweep":{"recorded":`)

// contains says whether a stream has these bytes, of however many.
func contains(r io.Reader, what []byte) (bool, error) {
	in := bufio.NewReaderSize(r, 1<<20)
	for {
		piece, err := in.Peek(1 << 20)
		if bytes.Contains(piece, what) {
			return true, nil
		}
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return false, err
		}
		if _, err := in.Discard(len(piece) - len(what) + 1); err != nil { // it may lie across two pieces
			return false, err
		}
	}
}
