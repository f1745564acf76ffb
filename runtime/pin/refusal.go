package pin

import (
	"net/http"
	"strings"
)

// refuse ends a request that a transport will not answer. Trying again does not help; but the SDKs that try again do so after every
// error of a transport, with pauses. They are known by a header, and get an answer on which none of them tries again, and whose body
// cannot be read: the error with which reading fails comes out of the SDK.
func refuse(r *http.Request, err error) (*http.Response, error) {
	if !triesAgain(r) || r.Context().Err() != nil {
		return nil, err
	}
	return &http.Response{
		Status: "424 Failed Dependency", StatusCode: http.StatusFailedDependency,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"X-Should-Retry": {"false"}}, Body: refused{err}, ContentLength: -1, Request: r,
	}, nil
}

// triesAgain knows the clients that Stainless generates (OpenAI, Anthropic and others), and Google's.
func triesAgain(r *http.Request) bool {
	return r.Header.Get("X-Stainless-Lang") != "" || strings.Contains(r.Header.Get("X-Goog-Api-Client"), "google-genai-sdk")
}

type refused struct{ err error }

func (r refused) Read([]byte) (int, error) {
	return 0, r.err
}

func (refused) Close() error { return nil }
