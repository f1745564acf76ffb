// Package genai has the shapes of the SDK.
package genai

import (
	"context"
	"net/http"
)

type Client struct{ Models *Models }

type ClientConfig struct{ HTTPClient *http.Client }

type Models struct{}

func NewClient(ctx context.Context, c *ClientConfig) (*Client, error) { return nil, nil }

func (m Models) GenerateContent(ctx context.Context, model, text string) (string, error) {
	return "", nil
}

func (m Models) GenerateContentStream(ctx context.Context, model, text string) (string, error) {
	return "", nil
}
