// Package near imports a role.
package near

import "example.com/app/grants/norway"

type Input = norway.Input
