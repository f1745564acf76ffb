// Package lib is what assemblers call: facts carry what it reaches.
package lib

import (
	"strings"
	"sync/atomic"
	"time"
)

// Headline reaches the clock by two steps.
func Headline(text string) string { return strings.ToUpper(text) + stamp() }

func stamp() string { return time.Now().String() }

// Plain reaches nothing.
func Plain(text string) string { return strings.ToUpper(text) }

// Clock tells the time.
type Clock struct{}

// Tell is a method that reaches the clock.
func (*Clock) Tell() string { return stamp() }

// Teller is an interface that Clock has.
type Teller interface{ Tell() string }

// Say calls what it gets: that is looked at where it is given.
func Say(t Teller) string { return t.Tell() }

// Each calls what it gets.
func Each(list []string, do func(string)) {
	for _, s := range list {
		do(s)
	}
}

// Apply is generic.
func Apply[T Teller](t T) string { return t.Tell() }

// Default may be assigned by anybody.
var Default = "formal"

// Err is an error that has a name.
var Err error

var calls atomic.Int64

// Counted counts its calls.
func Counted() int64 { return calls.Add(1) }

// Now is excepted where it stands, so who calls it is not told.
//
//grant:impure the test of an exception in another package
func Now() string { return stamp() }
