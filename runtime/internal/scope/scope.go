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

// CheckName refuses a name of an open roster that is empty, not UTF-8 or not in Unicode's form NFC: of two names that look alike in
// another form, one would read nothing.
func CheckName(name string) error {
	switch {
	case name == "":
		return errors.New("is empty")
	case !utf8.ValidString(name):
		return errors.New("is not UTF-8")
	case !norm.NFC.IsNormalString(name):
		return errors.New("is not in Unicode's form NFC")
	}
	return nil
}

// Quote writes a name as one segment of a scope: %, : and control characters are percent-encoded, so that no two names meet, and so is a
// mark after one of these: with the last digit of %3A it would make another letter, and no form NFC.
func Quote(name string) string { return quote(name, ":") }

// QuoteMember is Quote for a name after an @: a role's member.
func QuoteMember(name string) string { return quote(name, "@") }

func quote(name, also string) string {
	if !strings.ContainsFunc(name, func(c rune) bool { return c == '%' || strings.ContainsRune(also, c) || unicode.IsControl(c) }) {
		return name
	}
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	encoded := false // the rune before
	for _, c := range name {
		joins := encoded && !norm.NFC.PropertiesString(string(c)).BoundaryBefore()
		if encoded = joins || c == '%' || strings.ContainsRune(also, c) || unicode.IsControl(c); !encoded {
			b.WriteRune(c)
			continue
		}
		for _, x := range []byte(string(c)) {
			b.Write([]byte{'%', hex[x>>4], hex[x&15]})
		}
	}
	return b.String()
}
