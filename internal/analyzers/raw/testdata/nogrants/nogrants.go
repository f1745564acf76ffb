// Package nogrants has nothing to do with grants: it calls models as it likes.
package nogrants

import (
	"context"

	"example.com/app/wrap"
)

func Greet(ctx context.Context) (string, error) { return wrap.Ask(ctx, "Hello.") }
