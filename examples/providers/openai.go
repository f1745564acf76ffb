package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/tool"
)

// openAIRequest has a message for each message. The service caches prefixes by itself: it needs no mark, only the same bytes.
func openAIRequest(messages []render.Message, tools []tool.Tool) (openai.ChatCompletionNewParams, error) {
	p := openai.ChatCompletionNewParams{Model: "gpt-test"}
	for _, m := range messages {
		if m.Role == render.System {
			p.Messages = append(p.Messages, openai.SystemMessage(m.Text))
		} else {
			p.Messages = append(p.Messages, openai.UserMessage(m.Text))
		}
	}
	for _, t := range tools {
		f := openai.FunctionDefinitionParam{Name: t.Name, Description: openai.String(t.Doc)}
		if err := json.Unmarshal([]byte(t.Parameters), &f.Parameters); err != nil {
			return p, fmt.Errorf("tool %s: %w", t.Name, err)
		}
		p.Tools = append(p.Tools, openai.ChatCompletionFunctionTool(f))
	}
	return p, nil
}

func askOpenAI(ctx context.Context, client *http.Client, server string, messages []render.Message, tools []tool.Tool) (call, error) {
	c := openai.NewClient(option.WithHTTPClient(client), option.WithBaseURL(server+"/v1"), option.WithAPIKey("none"))
	params, err := openAIRequest(messages, tools)
	if err != nil {
		return call{}, err
	}
	answer, err := c.Chat.Completions.New(ctx, params)
	if err != nil {
		return call{}, err
	}
	for _, choice := range answer.Choices {
		for _, asked := range choice.Message.ToolCalls {
			return call{asked.Function.Name, []byte(asked.Function.Arguments)}, nil
		}
	}
	return call{}, errNoCall
}
