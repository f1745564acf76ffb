// Package follow is an example: an application that has an event table in PostgreSQL, with a bigserial and a jsonb, copies it onto a log with
// [github.com/grantgen/grantgen/runtime/timeline.Follow].
package follow
