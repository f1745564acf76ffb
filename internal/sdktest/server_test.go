package sdktest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// What must never reach the log.
const (
	secretKey       = "sk-planted-in-a-header"
	secretQuery     = "planted-in-the-query"
	secretCookie    = "session=planted-in-a-cookie"
	secretSetCookie = "planted-in-set-cookie"
)

var secrets = []string{secretKey, secretQuery, "planted-in-a-cookie", secretSetCookie, "planted-in-an-answer"}

// server answers as the three services do; the text of the answer says how many calls it had.
type server struct {
	*httptest.Server
	calls atomic.Int64
	fail  atomic.Int64 // so many calls fail first, with 503
	cut   atomic.Bool  // streams end in their middle
}

func newServer(t *testing.T) *server {
	s := &server{}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	call := s.calls.Add(1)
	body, _ := io.ReadAll(r.Body)
	http.SetCookie(w, &http.Cookie{Name: "id", Value: secretSetCookie})
	w.Header().Set("X-Session-Token", "planted-in-an-answer")
	if s.fail.Add(-1) >= 0 {
		w.Header().Set("Retry-After-Ms", "1")
		http.Error(w, `{"error":{"message":"overloaded"}}`, http.StatusServiceUnavailable)
		return
	}
	streaming := strings.Contains(string(body), `"stream":true`) || strings.Contains(r.URL.Path, ":streamGenerateContent")
	text := fmt.Sprintf("Answer %d: 6 %% – no more.", call)
	words := strings.SplitAfter(text, " ")
	quote := func(s string) string { b, _ := json.Marshal(s); return string(b) }
	var events []string
	var whole string
	switch {
	case strings.HasPrefix(r.URL.Path, "/v1/chat/completions"):
		whole = `{"id":"c","object":"chat.completion","created":1,"model":"gpt-test","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":` + quote(text) + `}}]}`
		for _, word := range words {
			events = append(events, `data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"gpt-test","choices":[{"index":0,"delta":{"content":`+quote(word)+`}}]}`)
		}
		events = append(events, "data: [DONE]")
	case strings.HasPrefix(r.URL.Path, "/v1/messages"):
		whole = `{"id":"m","type":"message","role":"assistant","model":"claude-test","stop_reason":"end_turn","content":[{"type":"text","text":` + quote(text) + `}],"usage":{"input_tokens":1,"output_tokens":1}}`
		events = append(events,
			"event: message_start\ndata: "+`{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"claude-test","content":[],"usage":{"input_tokens":1,"output_tokens":1}}}`,
			"event: content_block_start\ndata: "+`{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`)
		for _, word := range words {
			events = append(events, "event: content_block_delta\ndata: "+`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":`+quote(word)+`}}`)
		}
		events = append(events, "event: content_block_stop\ndata: "+`{"type":"content_block_stop","index":0}`, "event: message_stop\ndata: "+`{"type":"message_stop"}`)
	case strings.Contains(r.URL.Path, "/models/gemini-test:"):
		candidate := func(text string) string {
			return `{"candidates":[{"content":{"role":"model","parts":[{"text":` + quote(text) + `}]}}]}`
		}
		whole = candidate(text)
		for _, word := range words {
			events = append(events, "data: "+candidate(word))
		}
	default:
		http.NotFound(w, r)
		return
	}
	if !streaming {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, whole+"\n")
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	for i, event := range events {
		_, _ = io.WriteString(w, event+"\n\n")
		w.(http.Flusher).Flush()
		if s.cut.Load() && i == len(events)/2 {
			panic(http.ErrAbortHandler)
		}
	}
}
