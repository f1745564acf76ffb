package evidence

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Texts is where an application keeps texts that are too large for the log. A reference must give the same bytes for ever: they are
// checked against the record's sha256 each time they are read.
type Texts interface {
	Text(ctx context.Context, ref string) (string, error)
}

// ErrText is the sentinel of [TextError].
var ErrText = errors.New("a recorded text cannot be read")

// TextError is a text behind a reference that cannot be had, or that is not what was recorded. It holds the reference and nothing of
// the text.
type TextError struct {
	Ref string
	Why string
	Err error // what the store said, if it said something
}

func (e *TextError) Error() string {
	return fmt.Sprintf("the text behind %q %s", e.Ref, e.Why)
}

// Is matches [ErrText].
func (e *TextError) Is(target error) bool { return target == ErrText }

// Unwrap is what the store said: its words are not repeated, since they may hold the text.
func (e *TextError) Unwrap() error { return e.Err }

// Read is the text of an item: its own, or that behind its reference.
func (it Item) Read(ctx context.Context, texts Texts) (string, error) {
	if it.Ref == "" {
		return it.Text, nil
	}
	if texts == nil {
		return "", &TextError{Ref: it.Ref, Why: "cannot be read: the application gave no text store"}
	}
	text, err := texts.Text(ctx, it.Ref)
	if err != nil {
		return "", &TextError{Ref: it.Ref, Why: "cannot be read", Err: err}
	}
	sum := sha256.Sum256([]byte(text))
	if !strings.EqualFold(hex.EncodeToString(sum[:]), it.SHA256) {
		return "", &TextError{Ref: it.Ref, Why: "is not the one that was recorded: its sha256 differs"}
	}
	if !utf8.ValidString(text) {
		return "", &TextError{Ref: it.Ref, Why: "is not UTF-8"}
	}
	return text, nil
}
