package pgtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/grantgen/grantgen/internal/need"
)

// server is the one server of this test binary.
var server struct {
	once sync.Once
	dir  string
	cmd  *exec.Cmd
	err  error
	made atomic.Int64 // databases
}

var errMissing = errors.New("PostgreSQL's binaries are not on this machine (postgres and initdb, on PATH or in /usr/lib/postgresql/*/bin)")

// DSN is the server's own database. The first call starts the server; call [Stop] at the end of TestMain.
func DSN(t testing.TB) string {
	t.Helper()
	server.once.Do(func() { server.err = start() })
	switch {
	case errors.Is(server.err, errMissing):
		need.Missing(t, "postgres", server.err.Error())
	case server.err != nil:
		t.Fatalf("start PostgreSQL: %v", server.err)
	}
	return dsn("postgres")
}

// Database makes an empty database and returns its DSN.
func Database(t testing.TB) string {
	t.Helper()
	conn, err := pgx.Connect(context.Background(), DSN(t))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	name := fmt.Sprintf("test%d", server.made.Add(1))
	if _, err := conn.Exec(context.Background(), "CREATE DATABASE "+name); err != nil {
		t.Fatal(err)
	}
	return dsn(name)
}

// Restart ends the server as a crash would and starts it again over the same data.
func Restart(t testing.TB) {
	t.Helper()
	DSN(t)
	end()
	if err := run(filepath.Dir(server.cmd.Path)); err != nil {
		t.Fatalf("start PostgreSQL again: %v", err)
	}
}

// Stop ends the server, if it was started, and removes its data.
func Stop() {
	end()
	if server.dir != "" {
		_ = os.RemoveAll(server.dir)
	}
}

func dsn(database string) string {
	return fmt.Sprintf("host=%s port=5432 user=grantgen dbname=%s", server.dir, database)
}

func start() error {
	bin, err := binaries()
	if err != nil {
		return err
	}
	if server.dir, err = folder(); err != nil {
		return err
	}
	// With an ICU locale as the database's default, whatever forgets COLLATE "C" shows.
	for _, locale := range [][]string{{"--locale-provider=icu", "--icu-locale=en-u-ks-level2"}, nil} {
		data := filepath.Join(server.dir, "data")
		cmd := command(filepath.Join(bin, "initdb"), append([]string{
			"-D", data, "-U", "grantgen", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync",
		}, locale...)...)
		out, failed := cmd.CombinedOutput()
		if err = nil; failed == nil {
			break
		}
		err = fmt.Errorf("initdb: %w\n%s", failed, out)
		_ = os.RemoveAll(data)
	}
	if err != nil {
		return err
	}
	return run(bin)
}

func run(bin string) error {
	log, err := os.OpenFile(filepath.Join(server.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	server.cmd = command(filepath.Join(bin, "postgres"), "-D", filepath.Join(server.dir, "data"), "-k", server.dir,
		"-c", "listen_addresses=", "-c", "fsync=off", "-c", "full_page_writes=off", "-c", "max_connections=100", "-c", "shared_buffers=64MB")
	server.cmd.Stdout, server.cmd.Stderr = log, log
	if err := server.cmd.Start(); err != nil {
		return err
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		conn, err := pgx.Connect(context.Background(), dsn("postgres"))
		if err == nil {
			return conn.Close(context.Background())
		}
		if time.Now().After(end) {
			said, _ := os.ReadFile(log.Name())
			return fmt.Errorf("it does not answer: %w\n%s", err, said)
		}
	}
}

func end() {
	if server.cmd == nil || server.cmd.Process == nil {
		return
	}
	_ = server.cmd.Process.Signal(immediately)
	_ = server.cmd.Wait()
}

// binaries is the folder of the newest PostgreSQL that has both programs.
func binaries() (string, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	slices.SortFunc(found, func(a, b string) int { return newer(b) - newer(a) })
	if path, err := exec.LookPath("postgres"); err == nil {
		found = append([]string{filepath.Dir(path)}, found...)
	}
	for _, dir := range found {
		_, noServer := os.Stat(filepath.Join(dir, "postgres"))
		_, noInit := os.Stat(filepath.Join(dir, "initdb"))
		if noServer == nil && noInit == nil {
			return dir, nil
		}
	}
	return "", errMissing
}

func newer(dir string) (version int) {
	_, _ = fmt.Sscan(filepath.Base(filepath.Dir(dir)), &version)
	return version
}
