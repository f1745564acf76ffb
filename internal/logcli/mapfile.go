package logcli

import (
	"bytes"
	"errors"
	"fmt"

	"go.yaml.in/yaml/v4"

	"github.com/grantgen/grantgen/internal/regular"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// mapFile says how lines of somebody's JSONL become events. Fields are those of a line's object; those that are named here leave it, and
// the rest is the payload.
type mapFile struct {
	// Source tells sources apart; ids derive from it.
	Source    string `yaml:"source"`
	Namespace string `yaml:"namespace"`
	// Type is the field that holds the type, Always the type of every line, Types other names for what the field holds.
	Type    string            `yaml:"type"`
	Always  string            `yaml:"always"`
	Types   map[string]string `yaml:"types"`
	Version int               `yaml:"version"`
	// ID is a field that is the line's alone and never changes; without one, the number of the line is.
	ID string `yaml:"id"`
	// At is a field with a time: RFC 3339, or seconds since 1970.
	At string `yaml:"at"`
	// Attributes are names of attributes, and the fields that hold them.
	Attributes map[string]string `yaml:"attributes"`
}

func readMap(path string) (*mapFile, error) {
	b, err := regular.Read(path, fileBytes)
	if err != nil {
		return nil, err
	}
	var m mapFile
	d := yaml.NewDecoder(bytes.NewReader(b))
	d.KnownFields(true)
	if err := d.Decode(&m); err != nil {
		return nil, fmt.Errorf("read the map %s: %w", path, err)
	}
	if m.Version == 0 {
		m.Version = 1
	}
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("read the map %s: %w", path, err)
	}
	return &m, nil
}

func (m *mapFile) check() error {
	switch {
	case m.Source == "":
		return errors.New("source is missing: ids derive from it")
	case !timeline.IsName(m.Namespace) || m.Namespace == timeline.ReservedNamespace:
		return fmt.Errorf("namespace %q cannot name one", m.Namespace)
	case (m.Type == "") == (m.Always == ""):
		return errors.New("give one of type (a field) and always (a type)")
	case m.Version < 1:
		return errors.New("versions begin with 1")
	}
	for name := range m.Attributes {
		if !timeline.IsName(name) {
			return fmt.Errorf("attribute %q is not a name", name)
		}
	}
	return nil
}
