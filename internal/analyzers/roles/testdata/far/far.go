// Package far imports a role through another package.
package far

import "example.com/app/near"

var In near.Input
