package pure

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// silent prints nothing, by whatever verb.
type silent struct{}

func (silent) Format(fmt.State, rune) {}

// fmt finds no argument missing and none left over when it gets one for each verb.
func FuzzVerbsOf(f *testing.F) {
	for _, s := range []string{"", "%", "%%", "%d %s", "%-5.2f|%+v", "%*d", "%.*d%%", "%*.*s %é", "%5-d", "% x", "100%!", "%#T", "%.", "%\xc3%\xa9"} {
		f.Add(s)
	}
	long := regexp.MustCompile(`[0-9]{5}`)
	f.Fuzz(func(t *testing.T, format string) {
		if strings.Contains(format, "[") || strings.Contains(format, "(") || long.MatchString(format) {
			t.Skip("an indexed argument, what could be fmt's own complaint, or a width that fmt takes for none")
		}
		var args []any
		for _, verb := range []byte(verbsOf(format)) {
			if verb == '*' {
				args = append(args, 1)
			} else {
				args = append(args, silent{})
			}
		}
		got := fmt.Sprintf(format, args...)
		for _, complaint := range []string{"(MISSING)", "(EXTRA ", "(BADWIDTH)", "(BADPREC)"} {
			if strings.Contains(got, complaint) {
				t.Errorf("%q has the verbs %q, and fmt says %q", format, verbsOf(format), got)
			}
		}
	})
}
