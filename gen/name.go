package gen

import (
	"strings"
	"unicode"
)

// capitals are the words that a Go name writes in capitals: Go's usual initialisms, and UK, EU, US, UN.
var capitals = map[string]bool{
	"acl": true, "api": true, "ascii": true, "cpu": true, "css": true, "db": true, "dns": true, "eof": true, "eu": true, "guid": true,
	"html": true, "http": true, "https": true, "id": true, "ip": true, "json": true, "qps": true, "ram": true, "rpc": true, "sip": true,
	"sla": true, "smtp": true, "sql": true, "ssh": true, "tcp": true, "tls": true, "ttl": true, "udp": true, "ui": true, "uid": true,
	"uk": true, "un": true, "uri": true, "url": true, "us": true, "utf8": true, "uuid": true, "vm": true, "xml": true, "xsrf": true, "xss": true,
}

// GoName derives the Go name of a name of the schema: split at `_`, `-` and between a lower-case letter or digit and an
// upper-case one; each word capitalised, or in capitals when it is one of the fixed list. uk_held → UKHeld.
func GoName(name string) string {
	var b strings.Builder
	for _, w := range words(name) {
		if capitals[strings.ToLower(w)] {
			b.WriteString(strings.ToUpper(w))
			continue
		}
		b.WriteString(strings.ToUpper(w[:1]) + w[1:])
	}
	return b.String()
}

// words splits a name; names are ASCII.
func words(name string) []string {
	var out []string
	start := 0
	cut := func(end int) {
		if end > start {
			out = append(out, name[start:end])
		}
	}
	for i := range len(name) {
		switch c := rune(name[i]); {
		case c == '_' || c == '-':
			cut(i)
			start = i + 1
		case i > start && unicode.IsUpper(c) && !unicode.IsUpper(rune(name[i-1])):
			cut(i)
			start = i
		}
	}
	cut(len(name))
	return out
}

var joined = strings.NewReplacer("_", "", "-", "")

// PackageName derives a role's package and folder: its letters and digits in lower case. fish_base and fish-base meet, and are
// refused.
func PackageName(role string) string {
	return strings.ToLower(joined.Replace(role))
}
