package pin

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"unicode/utf8"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// httpAnswer is an answer on the log.
type httpAnswer struct {
	Status  int                 `json:"status"`
	Length  *int64              `json:"length,omitempty"` // what Content-Length said
	Headers map[string][]string `json:"headers"`
	Chunks  []chunk             `json:"chunks"` // as they arrived
}

// chunk is a piece of a body: a string where it is UTF-8, {"base64":…} where it is not (a chunk may end inside a rune).
type chunk []byte

func (c chunk) MarshalJSON() ([]byte, error) {
	if utf8.Valid(c) {
		return timeline.Text(string(c)).JSON(), nil
	}
	return json.Marshal(struct {
		Base64 []byte `json:"base64"`
	}{c})
}

func (c *chunk) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		var text string
		err := json.Unmarshal(b, &text)
		*c = chunk(text)
		return err
	}
	var in struct {
		Base64 []byte `json:"base64"`
	}
	if err := json.Unmarshal(b, &in); err != nil {
		return err
	}
	if in.Base64 == nil {
		return errors.New("a chunk of the body is neither text nor bytes")
	}
	*c = in.Base64
	return nil
}

// answerTo starts the answer of a response; the chunks are still to come.
func (h HTTP) answerTo(resp *http.Response) httpAnswer {
	a := httpAnswer{Status: resp.StatusCode, Headers: map[string][]string{}, Chunks: []chunk{}}
	if resp.ContentLength >= 0 && !resp.Uncompressed {
		length := resp.ContentLength
		a.Length = &length
	}
	for _, name := range slices.Concat(answersKept, h.AnswerHeaders) {
		name = http.CanonicalHeaderKey(name)
		for _, value := range resp.Header[name] {
			if utf8.ValidString(value) && !slices.Contains(a.Headers[name], value) {
				a.Headers[name] = append(a.Headers[name], value)
			}
		}
	}
	return a
}

// encode writes the answer without escaping for HTML.
func (a httpAnswer) encode() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(a); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

func decodeAnswer(b []byte) (httpAnswer, error) {
	var a httpAnswer
	if err := json.Unmarshal(b, &a); err != nil {
		return a, err
	}
	if a.Status < 200 || a.Status > 299 {
		return a, fmt.Errorf("its status is %d", a.Status)
	}
	return a, nil
}

func checkAnswer(b json.RawMessage) error {
	_, err := decodeAnswer(b)
	return err
}

// isEvents says whether a body is a stream of events.
func isEvents(header http.Header) bool {
	media, _, _ := mime.ParseMediaType(header.Get("Content-Type"))
	return media == "text/event-stream"
}

// response is the answer once more.
func (a httpAnswer) response(r *http.Request, body *replay) *http.Response {
	resp := &http.Response{
		Status: fmt.Sprintf("%d %s", a.Status, http.StatusText(a.Status)), StatusCode: a.Status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{}, Body: body, ContentLength: -1, Request: r,
	}
	for name, values := range a.Headers {
		resp.Header[http.CanonicalHeaderKey(name)] = slices.Clone(values)
	}
	if a.Length != nil {
		resp.ContentLength = *a.Length
	}
	return resp
}
