package scope

import "testing"

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
