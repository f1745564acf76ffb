// Command replay makes the recorded contexts of the fisheries again, byte for byte, or names what is another; it says what another budget
// would do, and writes the page of contexts with its slider.
//
//	go run ./examples/fisheries -db negotiation.db
//	go run ./examples/fisheries/replay check negotiation-1.db
//	go run ./examples/fisheries/replay budget negotiation-1.db '#4' 80
//	go run ./examples/fisheries/replay html negotiation-1.db negotiation.html
package main

import (
	"context"

	"github.com/grantgen/grantgen/examples/fisheries/grants/replay"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/sqlite"
)

func main() {
	replay.Main(func(ctx context.Context, name string) (timeline.Log, error) {
		log, err := sqlite.Open(ctx, name, sqlite.ReadOnly())
		if err != nil {
			return nil, err // not the nil pointer: it would be an interface that is not nil
		}
		return log, nil
	}, nil)
}
