package foldstore_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/runtime/belief"
	"github.com/grantgen/grantgen/runtime/chronicle"
	"github.com/grantgen/grantgen/runtime/foldstore"
	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/timeline"
)

var ctx = context.Background()

const ns = "talks"

var (
	scopes     = []string{"party:norway:held", "party:uk:held"}
	predicates = []string{"position", "mood"}
)

// events draws a log: revisions, contractions, sections (some overlap, some odd), facts that are remembered, forgotten and confirmed
// (some of another scope, some twice) and events that no fold claims.
func events(n int, pick func(limit int) int) []timeline.Pending {
	out := make([]timeline.Pending, 0, n)
	var known []timeline.ID
	for i := range n {
		if kind := pick(3); kind == 0 {
			p := memoryEvent(i, known, pick)
			if p.Type == memory.Remembered {
				known = append(known, p.ID)
			}
			out = append(out, p)
			continue
		}
		key := belief.Key{Namespace: ns, Predicate: predicates[pick(2)], Scope: scopes[pick(2)]}
		about := []belief.Subject{{Name: "who", Value: fmt.Sprint("s", pick(3))}}
		var p timeline.Pending
		var err error
		switch kind := pick(8); {
		case kind < 3:
			p, err = key.Revise(about, fmt.Appendf(nil, `"v%d"`, i))
		case kind < 5:
			p, err = key.Contract(about)
		case kind == 5 && i > 1:
			from := int64(1 + pick(i))
			to := from + int64(pick(i-int(from)+1))
			s := chronicle.Section{ID: chronicle.ID(timeline.Range{From: from, To: to}), From: from, To: to, Scope: "chronicle:" + scopes[pick(2)][6:8], Prose: fmt.Sprint("told ", i), Writer: "w",
				Clauses: []timeline.Clause{{Key: timeline.Key{Namespace: ns, Type: "Said"}}}}
			p, err = s.Pending()
			p.ID = timeline.NewID() // the same range may come again
		case kind == 6: // odd: no scope
			p = timeline.Pending{Key: timeline.Key{Namespace: "grantgen", Type: belief.Revised}, Version: 1, Payload: []byte("{}")}
		default:
			p = timeline.Pending{Key: timeline.Key{Namespace: ns, Type: "Said"}, Version: 1, Payload: []byte(`{"text":"x"}`)}
		}
		if err != nil {
			panic(err)
		}
		out = append(out, p)
	}
	return out
}

func memoryEvent(i int, known []timeline.ID, pick func(limit int) int) timeline.Pending {
	scope := memory.Scope{Name: scopes[pick(2)]}
	kind := pick(4)
	if kind == 0 || len(known) == 0 {
		p, err := scope.Remember(memory.Kinds[1+pick(3)], fmt.Sprint("fact ", i))
		if err != nil {
			panic(err)
		}
		p.ID, p.At = timeline.NewID(), int64(1000-i) // the clock may go back
		return p
	}
	about := scope.Reconfirm
	if kind == 1 {
		about = scope.Forget
	}
	p, err := about(known[pick(len(known))])
	if err != nil {
		panic(err)
	}
	p.At = int64(2000 - i)
	return p
}

func logOf(t interface{ Fatal(...any) }, batch []timeline.Pending) timeline.Log {
	log := timeline.Memory()
	for _, p := range batch {
		if _, err := log.Append(ctx, p); err != nil {
			t.Fatal(err)
		}
	}
	return log
}

