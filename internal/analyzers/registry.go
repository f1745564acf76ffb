package analyzers

import (
	"golang.org/x/tools/go/analysis"

	"github.com/grantgen/grantgen/internal/analyzers/pure"
	"github.com/grantgen/grantgen/internal/analyzers/raw"
	"github.com/grantgen/grantgen/internal/analyzers/sealed"
)

// All are the analyzers, by name. One that is added here is in both ways to run grantvet. Its //grant: word goes into except.Words.
func All() []*analysis.Analyzer {
	return []*analysis.Analyzer{pure.Analyzer, raw.Analyzer, sealed.Analyzer}
}
