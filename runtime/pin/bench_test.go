package pin_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/runtime/pin"
)

// A request of 100 kB, as a conversation of some length is.
func BenchmarkKey(b *testing.B) {
	type message struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}
	var messages []message
	for range 100 {
		messages = append(messages, message{"user", strings.Repeat("A 12% cut to the mackerel quota. ", 30)})
	}
	request, err := json.Marshal(map[string]any{"model": "m", "messages": messages})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(request)))
	for b.Loop() {
		if _, err := pin.Key(request); err != nil {
			b.Fatal(err)
		}
	}
}
