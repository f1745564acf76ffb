package main

import (
	"context"
	"encoding/json"
	"net/http"

	"google.golang.org/genai"

	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/tool"
)

// genAIRequest puts the system's messages into the system instruction, a part each. The service caches prefixes by itself; who makes
// a cache by name (Caches.Create) puts this instruction and these tools into it: they end where the last mark stands.
func genAIRequest(messages []render.Message, tools []tool.Tool) ([]*genai.Content, *genai.GenerateContentConfig) {
	var contents []*genai.Content
	config := &genai.GenerateContentConfig{}
	for _, m := range messages {
		part := genai.NewPartFromText(m.Text)
		switch {
		case m.Role != render.System:
			contents = append(contents, genai.NewContentFromParts([]*genai.Part{part}, genai.RoleUser))
		case config.SystemInstruction == nil:
			config.SystemInstruction = &genai.Content{Parts: []*genai.Part{part}}
		default:
			config.SystemInstruction.Parts = append(config.SystemInstruction.Parts, part)
		}
	}
	var functions []*genai.FunctionDeclaration
	for _, t := range tools {
		functions = append(functions, &genai.FunctionDeclaration{Name: t.Name, Description: t.Doc, ParametersJsonSchema: json.RawMessage(t.Parameters)})
	}
	if len(functions) > 0 {
		config.Tools = []*genai.Tool{{FunctionDeclarations: functions}}
	}
	return contents, config
}

func askGenAI(ctx context.Context, client *http.Client, server string, messages []render.Message, tools []tool.Tool) (call, error) {
	c, err := genai.NewClient(ctx, &genai.ClientConfig{
		APIKey: "none", Backend: genai.BackendGeminiAPI, HTTPClient: client, HTTPOptions: genai.HTTPOptions{BaseURL: server},
	})
	if err != nil {
		return call{}, err
	}
	contents, config := genAIRequest(messages, tools)
	answer, err := c.Models.GenerateContent(ctx, "gemini-test", contents, config)
	if err != nil {
		return call{}, err
	}
	for _, asked := range answer.FunctionCalls() {
		// The SDK has decoded the arguments already, numbers as float64: an int beyond 2^53 arrives rounded.
		args, err := json.Marshal(asked.Args)
		return call{asked.Name, args}, err
	}
	return call{}, errNoCall
}
