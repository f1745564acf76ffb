// Package planted asks models with strings, once by each way.
package planted

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

func Asks(ctx context.Context, tl *grants.Timeline) {
	o := openai.NewClient(option.WithAPIKey("x"))
	_, _ = o.Chat.Completions.New(ctx, openai.ChatCompletionNewParams{Text: "x"}) // want `^openai.ChatCompletionService.New asks a model with what is no prompt: render a context, and call it in a function that takes a prompt.Prompt, or through a pin.Transport$`
	_, _ = o.Chat.Completions.NewStreaming(ctx, openai.ChatCompletionNewParams{}) // want `openai.ChatCompletionService.NewStreaming asks`
	_, _ = o.Responses.New(ctx, "x")                                              // want `responses.ResponseService.New asks`
	a := anthropic.NewClient()
	_, _ = a.Messages.New(ctx, "x")          // want `anthropic.MessageService.New asks`
	_, _ = a.Messages.NewStreaming(ctx, "x") // want `anthropic.MessageService.NewStreaming asks`
	g, _ := genai.NewClient(ctx, nil)
	_, _ = g.Models.GenerateContent(ctx, "m", "x")       // want `genai.Models.GenerateContent asks`
	_, _ = g.Models.GenerateContentStream(ctx, "m", "x") // want `genai.Models.GenerateContentStream asks`
	ask := g.Models.GenerateContent                      // want `genai.Models.GenerateContent asks`
	_, _ = ask(ctx, "m", "x")
}

// A client that is only sometimes pinned.
func Sometimes(ctx context.Context, ledger *pin.Ledger, live bool) {
	hc := &http.Client{Transport: ledger.ReplayTransport(pin.HTTP{})}
	if live {
		hc = http.DefaultClient
	}
	client := openai.NewClient(option.WithHTTPClient(hc))
	_, _ = client.Responses.New(ctx, "x") // want `responses.ResponseService.New asks`
}

// The function that asks lies in a package that knows no grants.
func Wrapped(ctx context.Context) {
	_, _ = wrap.Ask(ctx, "x")                      // want `^wrap.Ask → openai.ChatCompletionService.New asks`
	_, _ = wrap.Over(ctx, http.DefaultClient, "x") // want `^wrap.Over → openai.ChatCompletionService.New asks`
}

// A prompt that is not used makes no prompt of the string.
func Unused(ctx context.Context, p prompt.Prompt) (string, error) {
	return wrap.Ask(ctx, "x") // want `wrap.Ask → openai.ChatCompletionService.New asks`
}

// Prompts of plain strings.
func Forges(ctx context.Context, tl *grants.Timeline) {
	_ = render.Labelled(&assembly.Context{Parts: []assembly.Part{{Content: "x"}}}) // want `literal of assembly.Context: a prompt of it is of strings that no grant gave`
	built, err := norway.Assemble(ctx, tl, norway.Input{Ask: "x"}, nil)
	if err != nil {
		return
	}
	built.Parts[0].Content = "x"                       // want `assignment to built.Parts\[0\].Content: a prompt of it is no longer what the grant gave`
	built.Parts = append(built.Parts, assembly.Part{}) // want `assignment to built.Parts`
	_ = json.Unmarshal([]byte(`{"Parts":[]}`), built)  // want `Unmarshal into .*assembly.Context`
	var p prompt.Prompt
	_ = json.Unmarshal([]byte(`{"text":"x"}`), &p) // want `Unmarshal into .*prompt.Prompt`
}
