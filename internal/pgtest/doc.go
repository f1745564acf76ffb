// Package pgtest starts a throwaway PostgreSQL server from the system's binaries, once for a test binary.
//
// Without binaries a test is skipped with one line that says so; with GRANTGEN_REQUIRE=postgres in the environment, as CI has it, that
// is a failure. The server listens on a Unix socket in its temporary folder and nowhere else, and does not wait for the disk: it may
// lose what a crash of the machine loses, which no test here asks about. It imports pgx and the standard library.
package pgtest
