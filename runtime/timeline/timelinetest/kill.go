package timelinetest

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/grantgen/grantgen/runtime/timeline"
)

var kills = flag.Int("timeline.kills", 3, "how many times the kill law kills a process that appends")

// writerAddress in the environment makes the test binary a process that appends until it is killed.
const writerAddress = "GRANTGEN_TIMELINETEST_WRITER"

const killWriters = 4

// batchOf is the n-th batch of a writer: events that know each other, so that a torn one shows. Some are large, to be in the middle of a write.
func batchOf(process string, writer, n int) []timeline.Pending {
	batch := make([]timeline.Pending, 1+(writer+n)%5)
	filler := ""
	if n%7 == 3 {
		filler = strings.Repeat("x", 40_000)
	}
	for i := range batch {
		batch[i] = said("A", fmt.Sprintf(`[%q,%d,%d,%d,%d,%q]`, process, writer, n, i, len(batch), filler))
		batch[i].ID = timeline.DeriveID("kill", process, fmt.Sprint(writer), fmt.Sprint(n), fmt.Sprint(i))
	}
	return batch
}

// writeUntilKilled appends, and writes a line for each batch that the log has acknowledged.
func writeUntilKilled(e Engine, address string) {
	log, err := e.Attach(address)
	if err != nil {
		fmt.Fprintln(os.Stderr, "attach:", err)
		os.Exit(1)
	}
	var printing sync.Mutex
	var wg sync.WaitGroup
	process := fmt.Sprint(os.Getpid(), "-", time.Now().UnixNano())
	for w := range killWriters {
		wg.Go(func() {
			for n := 0; ; n++ {
				r, err := log.Append(ctx, batchOf(process, w, n)...)
				if err != nil {
					fmt.Fprintln(os.Stderr, "append:", err)
					os.Exit(1)
				}
				printing.Lock()
				fmt.Printf("\nacknowledged %s %d %d %d %d\n", process, w, n, r.From, r.To)
				printing.Unlock()
			}
		})
	}
	wg.Wait()
}

// acknowledged is a line of the writing process.
type acknowledged struct {
	process   string
	writer, n int
	r         timeline.Range
}

func testKill(t *testing.T, e Engine) {
	if e.Attach == nil {
		t.Skip("this engine's logs are in one process")
	}
	log := e.open(t)
	top, _, _ := strings.Cut(t.Name(), "/")
	lines, from := 0, last(t, log)
	for range *kills {
		acks := killOne(t, top, e.Address(log))
		lines += len(acks)
		// Through a handle that the process before did not have, as after a crash.
		again, err := e.Attach(e.Address(log))
		if err != nil {
			t.Fatalf("attach after the kill: %v", err)
		}
		checkKilled(t, again, from, acks)
		r := mustAppend(t, again, said("B", "1"))
		from = r.To
		if err := again.Close(); err != nil {
			t.Error(err)
		}
	}
	t.Logf("%d kills, %d acknowledged batches, none lost, none torn", *kills, lines)
}

// killOne starts a writing process, kills it at a random moment after its first acknowledgement, and returns what it acknowledged.
func killOne(t *testing.T, top, address string) []acknowledged {
	cmd := exec.Command(os.Args[0], "-test.run=^"+regexp.QuoteMeta(top)+"$")
	cmd.Env = append(os.Environ(), writerAddress+"="+address)
	var complaint strings.Builder
	cmd.Stderr = &complaint
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var acks []acknowledged
	var killing *time.Timer
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadString('\n')
		if err != nil { // a line without its end was not said
			if err != io.EOF {
				t.Error(err)
			}
			break
		}
		var a acknowledged
		if n, _ := fmt.Sscanf(line, "acknowledged %s %d %d %d %d", &a.process, &a.writer, &a.n, &a.r.From, &a.r.To); n != 5 {
			continue
		}
		if acks = append(acks, a); killing == nil {
			killing = time.AfterFunc(time.Duration(rand.IntN(60_000))*time.Microsecond, func() { _ = cmd.Process.Kill() })
		}
	}
	err = cmd.Wait()
	if killing == nil || complaint.Len() > 0 {
		t.Fatalf("the writing process: %v\n%s", err, complaint.String())
	}
	return acks
}

// checkKilled checks the events after a position: dense, whole, and all that was acknowledged among them.
func checkKilled(t *testing.T, log timeline.Log, from timeline.Position, acks []acknowledged) {
	at := map[timeline.ID]timeline.Position{}
	next, left := from+1, 0
	for _, e := range all(t, log, timeline.Query{After: from}) {
		if e.Seq != next || e.Hash != timeline.HashOf(e.Attributes, e.Payload) {
			t.Fatalf("after %d stands %d", next-1, e.Seq)
		}
		at[e.ID] = e.Seq
		next++
		if e.Type != "A" {
			continue
		}
		var process string
		var writer, n, i, size int
		if _, err := fmt.Sscanf(string(e.Payload), `[%q,%d,%d,%d,%d,`, &process, &writer, &n, &i, &size); err != nil {
			t.Fatalf("event %d: %v", e.Seq, err)
		}
		if left == 0 {
			left = size
		}
		if i != size-left {
			t.Fatalf("event %d is torn from its batch: %d of %d", e.Seq, i+1, size)
		}
		left--
	}
	if left != 0 {
		t.Fatalf("the last batch lacks %d events", left)
	}
	for _, a := range acks {
		batch := batchOf(a.process, a.writer, a.n)
		for i, p := range batch {
			if at[p.ID] != a.r.From+int64(i) {
				t.Fatalf("event %d was acknowledged and stands at %d", a.r.From+int64(i), at[p.ID])
			}
		}
	}
}
