package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// Backup writes a sound and compact copy of the log as of now into a new file (mode 0600), while others read and append. The name
// appears when the copy is whole and on the disk; a file that is there is not replaced.
func (l *Log) Backup(ctx context.Context, path string) error {
	if err := l.backup(ctx, path); err != nil {
		return fmt.Errorf("back the log up to %s: %w", path, err)
	}
	return nil
}

func (l *Log) backup(ctx context.Context, path string) (err error) {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, fs.ErrExist)
	}
	part := path + ".part"
	f, err := os.OpenFile(part, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(part))
		}
	}()
	err = explain(l.vacuum(ctx, part))
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(part, path)
}

// vacuum writes into an empty file. It needs a connection of its own: those that read refuse every statement that writes anywhere.
func (l *Log) vacuum(ctx context.Context, into string) error {
	const statement = "VACUUM INTO ?"
	if l.memory {
		if err := l.acquire(ctx); err != nil {
			return err
		}
		defer l.queue.Unlock()
		_, err := l.conn.ExecContext(context.WithoutCancel(ctx), statement, into)
		return err
	}
	if l.closed.Load() {
		return timeline.ErrClosed
	}
	db, err := sql.Open("sqlite", l.dsn(false))
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, statement, into)
	return errors.Join(err, db.Close())
}

// unlisted counts what the members' table lacks. An event whose attributes do not read is found elsewhere.
const unlisted = `SELECT count(*) FROM events, json_each(CASE WHEN json_valid(attributes) THEN attributes ELSE '{}' END) AS a,
	json_each(CASE a.type WHEN 'array' THEN a.value ELSE '[]' END) AS m
	WHERE NOT EXISTS (SELECT 1 FROM members AS i WHERE i.namespace = events.namespace AND i.type = events.type AND i.attribute = a.key
		AND i.member = m.value AND i.seq = events.seq)`

// CheckFile has SQLite check the whole file, and looks whether the triggers that keep the log append-only are there and sets are indexed in full. It returns what is wrong, nothing on a
// sound file. [timeline.Verify] checks the events.
func (l *Log) CheckFile(ctx context.Context) (faults []string, err error) {
	err = l.reading(ctx, func(ctx context.Context, q queryer) error {
		if faults, err = texts(ctx, q, "PRAGMA integrity_check"); err != nil {
			return err
		}
		if len(faults) == 1 && faults[0] == "ok" {
			faults = nil
		}
		there, err := texts(ctx, q, "SELECT name FROM sqlite_schema WHERE type = 'trigger'")
		if err != nil {
			return err
		}
		for _, trigger := range []string{"events_dense", "events_no_update", "events_no_delete", "members_no_update", "members_no_delete"} {
			if !strings.Contains("\n"+strings.Join(there, "\n")+"\n", "\n"+trigger+"\n") {
				faults = append(faults, "the trigger "+trigger+" is gone")
			}
		}
		var lacking int
		if err := q.QueryRowContext(ctx, unlisted).Scan(&lacking); err != nil {
			return err
		}
		if lacking > 0 {
			faults = append(faults, fmt.Sprintf("%d members of sets are missing in their index", lacking))
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("check the file: %w", explain(err))
	}
	return faults, nil
}

func texts(ctx context.Context, q queryer, query string) ([]string, error) {
	rows, err := q.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		out = append(out, text)
	}
	return out, rows.Err()
}
