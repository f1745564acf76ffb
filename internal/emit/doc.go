// Package emit writes Go source through jennifer, and is the only importer of it. It keeps jennifer's sharp edges in: imports
// are declared up front with the name they are used under, text becomes a comment or a quoted literal and never code,
// identifiers are checked, and nothing goes through a map.
package emit
