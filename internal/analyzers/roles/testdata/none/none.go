// Package none has nothing to do with grants.
package none
