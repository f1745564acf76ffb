package grantdiff

import (
	"fmt"
	"strconv"
	"strings"
)

// fact is one line of the closed form: a flow mapping whose order counts.
type fact []pair

type pair struct{ key, value string }

// get is the value of a key, and whether the fact has it.
func (f fact) get(key string) (string, bool) {
	for _, p := range f {
		if p.key == key {
			return p.value, true
		}
	}
	return "", false
}

// keys is the keys in their order, which is what kind of fact it is.
func (f fact) keys() string {
	names := make([]string, len(f))
	for i, p := range f {
		names[i] = p.key
	}
	return strings.Join(names, " ")
}

// String is the fact for people: what is known by its first keys comes with the rest.
func (f fact) String() string {
	parts := make([]string, len(f))
	for i, p := range f {
		parts[i] = p.key + ": " + p.value
	}
	return strings.Join(parts, ", ")
}

// parseFact reads {key: value, …} as gen writes it: a value is plain or quoted as Go does.
func parseFact(s string) (fact, error) {
	body, ok := strings.CutPrefix(s, "{")
	if !ok {
		return nil, fmt.Errorf("%q is no fact", clip(s))
	}
	var f fact
	for {
		i := strings.Index(body, ": ")
		if i <= 0 || strings.Trim(body[:i], "abcdefghijklmnopqrstuvwxyz_") != "" {
			return nil, fmt.Errorf("a key is expected at %q", clip(body))
		}
		key := body[:i]
		body = body[i+2:]
		value, rest, err := scalar(body)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
		if _, twice := f.get(key); twice {
			return nil, fmt.Errorf("%s stands twice", key)
		}
		f = append(f, pair{key, value})
		switch {
		case rest == "}":
			return f, nil
		case strings.HasPrefix(rest, ", "):
			body = rest[2:]
		default:
			return nil, fmt.Errorf("a comma or the end is expected at %q", clip(rest))
		}
	}
}

func scalar(s string) (value, rest string, err error) {
	if strings.HasPrefix(s, `"`) {
		q, err := strconv.QuotedPrefix(s)
		if err != nil {
			return "", "", fmt.Errorf("a quoted value is expected at %q", clip(s))
		}
		value, err = strconv.Unquote(q)
		return value, s[len(q):], err
	}
	i := strings.IndexAny(s, ",}")
	if i <= 0 || strings.ContainsAny(s[:i], " \"'{[]:#&*!|>%@`") {
		return "", "", fmt.Errorf("a value is expected at %q", clip(s))
	}
	return s[:i], s[i:], nil
}

func clip(s string) string {
	if len(s) > 60 {
		return strings.ToValidUTF8(s[:60], "") + "…"
	}
	return s
}

// document is a file of facts: its keys at the top, in their order, and its list.
type document struct {
	top   fact
	facts []fact
}

// parseDocument reads a file that we wrote, strictly: a comment first, then keys, then one list of facts under the key named.
func parseDocument(name string, b []byte, list string) (document, error) {
	var d document
	if len(b) > maxDocument {
		return d, fmt.Errorf("%s: more than %d MiB is no file of ours", name, maxDocument>>20)
	}
	lines := strings.Split(strings.ReplaceAll(strings.TrimPrefix(string(b), "\ufeff"), "\r\n", "\n"), "\n")
	inList := false
	for i, line := range lines {
		fail := func(format string, args ...any) (document, error) {
			return document{}, fmt.Errorf("%s:%d: %s", name, i+1, fmt.Sprintf(format, args...))
		}
		switch {
		case line == "" && (i == len(lines)-1), strings.HasPrefix(line, "#"):
		case inList:
			text, ok := strings.CutPrefix(line, "  - ")
			if !ok {
				return fail("a fact is expected, and this is %q", clip(line))
			}
			f, err := parseFact(text)
			if err != nil {
				return fail("%s", err)
			}
			d.facts = append(d.facts, f)
		case line == list+":":
			inList = true
		case line == list+": []":
			inList = true
		default:
			key, value, ok := strings.Cut(line, ": ")
			if !ok || strings.Trim(key, "abcdefghijklmnopqrstuvwxyz") != "" {
				return fail("%q is not what grantgen writes", clip(line))
			}
			v, rest, err := scalar(value + "}")
			if err != nil || rest != "}" {
				return fail("%q is not what grantgen writes", clip(line))
			}
			d.top = append(d.top, pair{key, v})
		}
	}
	if !inList {
		return document{}, fmt.Errorf("%s: there is no %s: in it; it is not what grantgen writes", name, list)
	}
	return d, nil
}

// maxDocument bounds what is read: a lock of thousands of roles is a few MiB.
const maxDocument = 64 << 20
