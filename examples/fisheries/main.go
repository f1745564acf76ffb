// Command fisheries tells two stories of a negotiation about mackerel: what Norway's negotiator may see, and how older rounds
// become a chronicle.
//
//	go run ./examples/fisheries           on logs in memory
//	go run ./examples/fisheries -db FILE  on two SQLite files beside FILE; a second run appends nothing
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/sqlite"
)

func main() {
	db := flag.String("db", "", "keep the two logs in SQLite files beside this name (default: in memory)")
	flag.Parse()
	if err := run(context.Background(), os.Stdout, *db); err != nil {
		fmt.Fprintln(os.Stderr, "fisheries:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer, db string) error {
	for i, story := range []func(context.Context, io.Writer, timeline.Log) error{offer, chronicle} {
		log, err := open(ctx, db, i+1)
		if err != nil {
			return err
		}
		err = story(ctx, out, log)
		if closeErr := log.Close(); err == nil {
			err = closeErr
		}
		if err != nil {
			return fmt.Errorf("story %d: %w", i+1, err)
		}
	}
	return nil
}

// open is the log of one story: negotiation.db becomes negotiation-1.db and negotiation-2.db.
func open(ctx context.Context, db string, story int) (timeline.Log, error) {
	if db == "" {
		return timeline.Memory(), nil
	}
	ext := filepath.Ext(db)
	return sqlite.Open(ctx, fmt.Sprintf("%s-%d%s", strings.TrimSuffix(db, ext), story, ext))
}

// id is a fixed id, so that a second run on the same files finds its own events.
func id(name string) timeline.ID { return timeline.DeriveID("examples/fisheries", name) }
