package wire

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/runtime/internal/scope"
)

// OpenName is a value of an open roster as text: it must not be empty, and must be UTF-8 in Unicode's form NFC.
func OpenName(name string) ([]byte, error) {
	if err := scope.CheckName(name); err != nil {
		return nil, err
	}
	return []byte(name), nil
}

// OpenSet is a set of values of an open roster; it lists in the order of bytes. The zero set is empty.
type OpenSet[T ~string] struct{ values []T }

// OpenSetOf makes a set.
func OpenSetOf[T ~string](values ...T) OpenSet[T] {
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	return OpenSet[T]{slices.Compact(sorted)}
}

// IsValid says that every value is one.
func (s OpenSet[T]) IsValid() bool {
	return !slices.ContainsFunc(s.values, func(v T) bool { return scope.CheckName(string(v)) != nil })
}

// Has says whether v is in the set.
func (s OpenSet[T]) Has(v T) bool {
	_, ok := slices.BinarySearch(s.values, v)
	return ok
}

// Values lists the set in the order of bytes.
func (s OpenSet[T]) Values() []T { return slices.Clone(s.values) }

// Names lists the set as text.
func (s OpenSet[T]) Names() []string {
	out := make([]string, len(s.values))
	for i, v := range s.values {
		out[i] = string(v)
	}
	return out
}

// String lists the values.
func (s OpenSet[T]) String() string { return strings.Join(s.Names(), ", ") }

// MarshalJSON writes the names.
func (s OpenSet[T]) MarshalJSON() ([]byte, error) { return SetJSON(s.Names()) }

// UnmarshalJSON reads the names.
func (s *OpenSet[T]) UnmarshalJSON(raw []byte) error {
	names, err := Decode[[]string](raw)
	if err != nil {
		return err
	}
	values := make([]T, len(names))
	for i, n := range names {
		if err := scope.CheckName(n); err != nil {
			return fmt.Errorf("item %d %w", i+1, err)
		}
		values[i] = T(n)
	}
	*s = OpenSetOf(values...)
	return nil
}
