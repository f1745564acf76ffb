// Package page writes the page that shows recorded contexts: one HTML file that needs no network and decides nothing. What it shows was
// worked out before; what it does is show, search and compare.
//
// It imports nothing but the standard library.
package page
