package schema_test

import (
	"testing"

	"github.com/grantgen/grantgen/internal/diag"
)

// Whoever reads an error learns what would have been right: what was expected, a suggestion, or the other place that it is about.
func TestErrorsSayWhatWasExpected(t *testing.T) {
	each(t, []string{"yaml", "shape", "meaning"}, func(t *testing.T, c testCase) {
		_, list := c.parse()
		for _, d := range list {
			if d.Severity == diag.Error && d.Expected == "" && d.Suggest == "" && len(d.Related) == 0 {
				t.Errorf("%s: %s", d.Code, d.Message)
			}
		}
	})
}
