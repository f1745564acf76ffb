// Package templates holds the embedded texts: GRANTS.md and the scaffold of `grantgen init`. Go code of generated packages is
// emitted, never made from a template.
package templates

import "embed"

// Files are the texts; paths use slashes on every system.
//
//go:embed *.tmpl
var Files embed.FS
