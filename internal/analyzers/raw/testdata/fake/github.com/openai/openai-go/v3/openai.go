// Package openai has the shapes of the SDK.
package openai

import (
	"context"

	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/responses"
)

type Client struct {
	Chat      ChatService
	Responses responses.ResponseService
	Models    ModelService
}

type ChatService struct{ Completions ChatCompletionService }

type ChatCompletionService struct{}

type ModelService struct{}

type ChatCompletionNewParams struct{ Text string }

func NewClient(opts ...option.RequestOption) Client { return Client{} }

func (r *ChatCompletionService) New(ctx context.Context, body ChatCompletionNewParams, opts ...option.RequestOption) (string, error) {
	return "", nil
}

func (r *ChatCompletionService) NewStreaming(ctx context.Context, body ChatCompletionNewParams, opts ...option.RequestOption) (string, error) {
	return r.New(ctx, body)
}

func (r *ModelService) List(ctx context.Context) error { return nil }
