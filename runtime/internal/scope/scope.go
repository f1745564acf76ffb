// Package scope holds the one rule of what a scope may be called. Folds compare scopes exactly, so two scopes that look alike
// must not both be possible. It imports golang.org/x/text and nothing of grantgen.
package scope

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Check refuses a scope that is empty, not UTF-8, not in Unicode's form NFC, or has control characters.
func Check(scope string) error {
	switch {
	case scope == "":
		return errors.New("a scope must not be empty")
	case !utf8.ValidString(scope):
		return errors.New("a scope must be UTF-8")
	case strings.ContainsFunc(scope, unicode.IsControl):
		return fmt.Errorf("scope %q has a control character", scope)
	case !norm.NFC.IsNormalString(scope):
		return fmt.Errorf("scope %q is not in Unicode's form NFC", scope)
	default:
		return nil
	}
}
