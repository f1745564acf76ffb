package pin_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/grantgen/grantgen/runtime/pin"
	"github.com/grantgen/grantgen/runtime/timeline"
)

func serve(t *testing.T, handle http.HandlerFunc) (*httptest.Server, *atomic.Int64) {
	var calls atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		handle(w, r)
	}))
	t.Cleanup(s.Close)
	return s, &calls
}

func post(t *testing.T, rt http.RoundTripper, url, body string) (*http.Response, error) {
	t.Helper()
	r, err := http.NewRequest(http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer planted")
	return (&http.Client{Transport: rt}).Do(r)
}

// got is the chunks of an answer, as they came.
func got(t *testing.T, resp *http.Response) []string {
	t.Helper()
	defer resp.Body.Close()
	var out []string
	buf := make([]byte, 1<<20)
	for {
		n, err := resp.Body.Read(buf)
		if n > 0 {
			out = append(out, string(buf[:n]))
		}
		if err == io.EOF {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Chunks come back byte for byte, one by one, also where they are no text.
func TestTransportChunks(t *testing.T) {
	s := open(t)
	chunks := []string{"data: \xc3", "\xa5\n\n", "data: \x00\xff\n\n", "data: <b>&\u2028\n\n"}
	next := make(chan bool)
	server, calls := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		w.Header().Set("Set-Cookie", "planted")
		w.Header().Set("X-Request-Id", "req-1")
		for _, c := range chunks {
			_, _ = io.WriteString(w, c)
			w.(http.Flusher).Flush()
			<-next
		}
	})
	ledger := pin.Open(s)
	rules := pin.HTTP{AnswerHeaders: []string{"x-request-id"}}
	resp, err := post(t, ledger.RecordTransport(nil, rules), server.URL, `{"a":1}`)
	if err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 100)
	for _, want := range chunks {
		n, err := resp.Body.Read(buf)
		if err != nil || string(buf[:n]) != want {
			t.Fatalf("%q, %v, want %q", buf[:n], err, want)
		}
		next <- true
	}
	if _, err := resp.Body.Read(buf); err != io.EOF {
		t.Fatal(err)
	}
	resp.Body.Close()
	if err := ledger.Commit(ctx); err != nil {
		t.Fatal(err)
	}
	server.Close()
	resp, err = post(t, pin.Open(s).ReplayTransport(rules), server.URL, ` { "a" : 1.0 } `)
	if err != nil {
		t.Fatal(err)
	}
	if h := resp.Header; h.Get("Set-Cookie") != "" || h.Get("X-Request-Id") != "req-1" || h.Get("Content-Type") != "text/event-stream" || len(h) != 2 {
		t.Errorf("%v", h)
	}
	if again := got(t, resp); fmt.Sprintf("%q", again) != fmt.Sprintf("%q", chunks) || calls.Load() != 1 {
		t.Errorf("%q, want %q", again, chunks)
	}
}

// What its reader did not get whole is not pinned, and its number is free again.
func TestTransportPinsNothingThatIsCutShort(t *testing.T) {
	hang := make(chan bool)
	defer close(hang)
	stream := func(w http.ResponseWriter, text string) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, text)
		w.(http.Flusher).Flush()
	}
	readSome := func(resp *http.Response, _ context.CancelFunc) {
		_, _ = bufio.NewReader(resp.Body).ReadString('\n')
		resp.Body.Close()
	}
	for name, c := range map[string]struct {
		handle http.HandlerFunc
		read   func(*http.Response, context.CancelFunc)
	}{
		"an unexpected end": {func(w http.ResponseWriter, _ *http.Request) {
			stream(w, "data: one\n\n")
			panic(http.ErrAbortHandler)
		}, func(resp *http.Response, _ context.CancelFunc) {
			_, _ = io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
		}},
		"a short body": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			stream(w, "data: one\n\n")
		}, func(resp *http.Response, _ context.CancelFunc) {
			_, _ = io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
		}},
		"an end that is the connection's": {func(w http.ResponseWriter, _ *http.Request) {
			conn, out, err := w.(http.Hijacker).Hijack()
			if err == nil {
				_, _ = out.WriteString("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: one\n\n")
				_ = out.Flush()
				_ = conn.Close()
			}
		}, func(resp *http.Response, _ context.CancelFunc) {
			_, _ = io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
		}},
		"a cancel": {func(w http.ResponseWriter, r *http.Request) {
			stream(w, "data: one\n\n")
			<-r.Context().Done()
		}, func(resp *http.Response, cancel context.CancelFunc) {
			cancel()
			_, _ = io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
		}},
		"closed early, and more comes": {func(w http.ResponseWriter, _ *http.Request) {
			stream(w, "data: one\n\n"+strings.Repeat("x", 1<<17))
		}, readSome},
		"closed early, and nothing comes": {func(w http.ResponseWriter, r *http.Request) {
			stream(w, "data: one\n\n")
			select {
			case <-hang:
			case <-r.Context().Done():
			}
		}, readSome},
		"closed inside a line": {func(w http.ResponseWriter, _ *http.Request) {
			stream(w, "data")
			time.Sleep(time.Millisecond)
			stream(w, ": one\n\n")
		}, func(resp *http.Response, _ context.CancelFunc) {
			_, _ = io.ReadFull(resp.Body, make([]byte, len("data")))
			resp.Body.Close()
		}},
		"a status": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTooManyRequests) },
			func(resp *http.Response, _ context.CancelFunc) { resp.Body.Close() }},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			first := true
			server, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if !first {
					_, _ = io.WriteString(w, "whole")
					return
				}
				first = false
				c.handle(w, r)
			})
			ledger := pin.Open(s)
			client := &http.Client{Transport: ledger.RecordTransport(nil, pin.HTTP{Patience: 50 * time.Millisecond})}
			ctx, cancel := context.WithCancel(ctx)
			defer cancel()
			r, _ := http.NewRequestWithContext(ctx, http.MethodGet, server.URL, nil)
			resp, err := client.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			c.read(resp, cancel)
			if err := ledger.Commit(context.Background()); err != nil || last(t, s) != 0 {
				t.Fatalf("%v, %d pins", err, last(t, s))
			}
			if resp, err = client.Get(server.URL); err != nil {
				t.Fatal(err)
			}
			got(t, resp)
			if resp, err = (&http.Client{Transport: ledger.ReplayTransport(pin.HTTP{})}).Get(server.URL); err != nil {
				t.Fatal(err)
			}
			if body := strings.Join(got(t, resp), ""); body != "whole" {
				t.Errorf("replayed %q", body)
			}
		})
	}
}

