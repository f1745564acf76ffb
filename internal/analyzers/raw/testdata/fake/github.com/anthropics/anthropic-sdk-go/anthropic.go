// Package anthropic has the shapes of the SDK.
package anthropic

import "context"

type Client struct{ Messages MessageService }

type MessageService struct{}

func NewClient() Client { return Client{} }

func (r *MessageService) New(ctx context.Context, text string) (string, error) { return "", nil }

func (r *MessageService) NewStreaming(ctx context.Context, text string) (string, error) {
	return "", nil
}
