// Package gen turns a schema's Model into Go source, a lock file and GRANTS.md. It is pure: bytes in a list of files come out,
// and no file, clock or environment goes in. It knows nothing of YAML; package emit alone knows jennifer.
package gen
