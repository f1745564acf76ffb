// Package postgres is the log in PostgreSQL, for many processes and machines; many logs live in one database.
//
// One statement raises the log's counter row and inserts the events. The row stays locked until the commit, so that seqs become visible
// in their order and a reader that polls misses nothing. (A sequence, by contrast, gives numbers before the commit: a poller that has
// read 8 never sees the 7 that commits later.) Concurrent appends of one process are committed together.
//
// An append is durable when it returns as far as the server's own settings make a commit durable: fsync and synchronous_commit must not be off.
//
// Texts compare by their bytes, whatever the database's locale: columns and indexes are COLLATE "C". Attributes stand as json, which keeps
// the text as it came (jsonb would turn 1e21 into an integer), payloads as bytea. Triggers refuse updates, deletes and truncation. Everything lies in
// the schema grantgen. The package imports pgx, timeline and nothing else of grantgen.
package postgres
