package page

import (
	"bufio"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

//go:embed trace*.html trace*.css trace*.js
var files embed.FS

// scripts in the order in which they stand in the page.
var scripts = []string{"trace_text.js", "trace_list.js", "trace_timeline.js", "trace_parts.js", "trace_details.js", "trace_diff.js", "trace_search.js", "trace_address.js", "trace.js"}

// mark is how a page begins: no other file is replaced by one.
const mark = "<!doctype html>\n<!-- A page of recorded contexts. It holds what models were shown. -->\n"

// Write writes the page. Text from the log stands in it as JSON without a single "<", and the page's own script alone may run.
func Write(w io.Writer, p Page) error {
	frame, err := frame()
	if err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	before, after, _ := strings.Cut(frame, "{{data}}")
	data := bufio.NewWriterSize(w, 1<<16)
	_, _ = data.WriteString(before)                         // a bufio.Writer keeps the error
	if err := json.NewEncoder(data).Encode(p); err != nil { // escapes <, > and &
		return fmt.Errorf("write the page: %w", err)
	}
	_, _ = data.WriteString(after)
	if err := data.Flush(); err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	return nil
}

// frame is the page around the data.
func frame() (string, error) {
	html, err := read("trace.html")
	if err != nil {
		return "", err
	}
	style, err := read("trace.css")
	if err != nil {
		return "", err
	}
	script, err := read(scripts...)
	if err != nil {
		return "", err
	}
	script = "(() => {\n\"use strict\";\n" + script + "})();\n"
	return mark + strings.NewReplacer("{{style}}", style, "{{script}}", script, "{{style-hash}}", hash(style), "{{script-hash}}", hash(script)).Replace(html), nil
}

// read joins embedded files. A browser takes the hash of what it parsed, whose lines end with a line feed, however git laid the files out.
func read(names ...string) (string, error) {
	var out strings.Builder
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			return "", err
		}
		out.WriteString(strings.ReplaceAll(string(text), "\r\n", "\n"))
	}
	return out.String(), nil
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
