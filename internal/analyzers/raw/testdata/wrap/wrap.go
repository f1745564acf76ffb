// Package wrap knows an SDK and no grants.
package wrap

import (
	"context"
	"net/http"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"github.com/grantgen/grantgen/runtime/prompt"
)

// Ask takes a string.
func Ask(ctx context.Context, text string) (string, error) {
	client := openai.NewClient()
	return client.Chat.Completions.New(ctx, openai.ChatCompletionNewParams{Text: text})
}

// Over takes the HTTP client too.
func Over(ctx context.Context, c *http.Client, text string) (string, error) {
	client := openai.NewClient(option.WithHTTPClient(c))
	return client.Chat.Completions.New(ctx, openai.ChatCompletionNewParams{Text: text})
}

// Complete takes a prompt, as a pinned model calls it.
func Complete(ctx context.Context, p prompt.Prompt) (string, error) { return Ask(ctx, p.String()) }

// List asks for no text.
func List(ctx context.Context) error {
	client := openai.NewClient()
	return client.Models.List(ctx)
}
