package pure_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/grantgen/grantgen/internal/analyzers/pure"
	"github.com/grantgen/grantgen/internal/analyzers/testmodule"
)

// Every rule has planted violations that are found, and near misses that are not; and where there is one right way to write a line, the
// fix writes it.
func TestPure(t *testing.T) {
	dir := testmodule.New(t, "../testdata/app", "testdata")
	analysistest.Run(testmodule.WithoutFacts{T: t}, dir, pure.Analyzer, "./planted", "./fine", "./excepted", "./lib", "./grants/...")
	analysistest.RunWithSuggestedFixes(testmodule.WithoutFacts{T: t}, dir, pure.Analyzer, "./fixed")
}