// A reader that stops at the mark of the end, or at the end of the one value, has read all.
func TestTransportPinsWhatWasReadToItsMark(t *testing.T) {
	for _, c := range []struct{ body, upto string }{
		{"data: one\n\ndata: [DONE]\n\n", "data: [DONE]\n"},
		{"data: one\n\ndata: [DONE]\n\n", "data: one\n"},
		{"data: one\n\n: bye\n\n", "data: one\n"},
		{"{\"a\":1}\n \n", "{\"a\":1}"},
		{"", ""},
	} {
		s := open(t)
		server, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = io.WriteString(w, c.upto)
			w.(http.Flusher).Flush()
			_, _ = io.WriteString(w, strings.TrimPrefix(c.body, c.upto))
		})
		if !strings.HasPrefix(c.body, c.upto) {
			c.upto = c.body
		}
		ledger := pin.Open(s)
		r, err := post(t, ledger.RecordTransport(nil, pin.HTTP{}), server.URL, "{}")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(r.Body, make([]byte, len(c.upto))); err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		if err := ledger.Commit(ctx); err != nil || last(t, s) != 1 {
			t.Errorf("%q read up to %q: %v, %d pins", c.body, c.upto, err, last(t, s))
		}
	}
}

// What was redacted is not what is sent, and a replay redacts too.
func TestTransportRedact(t *testing.T) {
	s := open(t)
	var sent []string
	server, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		sent = append(sent, r.URL.String()+" "+r.Header.Get("Authorization")+" "+string(b))
	})
	rules := pin.HTTP{Query: []string{"page"}, Redact: func(r *pin.Request) {
		r.Body = bytes.ReplaceAll(r.Body, []byte("planted-in-body"), []byte("…"))
		r.URL = strings.ReplaceAll(r.URL, "planted-in-path", "…")
	}}
	ledger := pin.Open(s)
	const body = `{"user": "planted-in-body"}`
	resp, err := post(t, ledger.RecordTransport(nil, rules), server.URL+"/planted-in-path?key=planted-in-query&page=2", body)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if want := "/planted-in-path?key=planted-in-query&page=2 Bearer planted " + body; len(sent) != 1 || sent[0] != want {
		t.Errorf("sent %q", sent)
	}
	if err := ledger.Commit(ctx); err != nil {
		t.Fatal(err)
	}
	page, err := s.Log().Read(ctx, timeline.Query{})
	if err != nil || len(page.Events) != 1 || bytes.Contains(page.Events[0].Payload, []byte("planted")) {
		t.Fatalf("%v: %s", err, page.Events[0].Payload)
	}
	p, err := pin.Decode(page.Events[0])
	if err == nil {
		err = p.Check(page.Events[0]) // the canonical form is put together by hand
	}
	if err != nil {
		t.Error(err)
	}
	if _, err := post(t, pin.Open(s).ReplayTransport(rules), server.URL+"/planted-in-path?key=another&page=2", body); err != nil {
		t.Error(err)
	}
	var miss *pin.Miss
	_, err = post(t, pin.Open(s).ReplayTransport(rules), server.URL+"/planted-in-path?page=3", body)
	if !errors.As(err, &miss) || !strings.Contains(miss.Near.Diff, "page=[-2-]{+3+}") {
		t.Errorf("%v", err)
	}
}

