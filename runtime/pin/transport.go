package pin

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// Transport is an http.RoundTripper whose answers are pinned, streams included, so that a client made of it (any SDK's) can be replayed.
// It is safe for concurrent use.
//
// Pinned is an answer with a status of 2xx that its reader has got whole: up to its end, or, if the reader closes it before (SDKs do at
// "data: [DONE]"), up to where nothing but white space, comments and that mark follows. An answer that was cut short, cancelled
// or closed early is not pinned, and its call gives its number back. In replay no call is made.
type Transport struct {
	ledger *Ledger
	mode   mode
	base   http.RoundTripper
	http   HTTP
	fault  error
}

var _ http.RoundTripper = (*Transport)(nil)

// RecordTransport sends each request by base (nil: http.DefaultTransport), and pins complete answers. A call that the run holds already is
// refused with a [Stands].
func (l *Ledger) RecordTransport(base http.RoundTripper, h HTTP) *Transport {
	return l.transport(recording, base, h)
}

// ReplayTransport answers from the run's pins. A call that it does not hold is a [Miss], which errors.As finds in what the client
// returns; nothing is sent.
func (l *Ledger) ReplayTransport(h HTTP) *Transport { return l.transport(replaying, nil, h) }

// RecordMissingTransport answers from the run's pins, and sends what they lack by base (nil: http.DefaultTransport).
func (l *Ledger) RecordMissingTransport(base http.RoundTripper, h HTTP) *Transport {
	return l.transport(recordingMissing, base, h)
}

func (l *Ledger) transport(m mode, base http.RoundTripper, h HTTP) *Transport {
	if base == nil {
		base = http.DefaultTransport
	}
	return &Transport{ledger: l, mode: m, base: base, http: h, fault: h.check()}
}

// RoundTrip answers a request.
func (t *Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil {
		defer r.Body.Close()
	}
	if t.fault != nil {
		return refuse(r, fmt.Errorf("pinned transport: %w", t.fault))
	}
	if r.URL == nil {
		return nil, errors.New("pinned transport: the request has no address")
	}
	body, err := readBody(r, t.http.maxBody())
	if err != nil {
		return nil, fmt.Errorf("pinned transport: %w", err)
	}
	c, err := t.http.capture(r, body)
	if err != nil {
		return refuse(r, fmt.Errorf("pinned transport: %w", err))
	}
	turn, err := t.ledger.begin(r.Context(), t.mode, c)
	if err != nil {
		return refuse(r, err)
	}
	if turn.found != nil {
		a, _ := decodeAnswer(turn.found.answer) // it was read before
		return a.response(r, &replay{ctx: r.Context(), turn: turn, events: isEvents(a.Headers), rest: a.Chunks}), nil
	}
	return t.send(r, body, turn)
}

// send makes the call. What fails is the client's to see as it is.
func (t *Transport) send(r *http.Request, body []byte, turn *turn) (*http.Response, error) {
	recording := false
	defer func() { // also when the call panics
		if !recording {
			turn.giveBack()
		}
	}()
	sent := r.Clone(r.Context())
	if r.Body != nil && r.Body != http.NoBody {
		sent.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
		sent.Body, _ = sent.GetBody()
	}
	resp, err := t.base.RoundTrip(sent)
	if err != nil {
		return nil, err
	}
	resp.Request = r
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return resp, nil
	}
	recording = true
	resp.Body = newRecorder(r.Context(), resp, turn, t.http)
	return resp, nil
}

// CloseIdleConnections closes those of the transport beneath, as http.Client.CloseIdleConnections asks for it.
func (t *Transport) CloseIdleConnections() {
	if c, can := t.base.(interface{ CloseIdleConnections() }); can && t.mode != replaying {
		c.CloseIdleConnections()
	}
}
