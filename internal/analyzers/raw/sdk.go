package raw

import (
	"go/types"
	"strings"
)

// generates are the methods of SDKs that ask a model for text, by module (any major version) and Type.Method.
var generates = map[string]map[string]bool{
	"github.com/openai/openai-go": set("ChatCompletionService.New", "ChatCompletionService.NewStreaming", "CompletionService.New",
		"CompletionService.NewStreaming", "ResponseService.New", "ResponseService.NewStreaming"),
	"github.com/anthropics/anthropic-sdk-go": set("MessageService.New", "MessageService.NewStreaming", "CompletionService.New",
		"CompletionService.NewStreaming", "BetaMessageService.New", "BetaMessageService.NewStreaming", "MessageBatchService.New",
		"BetaMessageService.NewToolRunner", "BetaMessageService.NewToolRunnerStreaming",
		"BetaMessageBatchService.New"),
	"google.golang.org/genai": set("Models.GenerateContent", "Models.GenerateContentStream", "Chat.Send", "Chat.SendStream",
		"Chat.SendMessage", "Chat.SendMessageStream"),
	"github.com/google/generative-ai-go": set("GenerativeModel.GenerateContent", "GenerativeModel.GenerateContentStream",
		"ChatSession.SendMessage", "ChatSession.SendMessageStream"),
	"github.com/sashabaranov/go-openai": set("Client.CreateChatCompletion", "Client.CreateChatCompletionStream", "Client.CreateCompletion",
		"Client.CreateCompletionStream"),
	"github.com/ollama/ollama":       set("Client.Generate", "Client.Chat"),
	"github.com/cohere-ai/cohere-go": set("Client.Chat", "Client.ChatStream", "Client.Generate", "Client.GenerateStream"),
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime": set("Client.Converse", "Client.ConverseStream", "Client.InvokeModel",
		"Client.InvokeModelWithResponseStream"),
	"github.com/tmc/langchaingo": set("Model.GenerateContent", "Model.Call", "LLM.GenerateContent", "LLM.Call"),
}

func set(names ...string) map[string]bool {
	m := map[string]bool{}
	for _, n := range names {
		m[n] = true
	}
	return m
}

// ofSDK says whether a package belongs to a module in the table.
func ofSDK(path string) bool {
	for module := range generates {
		if rest, ok := strings.CutPrefix(path, module); ok && (rest == "" || rest[0] == '/') {
			return true
		}
	}
	return false
}

// asks says whether a function is a method in the table.
func asks(f *types.Func) bool {
	if f == nil || f.Pkg() == nil || f.Signature().Recv() == nil {
		return false
	}
	for path, methods := range generates {
		if rest, ok := strings.CutPrefix(f.Pkg().Path(), path); ok && (rest == "" || rest[0] == '/') && methods[receiver(f)+"."+f.Name()] {
			return true
		}
	}
	return false
}

func receiver(f *types.Func) string {
	t := types.Unalias(f.Signature().Recv().Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}
