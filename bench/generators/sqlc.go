package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

const sqlcConfig = `version: "2"
sql:
  - engine: postgresql
    schema: schema.sql
    queries: queries
    gen: {go: {package: store, out: store}}
`

const sqlSchema = `CREATE TABLE offers (seq bigint PRIMARY KEY, party text NOT NULL, round integer NOT NULL, text text NOT NULL, note integer);
CREATE TABLE asides (seq bigint PRIMARY KEY, party text NOT NULL, text text NOT NULL);
`

// queries are told apart by what they select and filter by, in turns, so that each has a row type of its own, as a slice has a view.
var queries = []string{
	"SELECT party, round, text, note FROM offers WHERE party = $1 ORDER BY seq",
	"SELECT party, text FROM offers WHERE party = $1 AND round < $2 ORDER BY seq",
	"SELECT party, text FROM asides WHERE party = $1 ORDER BY seq DESC LIMIT $2",
	"SELECT round, text, note FROM offers WHERE round >= $1 AND round < $2 ORDER BY seq",
}

// sqlc is one file for ten queries.
func sqlc(bin string) tool {
	return tool{
		name: "sqlc", unit: "query", made: "store",
		write: func(dir string, units int) error {
			if err := put(filepath.Join(dir, "sqlc.yaml"), sqlcConfig); err != nil {
				return err
			}
			if err := put(filepath.Join(dir, "schema.sql"), sqlSchema); err != nil {
				return err
			}
			for at := 0; at < units; at += slicesARole {
				var b strings.Builder
				for i := at; i < min(at+slicesARole, units); i++ {
					fmt.Fprintf(&b, "-- name: Read%05d :many\n%s;\n\n", i, queries[i%len(queries)])
				}
				if err := put(filepath.Join(dir, "queries", fmt.Sprintf("q%05d.sql", at)), b.String()); err != nil {
					return err
				}
			}
			return nil
		},
		command: func(dir string) (*exec.Cmd, error) { return in(dir, bin, "generate"), nil },
	}
}
