package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/grantgen/grantgen/gen"
	"github.com/grantgen/grantgen/internal/outdir"
	"github.com/grantgen/grantgen/schema"
)

// editorFiles is the editors' file of a folder that has one of ours, to be kept up to date: one that is not there is not made, and one that
// is not ours is not touched.
func editorFiles(dir string) ([]gen.File, error) {
	at := filepath.Join(dir, outdir.EditorFile)
	info, err := os.Lstat(at)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look at %s: %w", at, err)
	}
	have, err := os.ReadFile(at)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", at, err)
	}
	if !outdir.Ours(outdir.EditorFile, have) {
		return nil, nil
	}
	want, err := schema.JSONSchema()
	if err != nil {
		return nil, fmt.Errorf("make %s: %w", outdir.EditorFile, err)
	}
	return []gen.File{{Path: outdir.EditorFile, Bytes: want}}, nil
}
