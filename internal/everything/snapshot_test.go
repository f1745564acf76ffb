package everything

import (
	"fmt"
	"sync"
	"testing"

	"github.com/grantgen/grantgen/internal/everything/grants"
	"github.com/grantgen/grantgen/internal/everything/grants/agent"
	"github.com/grantgen/grantgen/internal/everything/grants/reader"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/memory"
)

// A context that is assembled while others append is one snapshot: what the log gives at its position, alone and afterwards.
func TestAssemblingWhileOthersAppend(t *testing.T) {
	tl := clocked(t)
	stop := make(chan struct{})
	var writers, readers sync.WaitGroup
	for w := range 3 {
		writers.Go(func() {
			for i := range 150 {
				select {
				case <-stop:
					return
				default:
				}
				if _, err := tl.Append(ctx, grants.Note{User: "ada", Next: "x", Text: fmt.Sprint("note ", w, i)},
					grants.Diary("ada").Position(id(fmt.Sprint(w)), "y").Revise(fmt.Sprint("thought ", w, i)), grants.Ping{Text: fmt.Sprint(w, i)},
					grants.Held(grants.PartyNorway).Count(int64(w)).Revise(int64(i)), grants.Facts(grants.PartyNorway).Remember(memory.Goal, fmt.Sprint("Goal ", w, i))); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	assemble := []func(...assembly.Option) (*assembly.Context, error){
		func(o ...assembly.Option) (*assembly.Context, error) {
			return reader.Assemble(ctx, tl, reader.Input{Self: "ada", Ask: "?"}, nil, o...)
		},
		func(o ...assembly.Option) (*assembly.Context, error) {
			return agent.Assemble(ctx, tl, input(), nil, o...)
		},
	}
	var mu sync.Mutex
	built := map[int][]*assembly.Context{}
	for r := range assemble {
		readers.Go(func() {
			for range 20 {
				c, err := assemble[r]()
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				built[r] = append(built[r], c)
				mu.Unlock()
			}
		})
	}
	readers.Wait()
	close(stop)
	writers.Wait()
	for r := range assemble {
		for _, c := range built[r] {
			again, err := assemble[r](assembly.At(c.UptoSeq))
			if err != nil {
				t.Fatal(err)
			}
			if again.Describe().String() != c.Describe().String() {
				t.Errorf("%s at %d is another context afterwards", c.Role, c.UptoSeq)
			}
		}
	}
}
