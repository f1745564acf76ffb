package sdktest

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/anthropics/anthropic-sdk-go"
	anthropicoption "github.com/anthropics/anthropic-sdk-go/option"
	"github.com/openai/openai-go/v3"
	openaioption "github.com/openai/openai-go/v3/option"
	"google.golang.org/genai"
)

// ask is one call of an SDK; it returns the text of the answer.
type ask func(ctx context.Context, client *http.Client, server, prompt string) (string, error)

// sdks are the three, plain and streaming. None of them is told not to try again.
var sdks = map[string]ask{
	"openai":              openAI,
	"openai streaming":    openAIStreaming,
	"anthropic":           anthropicPlain,
	"anthropic streaming": anthropicStreaming,
	"genai":               genAI,
	"genai streaming":     genAIStreaming,
}

func newOpenAI(client *http.Client, server string) openai.Client {
	return openai.NewClient(openaioption.WithHTTPClient(client), openaioption.WithBaseURL(server+"/v1"), openaioption.WithAPIKey(secretKey),
		openaioption.WithHeader("Cookie", secretCookie), openaioption.WithQuery("api_key", secretQuery))
}

func openAIParams(prompt string) openai.ChatCompletionNewParams {
	return openai.ChatCompletionNewParams{
		Model:    "gpt-test",
		Messages: []openai.ChatCompletionMessageParamUnion{openai.SystemMessage("You speak for Norway."), openai.UserMessage(prompt)},
	}
}

func openAI(ctx context.Context, client *http.Client, server, prompt string) (string, error) {
	c := newOpenAI(client, server)
	answer, err := c.Chat.Completions.New(ctx, openAIParams(prompt))
	if err != nil {
		return "", err
	}
	return answer.Choices[0].Message.Content, nil
}

func openAIStreaming(ctx context.Context, client *http.Client, server, prompt string) (string, error) {
	c := newOpenAI(client, server)
	stream := c.Chat.Completions.NewStreaming(ctx, openAIParams(prompt))
	defer stream.Close()
	var out strings.Builder
	for stream.Next() {
		for _, choice := range stream.Current().Choices {
			out.WriteString(choice.Delta.Content)
		}
	}
	return out.String(), errors.Join(stream.Err(), stream.Close())
}

func newAnthropic(client *http.Client, server string) anthropic.Client {
	return anthropic.NewClient(anthropicoption.WithHTTPClient(client), anthropicoption.WithBaseURL(server), anthropicoption.WithAPIKey(secretKey),
		anthropicoption.WithHeader("Cookie", secretCookie), anthropicoption.WithQuery("api_key", secretQuery))
}

func anthropicParams(prompt string) anthropic.MessageNewParams {
	return anthropic.MessageNewParams{
		Model: "claude-test", MaxTokens: 100,
		Messages: []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock(prompt))},
	}
}

func anthropicPlain(ctx context.Context, client *http.Client, server, prompt string) (string, error) {
	c := newAnthropic(client, server)
	answer, err := c.Messages.New(ctx, anthropicParams(prompt))
	if err != nil {
		return "", err
	}
	return answer.Content[0].Text, nil
}

func anthropicStreaming(ctx context.Context, client *http.Client, server, prompt string) (string, error) {
	c := newAnthropic(client, server)
	stream := c.Messages.NewStreaming(ctx, anthropicParams(prompt))
	defer stream.Close()
	var out strings.Builder
	for stream.Next() {
		if delta, ok := stream.Current().AsAny().(anthropic.ContentBlockDeltaEvent); ok {
			out.WriteString(delta.Delta.Text)
		}
	}
	return out.String(), errors.Join(stream.Err(), stream.Close())
}

func newGenAI(ctx context.Context, client *http.Client, server string) (*genai.Client, error) {
	return genai.NewClient(ctx, &genai.ClientConfig{
		APIKey: secretKey, Backend: genai.BackendGeminiAPI, HTTPClient: client,
		HTTPOptions: genai.HTTPOptions{
			BaseURL: server, Headers: http.Header{"Cookie": {secretCookie}},
			RetryOptions: &genai.HTTPRetryOptions{},
		},
	})
}

func genAI(ctx context.Context, client *http.Client, server, prompt string) (string, error) {
	c, err := newGenAI(ctx, client, server)
	if err != nil {
		return "", err
	}
	answer, err := c.Models.GenerateContent(ctx, "gemini-test", genai.Text(prompt), nil)
	if err != nil {
		return "", err
	}
	return answer.Text(), nil
}

func genAIStreaming(ctx context.Context, client *http.Client, server, prompt string) (string, error) {
	c, err := newGenAI(ctx, client, server)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	for answer, err := range c.Models.GenerateContentStream(ctx, "gemini-test", genai.Text(prompt), nil) {
		if err != nil {
			return out.String(), err
		}
		out.WriteString(answer.Text())
	}
	return out.String(), nil
}

// each runs a test for every SDK.
func each(t *testing.T, test func(t *testing.T, ask ask)) {
	for name, ask := range sdks {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, ask)
		})
	}
}
