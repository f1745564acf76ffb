// Package excepted has exceptions, needed ones and others.
package excepted

import (
	"context"

	"example.com/app/grants"
	"example.com/app/wrap"
)

var party = grants.PartyUK

func Asks(ctx context.Context) {
	_, _ = wrap.Ask(ctx, "x") //grant:raw a test of the connection, which nobody reads
	_, _ = wrap.Ask(ctx, "x") //grant:raw // want `//grant:raw has no reason`
	_ = wrap.List(ctx)        //grant:raw it once asked // want `//grant:raw is not needed`
}
