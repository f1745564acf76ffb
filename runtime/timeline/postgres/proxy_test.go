package postgres_test

import (
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/grantgen/grantgen/internal/pgtest"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/postgres"
)

// proxy stands between client and server. Once armed it swallows the server's next answer and hangs up.
type proxy struct {
	dir   string
	armed atomic.Bool
}

func newProxy(t *testing.T, server string) *proxy {
	dir, err := os.MkdirTemp("/tmp", "grantgen-proxy-") // a socket's path is short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	p := &proxy{dir: dir}
	listener, err := net.Listen("unix", filepath.Join(dir, ".s.PGSQL.5432"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			upstream, err := net.Dial("unix", filepath.Join(server, ".s.PGSQL.5432"))
			if err != nil {
				_ = client.Close()
				continue
			}
			go p.answers(client, upstream)
			go func() {
				_, _ = io.Copy(upstream, client)
				_ = upstream.Close()
			}()
		}
	}()
	return p
}

func (p *proxy) answers(client, upstream net.Conn) {
	defer client.Close()
	defer upstream.Close()
	buffer := make([]byte, 1<<16)
	for {
		n, err := upstream.Read(buffer)
		if err != nil || p.armed.Swap(false) {
			return
		}
		if _, err := client.Write(buffer[:n]); err != nil {
			return
		}
	}
}

// The server has committed, and its answer is lost: the retry under the same ids finds the batch, and nothing stands twice.
func TestAnswerLost(t *testing.T) {
	dsn := pgtest.Database(t)
	server, rest, _ := strings.Cut(strings.TrimPrefix(dsn, "host="), " ")
	p := newProxy(t, server)
	log := open(t, "host="+p.dir+" "+rest+" pool_max_conns=1", "a")
	defer log.Close()
	for range 2 { // the statement is prepared, so that the next answer is the commit's
		if _, err := log.Append(ctx, said("1")); err != nil {
			t.Fatal(err)
		}
	}
	batch := []timeline.Pending{said("2"), said("3")}
	batch[0].ID, batch[1].ID = timeline.NewID(), timeline.NewID()
	p.armed.Store(true)
	if _, err := log.Append(ctx, batch...); !errors.Is(err, postgres.ErrUnknown) {
		t.Errorf("%v", err)
	}
	direct := open(t, dsn, "a")
	defer direct.Close()
	if at, err := direct.Last(ctx); err != nil || at != 4 {
		t.Errorf("the server has %d events, %v", at, err)
	}
	if r, err := log.Append(ctx, batch...); err != nil || r != (timeline.Range{From: 3, To: 4}) {
		t.Errorf("the retry: %v, %v", r, err)
	}
	if page, err := log.Read(ctx, timeline.Query{}); err != nil || len(page.Events) != 4 {
		t.Errorf("%v, %v", page, err)
	}
}
