package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
)

// standIn answers as the three services do, each with the same call of a tool, and keeps what it was sent.
type standIn struct {
	*httptest.Server
	answers string // the arguments of the call

	mu   sync.Mutex
	sent map[string][]byte // by service
}

const wanted = `{"line":"north","after":"2026-05-04T09:00:00Z","cars":2}`

func stand() *standIn {
	s := &standIn{answers: wanted, sent: map[string][]byte{}}
	s.Server = httptest.NewServer(s)
	return s
}

func (s *standIn) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var service, answer string
	switch {
	case r.URL.Path == "/v1/chat/completions":
		service = "openai"
		answer = fmt.Sprintf(`{"id":"c","object":"chat.completion","created":1,"model":"gpt-test","choices":[{"index":0,"finish_reason":"tool_calls",
			"message":{"role":"assistant","content":null,"tool_calls":[{"id":"t","type":"function","function":{"name":"find_sailing","arguments":%q}}]}}]}`, s.answers)
	case r.URL.Path == "/v1/messages":
		service = "anthropic"
		answer = fmt.Sprintf(`{"id":"m","type":"message","role":"assistant","model":"claude-test","stop_reason":"tool_use","usage":{"input_tokens":1,"output_tokens":1},
			"content":[{"type":"tool_use","id":"t","name":"find_sailing","input":%s}]}`, s.answers)
	case strings.HasSuffix(r.URL.Path, "/models/gemini-test:generateContent"):
		service = "genai"
		answer = fmt.Sprintf(`{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":"find_sailing","args":%s}}]}}]}`, s.answers)
	default:
		http.NotFound(w, r)
		return
	}
	s.mu.Lock()
	s.sent[service] = body
	s.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, answer)
}

// received is the body of a service's last request.
func (s *standIn) received(service string) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sent[service]
}