func open(t testing.TB, path string, log timeline.Log) *foldstore.Store {
	t.Helper()
	s, err := foldstore.Open(ctx, path, log)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// read is all that the readers show at a position, as text.
func read(t interface{ Fatal(...any) }, b belief.Reader, c chronicle.Reader, m memory.Reader, at int64) string {
	var out strings.Builder
	for _, sc := range scopes {
		for _, p := range predicates {
			states, err := b.Held(ctx, ns, sc, p, at)
			if err != nil {
				t.Fatal(err)
			}
			for _, st := range states {
				fmt.Fprintf(&out, "%s %s %s %d %s %x %s %s\n", sc, p, st.ID, st.Event.Seq, st.Event.ID, st.Event.Hash, st.Event.Attributes.JSON(), st.Event.Payload)
			}
		}
		sections, err := c.Sections(ctx, "chronicle:"+sc[6:8], at)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range sections {
			fmt.Fprintf(&out, "%s %d %s %s\n", s.ID, s.Seq, s.Event, s.Prose)
		}
		facts, err := m.Facts(ctx, sc, at)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range facts {
			fmt.Fprintf(&out, "%s %s %s %d %+v\n", f.ID, f.Scope, f.Kind, f.Confirmed, f.Event)
		}
	}
	return out.String()
}

// At every position, in every order of catching up, the store shows what a replay of the log's prefix in memory shows.
func TestAsOfEqualsAReplayOfThePrefix(t *testing.T) {
	dir := t.TempDir()
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		batch := events(rapid.IntRange(1, 25).Draw(t, "events"), func(limit int) int { return rapid.IntRange(0, limit-1).Draw(t, "pick") })
		log := logOf(t, batch)
		n++
		path := filepath.Join(dir, fmt.Sprint(n, ".db"))
		s, err := foldstore.Open(ctx, path, log)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = s.Close(); _ = os.Remove(path) }()
		last := int64(len(batch))
		for at := int64(0); at < last; {
			at += rapid.Int64Range(1, last-at).Draw(t, "step")
			if err := s.CatchUp(ctx, at); err != nil {
				t.Fatal(err)
			}
		}
		for at := int64(0); at <= last; at++ {
			b, c, m := belief.New(), chronicle.New(), memory.New()
			for _, f := range []timeline.Fold{b, c, m} {
				if err := timeline.CatchUp(ctx, log, f, at); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(read(t, b, c, m, at), read(t, s.Beliefs(), s.Chronicle(), s.Memories(), at)); diff != "" {
				t.Fatalf("at %d (-replay +store):\n%s", at, diff)
			}
		}
		if err := s.Check(ctx); err != nil {
			t.Fatal(err)
		}
	})
}

func someLog(t testing.TB, n int) timeline.Log {
	r := rand.New(rand.NewPCG(1, 2))
	return logOf(t, events(n, r.IntN))
}

func TestReopenRebuildAndCheck(t *testing.T) {
	log := someLog(t, 200)
	path := filepath.Join(t.TempDir(), "folds.db")
	s := open(t, path, log)
	if err := s.CatchUp(ctx, 120); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, path, log)
	status, err := s.Status(ctx)
	if err != nil || len(status) != 3 || status[2].Fold != "memory" || status[0].Position != 120 || status[0].States == 0 || status[2].Position != 120 || status[2].States == 0 {
		t.Fatalf("%+v (%v)", status, err)
	}
	if err := s.CatchUp(ctx, 200); err != nil {
		t.Fatal(err)
	}
	before := read(t, s.Beliefs(), s.Chronicle(), s.Memories(), 200)
	if err := s.Rebuild(ctx); err != nil {
		t.Fatal(err)
	}
	if after := read(t, s.Beliefs(), s.Chronicle(), s.Memories(), 200); after != before {
		t.Errorf("rebuilt, and not the same:\n%s", cmp.Diff(before, after))
	}
	if err := s.Check(ctx); err != nil {
		t.Error(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v (%v)", info.Mode(), err)
	}
}

