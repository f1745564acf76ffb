package pin

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/grantgen/grantgen/runtime/pin/internal/canon"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// httpRequest is a request on the log, in the order of its canonical form.
type httpRequest struct {
	Body    httpBody          `json:"body"`
	Headers map[string]string `json:"headers"`
	Kind    string            `json:"kind"`
	Method  string            `json:"method"`
	URL     string            `json:"url"`
}

// httpBody is JSON, other bytes, or nothing.
type httpBody struct {
	JSON   json.RawMessage `json:"json,omitempty"`
	Base64 []byte          `json:"base64,omitempty"`
}

// readBody reads a body whole; it does not close it.
func readBody(r *http.Request, most int) ([]byte, error) {
	if r.Body == nil || r.Body == http.NoBody {
		return nil, nil
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, int64(most)+1))
	if err != nil {
		return nil, fmt.Errorf("read the request's body: %w", err)
	}
	return body, nil
}

// capture is the call of a request, in canonical form.
func (h HTTP) capture(r *http.Request, body []byte) (call, error) {
	if most := h.maxBody(); len(body) > most {
		return call{}, fmt.Errorf("the request's body has more than %d bytes, so it cannot be pinned (HTTP.MaxBody)", most)
	}
	kept := &Request{Method: r.Method, URL: h.address(r.URL), Headers: h.headers(r.Header), Body: bytes.Clone(body)}
	if kept.Method == "" {
		kept.Method = http.MethodGet
	}
	if h.Redact != nil {
		h.Redact(kept)
	}
	return kept.call()
}

func (h HTTP) address(u *url.URL) string {
	query := url.Values{}
	for name, values := range u.Query() {
		if slices.Contains(queryKept, name) || slices.Contains(h.Query, name) {
			query[name] = values
		}
	}
	kept := url.URL{Scheme: u.Scheme, Host: strings.ToLower(u.Host), Path: u.Path, RawPath: u.RawPath, RawQuery: query.Encode()}
	return kept.String()
}

func (h HTTP) headers(header http.Header) map[string]string {
	kept := map[string]string{}
	for _, name := range slices.Concat(headersKept, h.Headers) {
		name = http.CanonicalHeaderKey(name)
		values := header[name]
		if len(values) == 0 {
			continue
		}
		kept[name] = strings.Join(values, ", ")
		if name == "Content-Type" { // a multipart boundary is random
			if media, _, err := mime.ParseMediaType(kept[name]); err == nil {
				kept[name] = media
			}
		}
	}
	return kept
}

func (r *Request) call() (call, error) {
	for name, value := range r.Headers {
		if !utf8.ValidString(name) || !utf8.ValidString(value) {
			return call{}, errors.New("a header of the request is not UTF-8, so it cannot be pinned")
		}
	}
	if !utf8.ValidString(r.URL) || !utf8.ValidString(r.Method) {
		return call{}, errors.New("the request's address is not UTF-8, so it cannot be pinned")
	}
	canonical, err := r.canonical()
	if err != nil {
		return call{}, fmt.Errorf("the request cannot be pinned: %w", err)
	}
	return newCall(HTTPKind, endpoint(r.Method, r.URL), canonical), nil
}

// canonical is an httpRequest in canonical form, put together from its parts so that a large body is gone through once.
func (r *Request) canonical() ([]byte, error) {
	named := map[string]string{}
	for name, value := range r.Headers {
		named[http.CanonicalHeaderKey(name)] = value
	}
	headers, err := json.Marshal(named)
	if err == nil {
		headers, err = canon.JSON(headers)
	}
	if err != nil {
		return nil, fmt.Errorf("its headers: %w", err)
	}
	out := []byte(`{"body":{`)
	switch {
	case structured(r.Body):
		body, err := canon.JSON(r.Body)
		if err != nil {
			return nil, fmt.Errorf("its body: %w", err)
		}
		out = append(append(out, `"json":`...), body...)
	case len(r.Body) > 0:
		out = append(out, `"base64":"`...)
		out = append(base64.StdEncoding.AppendEncode(out, r.Body), '"')
	}
	out = append(append(out, `},"headers":`...), headers...)
	out = append(append(out, `,"kind":"http","method":`...), timeline.Text(r.Method).JSON()...)
	out = append(append(out, `,"url":`...), timeline.Text(r.URL).JSON()...)
	return append(out, '}'), nil
}

// structured says whether a body is a JSON object or list. A number or a word may as well be text, in which every byte counts.
func structured(body []byte) bool {
	body = bytes.TrimSpace(body)
	return len(body) > 0 && (body[0] == '{' || body[0] == '[') && json.Valid(body)
}

// endpoint is what calls of a transport are told apart by: "POST api.openai.com/v1/chat/completions".
func endpoint(method, address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return method
	}
	return method + " " + u.Host + u.EscapedPath()
}

func endpointOf(request []byte) (string, error) {
	var r struct {
		Method *string `json:"method"`
		URL    *string `json:"url"`
	}
	if err := json.Unmarshal(request, &r); err != nil {
		return "", err
	}
	if r.Method == nil || r.URL == nil {
		return "", errors.New("the request has no method or no address")
	}
	return endpoint(*r.Method, *r.URL), nil
}

// requestLines is a request for people, and for diffs.
func requestLines(request []byte) string {
	var r httpRequest
	_ = json.Unmarshal(request, &r) // it was read before
	out := r.Method + " " + r.URL + "\n"
	for _, name := range slices.Sorted(maps.Keys(r.Headers)) {
		out += name + ": " + r.Headers[name] + "\n"
	}
	switch {
	case r.Body.JSON != nil:
		out += lines(r.Body.JSON)
	case utf8.Valid(r.Body.Base64):
		out += string(r.Body.Base64)
	default:
		out += base64.StdEncoding.EncodeToString(r.Body.Base64)
	}
	return out
}
