// Command assistant tells the story of an operations assistant with two tenants: what its prompt is made of, section by section, what
// is cut when evidence is too long, and that neither tenant's prompt holds anything of the other's.
//
//	go run ./examples/assistant             on a log in memory
//	go run ./examples/assistant -data DIR   also over the meetings in DIR/memory (default: GRANTGEN_DATA, else ../shared/data)
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/grantgen/grantgen/runtime/timeline"
)

func main() {
	data := flag.String("data", cmp.Or(os.Getenv("GRANTGEN_DATA"), filepath.FromSlash("../shared/data")), "a folder with recorded meetings, memory/NAME.events.jsonl and NAME.expect.json")
	flag.Parse()
	if err := run(context.Background(), os.Stdout, *data); err != nil {
		fmt.Fprintln(os.Stderr, "assistant:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer, data string) error {
	if err := story(ctx, out, timeline.Memory()); err != nil {
		return err
	}
	return recordings(ctx, out, data)
}
