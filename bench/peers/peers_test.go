package peers

import (
	"slices"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/internal/need"
)

func TestTextsAreTheSameForASeed(t *testing.T) {
	if a, b := texts(50, 7), texts(50, 7); !slices.Equal(a, b) {
		t.Error("one seed gives two sets")
	}
	if a, b := texts(50, 7), texts(50, 8); slices.Equal(a, b) {
		t.Error("two seeds give one set")
	}
}

func TestHalfFitsOurs(t *testing.T) {
	set := texts(200, 1)
	b := &bench{size: len(set)}
	for name, of := range map[string]func([]string) (form, error){"session": session, "granted": granted} {
		f, err := of(set)
		if err != nil {
			t.Fatal(err)
		}
		counter, whole := memo(), 1<<20
		if n, err := f(counter, whole); err != nil || n != len(set) {
			t.Errorf("%s: %d parts kept of %d without need to shed, %v", name, n, len(set), err)
		}
		sum := 0
		for _, text := range set {
			n, _ := counter.Count(text)
			sum += n
		}
		n, err := f(counter, sum/2+len(set)/2)
		if err == nil {
			err = b.halfFits([]int{n})
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := f(counter, 1); err == nil {
			t.Errorf("%s: the binding part fits in 1", name)
		}
	}
	if b.halfFits([]int{100, 10}) == nil {
		t.Error("10 of 200 is about half")
	}
}

// The peers run, keep half, and count as we do.
func TestTable(t *testing.T) {
	table, err := Table(".", 1, []int{60})
	if err != nil {
		t.Fatal(err)
	}
	if table.Skipped != "" {
		need.Missing(t, "peers", table.Skipped)
	}
	if len(table.Rows) != 2 || len(table.Rows[0]) != len(table.Columns) || table.Rows[0][1] != "cold" || table.Rows[1][1] != "warm" {
		t.Errorf("%v", table.Rows)
	}
}

func TestMissingPeersAreSaid(t *testing.T) {
	table, err := Table(t.TempDir(), 1, []int{60})
	if err != nil || len(table.Rows) > 0 || !strings.Contains(table.String(), "\nSkipped: ") {
		t.Errorf("%v, %s", err, table)
	}
}