func TestTransportRefuses(t *testing.T) {
	s := open(t)
	server, calls := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, strings.Repeat("x", 100)) })
	for name, c := range map[string]struct {
		rules pin.HTTP
		body  string
		says  string
	}{
		"a credential":     {pin.HTTP{Headers: []string{"x-api-key"}}, "{}", "X-Api-Key holds a credential"},
		"another's key":    {pin.HTTP{Headers: []string{"Ocp-Apim-Subscription-Key"}}, "{}", "holds a credential"},
		"a key":            {pin.HTTP{Query: []string{"key"}}, "{}", "the query parameter key holds a credential"},
		"a token":          {pin.HTTP{Query: []string{"access_token"}}, "{}", "holds a credential"},
		"a signed address": {pin.HTTP{Query: []string{"X-Amz-Signature"}}, "{}", "holds a credential"},
		"a cookie":         {pin.HTTP{AnswerHeaders: []string{"set-cookie"}}, "{}", "Set-Cookie holds a credential"},
		"a large request":  {pin.HTTP{MaxBody: 10}, `{"a":"0123456789"}`, "the request's body has more than 10 bytes"},
		"a duplicate key":  {pin.HTTP{}, `{"a":1,"a":2}`, "a key stands twice"},
	} {
		if _, err := post(t, pin.Open(s).RecordTransport(nil, c.rules), server.URL, c.body); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if calls.Load() != 0 {
		t.Errorf("%d calls", calls.Load())
	}
	ledger := pin.Open(s)
	resp, err := post(t, ledger.RecordTransport(nil, pin.HTTP{MaxBody: 10}), server.URL, "{}")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(resp.Body); err == nil || !strings.Contains(err.Error(), "the answer has more than 10 bytes") {
		t.Errorf("a large answer: %v", err)
	}
	resp.Body.Close()
	if err := ledger.Commit(ctx); err != nil || last(t, s) != 0 {
		t.Errorf("%v, %d pins", err, last(t, s))
	}
}

func TestTransportIsSafeForConcurrentUse(t *testing.T) {
	s := open(t)
	var n atomic.Int64
	server, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintf(w, "answer %d", n.Add(1)) })
	ledger := pin.Open(s)
	all := func(rt http.RoundTripper) map[string]int {
		var mu sync.Mutex
		var wg sync.WaitGroup
		out := map[string]int{}
		for range 8 {
			wg.Go(func() {
				for j := range 5 {
					b, _ := json.Marshal(j)
					resp, err := post(t, rt, server.URL, string(b))
					if err != nil {
						t.Error(err)
						return
					}
					body, err := io.ReadAll(resp.Body)
					resp.Body.Close()
					mu.Lock()
					out[string(body)]++
					mu.Unlock()
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		return out
	}
	recorded := all(ledger.RecordTransport(nil, pin.HTTP{}))
	if err := ledger.Commit(ctx); err != nil || last(t, s) != 40 {
		t.Fatalf("%v, %d pins", err, last(t, s))
	}
	server.Close()
	if replayed := all(pin.Open(s).ReplayTransport(pin.HTTP{})); fmt.Sprint(replayed) != fmt.Sprint(recorded) || len(replayed) != 40 {
		t.Errorf("replayed %v\nrecorded %v", replayed, recorded)
	}
}
