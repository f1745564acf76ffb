package pin

import (
	"encoding/json"
	"errors"
	"unicode"
	"unicode/utf8"
)

// The kinds of pins.
const (
	ModelKind = "model"
	ToolKind  = "tool"
	HTTPKind  = "http"
)

// kind is what pins of one kind have of their own. Requests are in canonical form.
type kind struct {
	pin   string                               // how errors speak of its pin
	with  string                               // and of its request
	moved string                               // what a diff is of
	name  func(request []byte) (string, error) // of what is called
	text  func(request []byte) string          // of a request, line by line, as a miss compares it
	check func(answer json.RawMessage) error   // whether an answer can be served
}

var kinds = map[string]kind{
	ModelKind: {"model's pin", "this prompt", "the prompt", nameOf, promptOf, checkString},
	ToolKind:  {"tool's pin", "these arguments", "the arguments", nameOf, argumentsOf, checkResult},
	HTTPKind:  {"transport's pin", "this request", "the request", endpointOf, requestLines, checkAnswer},
}

// wording is a kind's words; those of a model for one that is not known.
func wording(name string) kind {
	if k, known := kinds[name]; known {
		return k
	}
	return kinds[ModelKind]
}

func (k kind) plural() bool { return k.with[:5] == "these" }

func (k kind) be() string {
	if k.plural() {
		return "are"
	}
	return "is"
}

func (k kind) it() string {
	if k.plural() {
		return "them"
	}
	return "it"
}

// call is a request that is ready to be looked up.
type call struct {
	kind      string
	name      string
	canonical []byte
	key       string
}

func newCall(kind, name string, canonical []byte) call {
	return call{kind, name, canonical, keyOf(canonical)}
}

func nameOf(request []byte) (string, error) {
	var r struct {
		Name *string `json:"name"`
	}
	if err := json.Unmarshal(request, &r); err != nil {
		return "", err
	}
	if r.Name == nil {
		return "", errors.New("the request has no name")
	}
	return *r.Name, nil
}

func promptOf(request []byte) string {
	var r struct {
		Prompt string `json:"prompt"`
	}
	_ = json.Unmarshal(request, &r) // it was read before
	return r.Prompt
}

func checkString(answer json.RawMessage) error {
	var s *string
	if err := json.Unmarshal(answer, &s); err != nil {
		return err
	}
	if s == nil {
		return errors.New("the answer is no text")
	}
	return nil
}

func checkName(what, name string) error {
	if name == "" || !utf8.ValidString(name) || containsControl(name) {
		return errors.New("this cannot name a " + what)
	}
	return nil
}

func containsControl(s string) bool {
	for _, r := range s {
		if unicode.IsControl(r) {
			return true
		}
	}
	return false
}
