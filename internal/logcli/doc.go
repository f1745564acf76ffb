// Package logcli is the command grantlog: it reads flags, calls the runtime's packages, prints, and says the exit code. What it prints
// of a log is escaped, and never a payload or what a pin holds unless that was asked for.
package logcli
