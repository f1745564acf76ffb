// Package other is a module that is used at a version.
package other

import (
	"reflect"
	"sync"
	"time"
)

// English is a table to who reads it.
var English = &struct{ name string }{"en"}

var cache = map[string]string{}

var pool sync.Pool

// Cached keeps what it found.
func Cached(s string) string {
	cache[s] = s
	_ = pool.Get()
	_ = reflect.ValueOf(&s).Pointer()
	return cache[s] + English.name
}

// Keys gives the keys as they come.
func Keys(m map[string]int) (keys []string) {
	for k := range m {
		keys = append(keys, k)
	}
	return keys
}

// Stamp tells the time.
func Stamp() string { return time.Now().String() }
