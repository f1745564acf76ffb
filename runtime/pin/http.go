package pin

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// HTTP says what a transport keeps of requests and answers. The zero HTTP serves the usual SDKs. A replay needs the one with which was
// recorded: what is kept of a request is what its key is made of.
//
// Names of headers and parameters that are not on a list never reach the log, and two requests that differ in nothing else are one
// request. Headers and parameters that hold credentials (Authorization, cookies, API keys) cannot be put on a list.
type HTTP struct {
	// Query names query parameters to keep, besides alt, api-version, beta and stream.
	Query []string
	// Headers names request headers to keep, besides Anthropic-Beta, Anthropic-Version, Content-Type (without its parameters),
	// OpenAI-Beta and Range.
	Headers []string
	// AnswerHeaders names headers of answers to keep, besides Content-Encoding and Content-Type.
	AnswerHeaders []string
	// Redact changes what is kept of a request, before its key is made, when recording and in replay; what is sent stays as it
	// is. It must be pure, and safe for concurrent use.
	Redact func(*Request)
	// MaxBody is the most bytes that the body of a request or an answer may have, or 0 for 8 MiB. More is an error.
	MaxBody int
	// Patience is how long Close waits for the end of an answer whose content was read, or 0 for a second.
	Patience time.Duration
}

// Request is what is kept of an HTTP request.
type Request struct {
	Method  string
	URL     string // with the query's kept parameters, sorted; without user, password and fragment
	Headers map[string]string
	Body    []byte
}

var (
	queryKept   = []string{"alt", "api-version", "beta", "stream"}
	headersKept = []string{"Anthropic-Beta", "Anthropic-Version", "Content-Type", "Openai-Beta", "Range"}
	answersKept = []string{"Content-Encoding", "Content-Type"}
)

const (
	defaultMaxBody  = 8 << 20
	defaultPatience = time.Second
)

// check refuses lists with names of credentials: a slip here would put them on the log for ever.
func (h HTTP) check() error {
	for _, name := range slices.Concat(h.Headers, h.AnswerHeaders) {
		if secret(name) {
			return fmt.Errorf("the header %s holds a credential, and is never kept", http.CanonicalHeaderKey(name))
		}
	}
	for _, name := range h.Query {
		if secret(name) || slices.Contains([]string{"key", "sig", "signature"}, strings.ToLower(name)) {
			return fmt.Errorf("the query parameter %s holds a credential, and is never kept", name)
		}
	}
	return nil
}

func secret(name string) bool {
	name = strings.ReplaceAll(strings.ToLower(name), "_", "-")
	for _, part := range []string{
		"authorization", "authenticat", "cookie", "api-key", "apikey", "subscription-key", "access-key", "functions-key", "auth-key",
		"secret", "password", "credential", "signature",
	} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return strings.HasSuffix(name, "-token") || name == "token"
}

func (h HTTP) maxBody() int {
	if h.MaxBody > 0 {
		return h.MaxBody
	}
	return defaultMaxBody
}

func (h HTTP) patience() time.Duration {
	if h.Patience > 0 {
		return h.Patience
	}
	return defaultPatience
}
