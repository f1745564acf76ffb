package logcli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/postgres"
	"github.com/grantgen/grantgen/runtime/timeline/sqlite"
)

// isDSN tells a database from a file.
func isDSN(place string) bool {
	return strings.HasPrefix(place, "postgres://") || strings.HasPrefix(place, "postgresql://") ||
		strings.Contains(place, "host=") || strings.Contains(place, "dbname=")
}

// open opens a log for reading.
func (e *env) open(ctx context.Context, place string) (timeline.Log, error) {
	if !isDSN(place) {
		log, err := sqlite.Open(ctx, place, sqlite.ReadOnly())
		if err != nil {
			return nil, err // not the nil pointer: it would be an interface that is not nil
		}
		return log, nil
	}
	if err := e.named(ctx, place, e.name); err != nil {
		return nil, err
	}
	log, err := postgres.Open(ctx, place, e.name, postgres.ReadOnly())
	if err != nil {
		return nil, err
	}
	return log, nil
}

// create opens a log for writing, and makes it if it is not there.
func (e *env) create(ctx context.Context, place, name string) (timeline.Log, error) {
	if !isDSN(place) {
		log, err := sqlite.Open(ctx, place)
		if err != nil {
			return nil, err
		}
		return log, nil
	}
	if name == "" {
		return nil, errors.New("a log in a PostgreSQL database needs a name")
	}
	log, err := postgres.Open(ctx, place, name)
	if err != nil {
		return nil, err
	}
	return log, nil
}

// named asks for a name, and says which there are.
func (e *env) named(ctx context.Context, dsn, name string) error {
	if name != "" {
		return nil
	}
	names, err := postgres.Logs(ctx, dsn)
	if err != nil {
		return err
	}
	for i := range names {
		names[i] = printable(names[i])
	}
	return fmt.Errorf("say which log with --log; the database has: %s", strings.Join(names, ", "))
}

// with opens a log for reading, and closes it after do.
func (e *env) with(ctx context.Context, place string, do func(timeline.Log) error) error {
	log, err := e.open(ctx, place)
	if err != nil {
		return err
	}
	return errors.Join(do(log), log.Close())
}

// fresh says that nothing is at a path that is to be written.
func fresh(path string) error {
	_, err := os.Lstat(path)
	switch {
	case err == nil:
		return fmt.Errorf("%s is there already, and is not replaced", path)
	case errors.Is(err, os.ErrNotExist):
		return nil
	default:
		return err
	}
}
