package planted

import (
	"context"
	crand "crypto/rand"
	"database/sql"
	"encoding/json"
	"fmt"
	"go/token"
	"io/fs"
	"log"
	"log/slog"
	"math/rand"
	randv2 "math/rand/v2"
	"net"
	"net/http"
	"os"
	"reflect"
	"runtime"
	"runtime/debug"
	"sync"
	"time"
	"unsafe"

	"github.com/google/uuid"

	"github.com/grantgen/grantgen/runtime/timeline"

	"example.com/app/grants"
	"example.com/app/grants/norway"
	"example.com/app/lib"
)

func Clocks(g *norway.Grant, p *norway.Parts) {
	_ = time.Now()                 // want `not pure: Clocks → time.Now \(the clock\)`
	_ = time.Since(time.Time{})    // want `time.Since \(the clock\)`
	_ = time.Until(time.Time{})    // want `time.Until \(the clock\)`
	_ = time.After(time.Second)    // want `time.After \(the clock\)`
	time.Sleep(time.Second)        // want `time.Sleep \(the clock\)`
	_ = time.NewTimer(0)           // want `time.NewTimer \(the clock\)`
	_ = time.Time{}.Local()        // want `time.Time.Local \(the machine's time zone\)`
	_ = time.Time{}.In(time.Local) // want `time.Local \(the machine's time zone\)`
}

func Random(g *norway.Grant, p *norway.Parts) {
	_ = rand.Intn(2)       // want `rand.Intn \(random numbers\)`
	_ = randv2.IntN(2)     // want `rand.IntN \(random numbers\)`
	_, _ = crand.Read(nil) // want `rand.Read \(random numbers\)`
	_ = uuid.New()         // want `uuid.New \(random numbers\)`
	_ = timeline.NewID()   // want `timeline.NewID \(the log\)`
}

func Reads(g *norway.Grant, p *norway.Parts) {
	_, _ = os.ReadFile("x")                 // want `os.ReadFile \(I/O\)`
	_, _ = net.Dial("tcp", "x")             // want `net.Dial \(I/O\)`
	_, _ = http.Get("x")                    // want `http.Get \(I/O\)`
	_, _ = fs.ReadFile(nil, "x")            // want `fs.ReadFile \(I/O\)`
	_, _ = sql.Open("x", "y")               // want `sql.Open \(I/O\)`
	log.Print("x")                          // want `log.Print \(I/O\)`
	slog.Info("x")                          // want `slog.Info \(I/O\)`
	fmt.Println("x")                        // want `fmt.Println \(I/O\)`
	fmt.Fprintln(os.Stderr, "x")            // want `os.Stderr \(I/O\)` `os.File.Write \(I/O\)`
	println("x")                            // want `println \(I/O\)`
	_ = json.NewEncoder(os.Stdout)          // want `os.Stdout \(I/O\)` `os.File.Write \(I/O\)`
	_ = os.Getenv("x")                      // want `os.Getenv \(I/O\)`
	_ = runtime.NumGoroutine()              // want `runtime.NumGoroutine \(the running program\)`
	_ = debug.Stack()                       // want `debug.Stack \(the running program\)`
	_ = context.Cause(context.Background()) // want `context.Cause \(the caller's context\)`
	_ = token.NewFileSet()                  // want `token.NewFileSet \(not known to be pure\)`
}

func Concurrent(g *norway.Grant, p *norway.Parts) {
	go lib.Plain("x")    // want `go statement \(a goroutine\)`
	ch := make(chan int) // want `make of a channel \(a channel\)`
	ch <- 1              // want `channel send \(a channel\)`
	_ = <-ch             // want `channel receive \(a channel\)`
	for range ch {       // want `range over a channel \(a channel\)`
	}
	select {} // want `select \(a channel\)`
	close(ch) // want `close \(a channel\)`
	var wg sync.WaitGroup
	wg.Go(func() {}) // want `sync.WaitGroup.Go \(a goroutine\)`
	var seen sync.Map
	seen.Range(nil)      // want `sync.Map.Range \(the order of a map\)`
	new(sync.Pool).Get() // want `sync.Pool.Get \(a variable that is assigned\)`
}

func Addresses(g *norway.Grant, p *norway.Parts) {
	for o := range g.Room().Offer() {
		_ = fmt.Sprintf("%v", o.Note)              // want `%v in fmt.Sprintf \(an address in memory\)`
		_ = fmt.Sprint(&o.Round)                   // want `%v in fmt.Sprint \(an address in memory\)`
		_ = fmt.Sprintf("%d %s", 1, o.Note)        // want `%s in fmt.Sprintf \(an address in memory\)`
		_ = fmt.Sprintf("%p", []int{1})            // want `%p in fmt.Sprintf \(an address in memory\)`
		_ = fmt.Sprintf("%*d %v", 3, 4, lib.Plain) // want `%v in fmt.Sprintf \(an address in memory\)`
		_ = fmt.Sprint(struct{ p *int }{})         // want `%v in fmt.Sprint \(an address in memory\)`
	}
	_ = unsafe.Pointer(p)            // want `unsafe.Pointer \(an address in memory\)`
	_ = reflect.ValueOf(p).Pointer() // want `reflect.Value.Pointer \(an address in memory\)`
}

func FromTheLog(g *norway.Grant, p *norway.Parts) {
	tl, _ := grants.Open(context.Background(), timeline.Memory())         // want `grants.Open \(the log\)` `timeline.Memory \(the log\)`
	_, _ = norway.Assemble(context.Background(), tl, norway.Input{}, nil) // want `norway.Assemble \(the log\)`
	_, _ = tl.Append(context.Background())                                // want `grants.Timeline.Append \(the log\)`
}
