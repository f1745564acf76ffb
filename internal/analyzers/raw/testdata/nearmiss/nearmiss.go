// Package nearmiss asks models as it should. Nothing here is reported.
package nearmiss

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"google.golang.org/genai"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/pin"
	"github.com/grantgen/grantgen/runtime/prompt"
	"github.com/grantgen/grantgen/runtime/render"

	"example.com/app/grants"
	"example.com/app/grants/norway"
	"example.com/app/wrap"
)

// A literal, a declared function and a method that a pinned model calls.
func Pinned(ctx context.Context, tl *grants.Timeline, ledger *pin.Ledger) {
	client := anthropic.NewClient()
	model := ledger.RecordMissing("a", func(ctx context.Context, p prompt.Prompt) (string, error) {
		return client.Messages.New(ctx, p.String())
	})
	other := ledger.Record("b", complete)
	third := ledger.Record("c", asker{client}.complete)
	tool := ledger.RecordTool("t", func(ctx context.Context, arguments json.RawMessage) (pin.Result, error) {
		text, err := client.Messages.New(ctx, string(arguments))
		return pin.TextResult(text), err
	})
	fourth := ledger.Record("d", wrap.Complete)
	_, _, _, _, _ = model, other, third, tool, fourth
	built, err := norway.Assemble(ctx, tl, norway.Input{Ask: "x"}, nil)
	if err != nil {
		return
	}
	_, _ = model.Complete(ctx, render.Labelled(built))
	_ = wrap.List(ctx)
	empty := &assembly.Context{}
	described, _ := json.Marshal(built.Describe())
	var d assembly.Description
	_ = json.Unmarshal(described, &d)
	_ = empty
}

func complete(ctx context.Context, p prompt.Prompt) (string, error) {
	client := openai.NewClient()
	return client.Chat.Completions.New(ctx, openai.ChatCompletionNewParams{Text: p.String()})
}

type asker struct{ client anthropic.Client }

func (a asker) complete(ctx context.Context, p prompt.Prompt) (string, error) {
	return a.client.Messages.New(ctx, p.String())
}

// Clients whose transport is pinned: in a variable, a field, a parameter, from a function of this package, in an argument.
func Transports(ctx context.Context, ledger *pin.Ledger) {
	hc := &http.Client{Transport: ledger.RecordTransport(nil, pin.HTTP{})}
	client := openai.NewClient(option.WithHTTPClient(hc), option.WithAPIKey("x"))
	_, _ = client.Chat.Completions.New(ctx, openai.ChatCompletionNewParams{})
	s := service{client: newClient(ledger)}
	_, _ = s.ask(ctx)
	given(ctx, client)
	g, err := genai.NewClient(ctx, &genai.ClientConfig{HTTPClient: hc})
	if err == nil {
		_, _ = g.Models.GenerateContent(ctx, "m", "x")
	}
	_, _ = wrap.Over(ctx, hc, "x")
}

func newClient(ledger *pin.Ledger) openai.Client {
	return openai.NewClient(option.WithHTTPClient(&http.Client{Transport: ledger.ReplayTransport(pin.HTTP{})}))
}

type service struct{ client openai.Client }

func (s *service) ask(ctx context.Context) (string, error) { return s.client.Responses.New(ctx, "x") }

func given(ctx context.Context, client openai.Client) { _, _ = client.Responses.New(ctx, "x") }