// A row that was changed by hand is found, and a rebuild mends it.
func TestCheckFindsWhatDiffers(t *testing.T) {
	for name, change := range map[string]string{
		"a payload":   `UPDATE states SET payload = x'22782200' WHERE seq = (SELECT max(seq) FROM states WHERE held = 1)`,
		"a state":     `DELETE FROM states WHERE seq = (SELECT min(seq) FROM states)`,
		"an until":    `UPDATE states SET until = NULL WHERE seq = (SELECT min(seq) FROM states WHERE until IS NOT NULL)`,
		"a section":   `DELETE FROM sections WHERE seq = (SELECT max(seq) FROM sections)`,
		"a fact":      `DELETE FROM facts WHERE seq = (SELECT min(seq) FROM facts)`,
		"its kind":    `UPDATE facts SET kind = 'mood' WHERE seq = (SELECT max(seq) FROM facts)`,
		"forgetting":  `UPDATE facts SET forgotten = NULL WHERE seq = (SELECT min(seq) FROM facts WHERE forgotten IS NOT NULL)`,
		"a mark":      `UPDATE confirmations SET at = at + 1 WHERE seq = (SELECT min(seq) FROM confirmations)`,
		"one section": `UPDATE sections SET to_seq = from_seq WHERE to_seq > from_seq`,
	} {
		t.Run(name, func(t *testing.T) {
			log := someLog(t, 200)
			path := filepath.Join(t.TempDir(), "folds.db")
			s := open(t, path, log)
			if err := s.CatchUp(ctx, 200); err != nil {
				t.Fatal(err)
			}
			db, err := sql.Open("sqlite", path)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			res, err := db.Exec(change)
			if err != nil {
				t.Fatal(err)
			}
			if n, _ := res.RowsAffected(); n == 0 {
				t.Fatal("nothing was changed")
			}
			if err := s.Check(ctx); !errors.Is(err, foldstore.ErrDiffers) || strings.Contains(err.Error(), "v1") {
				t.Errorf("err = %v", err)
			}
			if err := s.Rebuild(ctx); err != nil {
				t.Fatal(err)
			}
			if err := s.Check(ctx); err != nil {
				t.Error(err)
			}
		})
	}
}

// Two stores on one file, and several goroutines in each, fold side by side: every event once.
func TestTwoProjectorsAtOnce(t *testing.T) {
	log := someLog(t, 400)
	path := filepath.Join(t.TempDir(), "folds.db")
	a, b := open(t, path, log), open(t, path, log)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			s := a
			if i%2 == 1 {
				s = b
			}
			for at := int64(10 + i); at <= 400; at += int64(7 + i) {
				if err := s.CatchUp(ctx, at); err != nil {
					t.Error(err)
					return
				}
				if _, err := s.Beliefs().Held(ctx, ns, scopes[0], predicates[0], at); err != nil {
					t.Error(err)
				}
				if _, err := s.Memories().Facts(ctx, scopes[0], at); err != nil {
					t.Error(err)
				}
			}
			if err := s.CatchUp(ctx, 400); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if err := a.Check(ctx); err != nil {
		t.Error(err)
	}
}

// A catch-up that is cut short, at whichever event, leaves the fold where it was; the next one goes on from there.
func TestACrashInTheMiddleOfACatchUp(t *testing.T) {
	log := someLog(t, 120)
	path := filepath.Join(t.TempDir(), "folds.db")
	s := open(t, path, log)
	if err := s.CatchUp(ctx, 20); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	cuts := 0
	for seq := 21; seq <= 120; seq += 7 {
		if _, err := db.Exec(fmt.Sprintf(`CREATE TRIGGER cut BEFORE INSERT ON states WHEN NEW.seq >= %d BEGIN SELECT RAISE(ABORT, 'the lights went out'); END`, seq)); err != nil {
			t.Fatal(err)
		}
		if err := s.CatchUp(ctx, 120); err != nil {
			cuts++
			if at, err := s.Beliefs().Position(ctx); err != nil || at != 20 {
				t.Fatalf("cut at %d: the fold stands at %d (%v)", seq, at, err)
			}
			if err := s.Check(ctx); err != nil {
				t.Fatalf("cut at %d: %v", seq, err)
			}
		}
		if _, err := db.Exec("DROP TRIGGER cut"); err != nil {
			t.Fatal(err)
		}
	}
	if cuts < 5 {
		t.Fatalf("only %d catch-ups were cut", cuts)
	}
	if err := s.CatchUp(ctx, 120); err != nil {
		t.Fatal(err)
	}
	if err := s.Check(ctx); err != nil {
		t.Error(err)
	}
}

