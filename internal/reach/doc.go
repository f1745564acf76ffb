// Package reach answers who may read what, and why, from a schema's Model. It knows nothing of files, flags and Go code.
package reach
