package analyzers_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/grantgen/grantgen/internal/analyzers"
)

func TestAll(t *testing.T) {
	all := analyzers.All()
	if err := analysis.Validate(all); err != nil {
		t.Fatal(err)
	}
	if !slices.IsSortedFunc(all, func(a, b *analysis.Analyzer) int { return cmp.Compare(a.Name, b.Name) }) {
		t.Error("the analyzers are not sorted")
	}
	for _, a := range all {
		if !strings.HasSuffix(a.URL, "/docs/grantvet.md#"+a.Name) {
			t.Errorf("%s: its URL is %q", a.Name, a.URL)
		}
	}
}
