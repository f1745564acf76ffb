// Command providers hands one prompt to three SDKs, as their own messages, cache marks and tools, and reads the call that the model
// asks for. It runs against a server of its own, closes it, and runs again from the pins:
//
//	cd examples/providers && go run .
//
// openai.go, anthropic.go and genai.go are what an application takes from here: a few lines each.
package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"

	"github.com/grantgen/grantgen/examples/providers/grants"
	"github.com/grantgen/grantgen/examples/providers/grants/clerk"
	"github.com/grantgen/grantgen/runtime/pin"
	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/timeline"
)

func main() {
	if err := run(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "providers:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer) error {
	tl, in, err := counter(ctx, timeline.Memory())
	if err != nil {
		return err
	}
	built, err := clerk.Assemble(ctx, tl, in, nil)
	if err != nil {
		return err
	}
	messages, err := render.Messages(built, render.Marks(render.MaxMarks))
	if err != nil {
		return err
	}
	for _, m := range messages {
		fmt.Fprintf(out, "== %s, %d bytes%s\n%s", m.Role, len(m.Text), marked[m.Cache], m.Text)
	}

	server := stand()
	defer server.Close()
	ledger := pin.Open(tl, "spring")
	recording := &http.Client{Transport: ledger.RecordTransport(nil, pin.HTTP{})}
	fmt.Fprintln(out, "== asked")
	if err := each(ctx, out, recording, server.URL, messages); err != nil {
		return err
	}
	if err := ledger.Commit(ctx); err != nil {
		return err
	}

	server.Close()
	replaying := &http.Client{Transport: pin.Open(tl, "spring").ReplayTransport(pin.HTTP{})}
	fmt.Fprintln(out, "== replayed, the server gone")
	return each(ctx, out, replaying, server.URL, messages)
}

var marked = map[bool]string{true: ", a cache mark at its end"}

// each asks the three, and decodes the call that each answers with.
func each(ctx context.Context, out io.Writer, client *http.Client, server string, messages []render.Message) error {
	tools := clerk.AllowedTools()
	show := func(provider string, c call, err error) error {
		if err != nil {
			return fmt.Errorf("%s: %w", provider, err)
		}
		decoded, err := clerk.DecodeToolCall(c.name, c.args)
		if err != nil {
			return fmt.Errorf("%s: %w", provider, err)
		}
		if f, ok := decoded.(grants.FindSailingCall); ok {
			fmt.Fprintf(out, "%s: find_sailing, line %q, after %s, %d cars\n", provider, f.Line, f.After.Format("2 January 15:04"), f.Cars)
		}
		return nil
	}
	c, err := askOpenAI(ctx, client, server, messages, tools)
	if err := show("openai", c, err); err != nil {
		return err
	}
	c, err = askAnthropic(ctx, client, server, messages, tools)
	if err := show("anthropic", c, err); err != nil {
		return err
	}
	c, err = askGenAI(ctx, client, server, messages, tools)
	return show("genai", c, err)
}
