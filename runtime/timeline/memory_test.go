package timeline_test

import (
	"testing"

	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/timelinetest"
)

func TestMemory(t *testing.T) {
	timelinetest.Run(t, timelinetest.Engine{Open: func(testing.TB) timeline.Log { return timeline.Memory() }})
}
