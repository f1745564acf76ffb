// Package tree reads one YAML file strictly: names and texts as they are written, every node with its position, and nothing that
// could make a file mean other than it shows (anchors, aliases, merge keys, tags, a second document, hidden characters).
// It knows YAML and nothing of the schema language; it imports internal/diag and the YAML library.
package tree
