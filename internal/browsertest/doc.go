// Package browsertest holds the tests of the page of recorded contexts, in the browser that people use. It is a module of its own, so that
// nobody who builds grantgen inherits the browser's driver.
package browsertest
