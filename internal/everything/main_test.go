package everything

import (
	"os"
	"testing"

	"github.com/grantgen/grantgen/internal/pgtest"
)

func TestMain(m *testing.M) {
	code := m.Run()
	pgtest.Stop()
	os.Exit(code)
}
