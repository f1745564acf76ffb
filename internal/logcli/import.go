package logcli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/grantgen/grantgen/runtime/timeline"
)

func (e *env) importCommand() *cobra.Command {
	var mapping string
	cmd := &cobra.Command{
		Use:   "import LOG [FILE]",
		Short: "Append the events of a JSONL file (default: the standard input), each once",
		Long: "import appends what export wrote, under the same ids and seqs: what LOG has already must be the beginning of it.\n" +
			"With --map it appends the lines of somebody else's JSONL. In both ways a second import appends nothing.",
		Args: takes,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			var m *mapFile
			if mapping != "" {
				if m, err = readMap(mapping); err != nil {
					return err
				}
			}
			from := e.in
			if len(args) == 2 && args[1] != "-" {
				f, err := opened(cmd.Context(), args[1])
				if err != nil {
					return err
				}
				defer f.Close()
				from = f
			}
			log, err := e.create(cmd.Context(), args[0], e.name)
			if err != nil {
				return err
			}
			in := while(cmd.Context(), from)
			defer in.Close()
			imp := &importing{env: e, ctx: cmd.Context(), log: log, progress: e.progress("import", 0)}
			if m == nil {
				err = imp.lines(in, imp.exported)
			} else {
				err = imp.lines(in, func(n int64, b []byte) error { return imp.mapped(m, n, b) })
			}
			fmt.Fprintf(e.err, "%d lines read, %d events appended\n", imp.read, imp.appended)
			return errors.Join(err, log.Close())
		},
	}
	cmd.Flags().StringVar(&mapping, "map", "", "how lines become events, as YAML")
	return cmd
}

const (
	batchEvents = 500
	batchBytes  = 4 << 20
	longLine    = 64 << 20 // a payload at its limit, as text
)

// importing is one import.
type importing struct {
	*env
	ctx      context.Context
	log      timeline.Log
	progress func(int64)
	read     int64
	appended int64

	batch []timeline.Pending
	size  int
	first timeline.Position // the seq of batch[0], for exported lines
	there []timeline.Event  // read ahead, to be compared with lines
}

// lines reads a file line by line; empty lines are passed over.
func (imp *importing) lines(in io.Reader, take func(n int64, b []byte) error) error {
	scanner := bufio.NewScanner(in)
	scanner.Buffer(nil, longLine)
	n := int64(0)
	for scanner.Scan() {
		n++
		b := scanner.Bytes()
		if n == 1 && len(b) >= 3 && string(b[:3]) == "\ufeff" {
			b = b[3:]
		}
		if len(b) == 0 {
			continue
		}
		if err := take(n, b); err != nil { // what came before it stays
			return errors.Join(fmt.Errorf("line %d: %w", n, err), imp.flush())
		}
		imp.read++
		imp.progress(imp.read)
		if err := imp.ctx.Err(); err != nil {
			return err
		}
	}
	switch err := scanner.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return errors.Join(fmt.Errorf("line %d: it has more than %d bytes", n+1, longLine), imp.flush())
	case err != nil:
		return errors.Join(fmt.Errorf("after line %d: %w", n, err), imp.flush())
	}
	return imp.flush()
}

// add puts an event into the batch.
func (imp *importing) add(p timeline.Pending) error {
	imp.batch = append(imp.batch, p)
	if imp.size += len(p.Payload); len(imp.batch) < batchEvents && imp.size < batchBytes {
		return nil
	}
	return imp.flush()
}

func (imp *importing) flush() error {
	batch := imp.batch
	imp.batch, imp.size = nil, 0
	if len(batch) == 0 {
		return nil
	}
	if imp.first > 0 {
		first := imp.first
		imp.first = 0
		if _, err := imp.log.AppendAt(imp.ctx, first-1, batch...); err != nil {
			return err
		}
		imp.appended += int64(len(batch))
		return nil
	}
	last, err := imp.log.Last(imp.ctx)
	if err != nil {
		return err
	}
	return imp.once(batch, last)
}

// once appends what of a batch is not there. Where some is, each half is tried by itself.
func (imp *importing) once(batch []timeline.Pending, last timeline.Position) error {
	r, err := imp.log.Append(imp.ctx, batch...)
	var partly *timeline.PartlyThere
	switch {
	case errors.As(err, &partly) && len(batch) > 1:
		half := len(batch) / 2
		if err := imp.once(batch[:half], last); err != nil {
			return err
		}
		return imp.once(batch[half:], last)
	case err != nil:
		return err
	case r.From > last:
		imp.appended += int64(len(batch))
	}
	return nil
}
