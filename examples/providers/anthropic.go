package main

import (
	"context"
	"fmt"
	"net/http"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/tool"
)

// anthropicRequest puts the system's messages into the system prompt, a block each, and each mark onto its block. The service takes
// tools, system and messages as one prefix in this order, so the first mark covers the tools as well: they need none of their own.
func anthropicRequest(messages []render.Message, tools []tool.Tool) (anthropic.MessageNewParams, error) {
	p := anthropic.MessageNewParams{Model: "claude-test", MaxTokens: 1000}
	for _, m := range messages {
		block := anthropic.TextBlockParam{Text: m.Text}
		if m.Cache {
			block.CacheControl = anthropic.NewCacheControlEphemeralParam()
		}
		if m.Role == render.System {
			p.System = append(p.System, block)
		} else {
			p.Messages = append(p.Messages, anthropic.NewUserMessage(anthropic.ContentBlockParamUnion{OfText: &block}))
		}
	}
	for _, t := range tools {
		var schema anthropic.ToolInputSchemaParam
		if err := schema.UnmarshalJSON([]byte(t.Parameters)); err != nil {
			return p, fmt.Errorf("tool %s: %w", t.Name, err)
		}
		p.Tools = append(p.Tools, anthropic.ToolUnionParam{OfTool: &anthropic.ToolParam{Name: t.Name, Description: anthropic.String(t.Doc), InputSchema: schema}})
	}
	return p, nil
}

func askAnthropic(ctx context.Context, client *http.Client, server string, messages []render.Message, tools []tool.Tool) (call, error) {
	c := anthropic.NewClient(option.WithHTTPClient(client), option.WithBaseURL(server), option.WithAPIKey("none"))
	params, err := anthropicRequest(messages, tools)
	if err != nil {
		return call{}, err
	}
	answer, err := c.Messages.New(ctx, params)
	if err != nil {
		return call{}, err
	}
	for _, block := range answer.Content {
		if asked, ok := block.AsAny().(anthropic.ToolUseBlock); ok {
			return call{asked.Name, asked.Input}, nil
		}
	}
	return call{}, errNoCall
}