// A caller who leaves gets an error or the whole, and the next call works.
func TestACallerWhoLeaves(t *testing.T) {
	log := someLog(t, 300)
	s := open(t, filepath.Join(t.TempDir(), "folds.db"), log)
	for at := int64(10); at <= 300; at += 10 {
		short, cancel := context.WithCancel(ctx)
		go cancel()
		_ = s.CatchUp(short, at)
		cancel()
	}
	if err := s.CatchUp(ctx, 300); err != nil {
		t.Fatal(err)
	}
	if err := s.Check(ctx); err != nil {
		t.Error(err)
	}
}

func TestAnotherLogOrFileIsRefused(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "folds.db")
	log := someLog(t, 20)
	s := open(t, path, log)
	if err := s.CatchUp(ctx, 20); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := foldstore.Open(ctx, path, someLog(t, 20)); !errors.Is(err, foldstore.ErrOtherLog) {
		t.Errorf("another log: %v", err)
	}
	if _, err := foldstore.Open(ctx, path, timeline.Memory()); !errors.Is(err, foldstore.ErrOtherLog) {
		t.Errorf("an empty log: %v", err)
	}
	fork := timeline.Memory() // it shares its first events with the log, and went on by itself
	page, err := log.Read(ctx, timeline.Query{UpTo: 10})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range page.Events {
		if _, err := fork.Append(ctx, e.Pending); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := foldstore.Open(ctx, path, fork); !errors.Is(err, foldstore.ErrOtherLog) {
		t.Errorf("a fork that ends before: %v", err)
	}
	if _, err := fork.Append(ctx, events(40, func(n int) int { return n - 1 })...); err != nil {
		t.Fatal(err)
	}
	if _, err := foldstore.Open(ctx, path, fork); !errors.Is(err, foldstore.ErrOtherLog) {
		t.Errorf("a fork that went further: %v", err)
	}
	text := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(text, []byte(strings.Repeat("these are notes ", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := foldstore.Open(ctx, text, timeline.Memory()); err == nil {
		t.Error("a text file: accepted")
	}
	if b, err := os.ReadFile(text); err != nil || !strings.HasPrefix(string(b), "these are notes") {
		t.Errorf("the text file was changed (%v)", err)
	}
	other := filepath.Join(dir, "other.db")
	db, err := sql.Open("sqlite", other)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("CREATE TABLE mine (x)"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(other)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := foldstore.Open(ctx, other, timeline.Memory()); !errors.Is(err, foldstore.ErrNotAStore) {
		t.Errorf("somebody's database: %v", err)
	}
	if after, err := os.ReadFile(other); err != nil || string(after) != string(before) {
		t.Errorf("somebody's database was changed (%v)", err)
	}
	if _, err := foldstore.Open(ctx, filepath.Join(dir, "no", "such", "folder.db"), timeline.Memory()); err == nil {
		t.Error("no folder: accepted")
	}
}

// A store of the first version is made again from the log.
func TestAnOlderStore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "folds.db")
	log := someLog(t, 20)
	s := open(t, path, log)
	if err := errors.Join(s.CatchUp(ctx, 20), s.Close()); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec("ALTER TABLE folds DROP COLUMN id; CREATE TABLE origin (one, first_id); PRAGMA user_version = 1")
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	s = open(t, path, log)
	if err := errors.Join(s.CatchUp(ctx, 20), s.Check(ctx)); err != nil {
		t.Error(err)
	}
}

// Several may open a store that is not there yet.
func TestOpenedAtOnce(t *testing.T) {
	log := someLog(t, 20)
	for round := range 20 {
		path := filepath.Join(t.TempDir(), "folds.db")
		var wg sync.WaitGroup
		for range 6 {
			wg.Go(func() {
				s, err := foldstore.Open(ctx, path, log)
				if err == nil {
					err = errors.Join(s.CatchUp(ctx, 20), s.Close())
				}
				if err != nil {
					t.Errorf("round %d: %v", round, err)
				}
			})
		}
		wg.Wait()
	}
}

// BenchmarkHeld reads one belief as of the middle of its chain, in a short chain and a long one, on a short log and a long one.
func BenchmarkHeld(b *testing.B) {
	for _, c := range []struct{ revises, foreign int }{{10, 1_000}, {10_000, 1_000}, {10, 1_000_000}} {
		b.Run(fmt.Sprintf("revises=%d/foreign=%d", c.revises, c.foreign), func(b *testing.B) {
			log := timeline.Memory()
			key := belief.Key{Namespace: ns, Predicate: "position", Scope: scopes[0]}
			var batch []timeline.Pending
			for i := range c.revises {
				p, err := key.Revise([]belief.Subject{{Name: "who", Value: "s"}}, fmt.Appendf(nil, `"v%d"`, i))
				if err != nil {
					b.Fatal(err)
				}
				batch = append(batch, p)
			}
			for range c.foreign {
				batch = append(batch, timeline.Pending{Key: timeline.Key{Namespace: ns, Type: "Said"}, Version: 1, Payload: []byte(`{}`)})
			}
			for len(batch) > 0 {
				n := min(len(batch), 1000)
				if _, err := log.Append(ctx, batch[:n]...); err != nil {
					b.Fatal(err)
				}
				batch = batch[n:]
			}
			s := open(b, filepath.Join(b.TempDir(), "folds.db"), log)
			if err := s.CatchUp(ctx, int64(c.revises+c.foreign)); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				states, err := s.Beliefs().Held(ctx, ns, scopes[0], "position", int64(c.revises/2))
				if err != nil || len(states) != 1 {
					b.Fatal(len(states), err)
				}
			}
		})
	}
}

// BenchmarkFacts reads a scope's facts as of the middle of the log: few confirmations and many, on a short log and a long one.
func BenchmarkFacts(b *testing.B) {
	for _, c := range []struct{ confirms, foreign int }{{10, 1_000}, {10_000, 1_000}, {10, 1_000_000}} {
		b.Run(fmt.Sprintf("confirms=%d/foreign=%d", c.confirms, c.foreign), func(b *testing.B) {
			log := timeline.Memory()
			scope := memory.Scope{Name: scopes[0]}
			batch := make([]timeline.Pending, 0, c.confirms+c.foreign+10)
			add := func(p timeline.Pending, err error) {
				if err != nil {
					b.Fatal(err)
				}
				batch = append(batch, p)
			}
			for i := range 10 {
				add(scope.Remember(memory.Goal, fmt.Sprint("fact ", i)))
				batch[i].ID = timeline.NewID()
			}
			for range c.confirms {
				add(scope.Reconfirm(batch[0].ID))
			}
			for range c.foreign {
				add(timeline.Pending{Key: timeline.Key{Namespace: ns, Type: "Said"}, Version: 1, Payload: []byte(`{}`)}, nil)
			}
			last := int64(len(batch))
			for len(batch) > 0 {
				n := min(len(batch), 1000)
				if _, err := log.Append(ctx, batch[:n]...); err != nil {
					b.Fatal(err)
				}
				batch = batch[n:]
			}
			s := open(b, filepath.Join(b.TempDir(), "folds.db"), log)
			if err := s.CatchUp(ctx, last); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				facts, err := s.Memories().Facts(ctx, scopes[0], last/2)
				if err != nil || len(facts) != 10 {
					b.Fatal(len(facts), err)
				}
			}
		})
	}
}
