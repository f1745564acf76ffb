package memory

import (
	"fmt"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// Check refuses an event that would remember what is no fact ([Refused]), before it is appended; every other event is fine. A nil
// validate is [Validate]; one that panics refuses. What is on a log already is not judged again.
func Check(p timeline.Pending, validate Validator) error {
	if p.Key != key(Remembered) {
		return nil
	}
	scopeName, _ := p.Attributes.Get("scope").AsText()
	kind, _ := p.Attributes.Get("kind").AsText()
	fail := func(err error) error { return fmt.Errorf("remember in %s: %w", scopeName, err) }
	said, ok, _ := parse(p.Payload) // what is wrong with JSON may hold a piece of it
	if !ok {
		return fail(&Refused{Kind: kind, Why: "its payload is no memory"})
	}
	if err := checkFact(Kind(kind), said.Text, said.Cites); err != nil {
		return fail(err)
	}
	if validate == nil {
		validate = Validate
	}
	if err := judged(validate, Kind(kind), said.Text); err != nil {
		return fail(err)
	}
	return nil
}

// judged calls a validator. What it panics with may hold the text, so it is not told.
func judged(validate Validator, kind Kind, text string) (err error) {
	done := false
	defer func() {
		if !done && recover() != nil {
			err = &Refused{Kind: string(kind), Why: "the validator panicked"}
		}
	}()
	err = validate(kind, text)
	done = true
	return err
}
