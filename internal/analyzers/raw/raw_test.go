package raw_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/grantgen/grantgen/internal/analyzers/raw"
	"github.com/grantgen/grantgen/internal/analyzers/testmodule"
)

// Every rule has planted violations that are found, and near misses that are not.
func TestRaw(t *testing.T) {
	dir := testmodule.New(t, "../testdata/app", "testdata")
	analysistest.Run(testmodule.WithoutFacts{T: t}, dir, raw.Analyzer, "./planted", "./nearmiss", "./excepted", "./wrap", "./nogrants")
}
