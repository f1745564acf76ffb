package scope

import (
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestCheck(t *testing.T) {
	for scope, good := range map[string]bool{
		"party:norway:held": true, "chronicle:public": true, "user:caf\u00e9": true, "日本": true,
		"": false, "user:cafe\u0301": false, "a\nb": false, "a\x00b": false, "a\u0085b": false, "a\xffb": false,
	} {
		if err := Check(scope); (err == nil) != good {
			t.Errorf("Check(%q) = %v, want good: %v", scope, err, good)
		}
	}
}

// Every name can be a segment, and is had back from it.
func TestEveryNameIsASegment(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringOfN(rapid.SampledFrom([]rune("aA3e%:@\n\u0301\u0300\u0338é日\u1161\u11a8가{}")), 1, 8, -1).Draw(t, "name")
		if CheckName(name) != nil {
			t.Skip("no name")
		}
		for _, segment := range []string{Quote(name), QuoteMember(name)} {
			if back, err := url.PathUnescape(segment); err != nil || back != name {
				t.Fatalf("%q is %q, and that is %q: %v", name, segment, back, err)
			}
		}
		if s := Quote(name); strings.Contains(s, ":") || Check("user:"+s+":facts") != nil {
			t.Fatalf("%q is no segment %q: %v", name, s, Check("user:"+s+":facts"))
		}
	})
}
