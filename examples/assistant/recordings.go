package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/grantgen/grantgen/examples/assistant/meetings"
)

// recordings prints, for each recorded meeting, how much of the marked evidence a prompt of 2,000 tokens keeps.
func recordings(ctx context.Context, out io.Writer, data string) error {
	folder := filepath.Join(data, "memory")
	found, err := meetings.Load(os.DirFS(folder))
	if errors.Is(err, fs.ErrNotExist) {
		_, err := fmt.Fprintln(out, "\nno meetings are in", folder, "(GRANTGEN_DATA or -data names the folder of the data): skipped")
		return err
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "\n== meetings: what of the marked evidence 2,000 tokens keep")
	fmt.Fprintln(out, meetings.Header)
	var rows []meetings.Row
	for _, m := range found {
		row, err := meetings.Measure(ctx, m)
		if err != nil {
			return err
		}
		rows = append(rows, row)
		fmt.Fprintln(out, row)
	}
	_, err = fmt.Fprintln(out, meetings.Total(rows))
	return err
}
