package timeline

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestID(t *testing.T) {
	id := NewID()
	if id.IsZero() || id.String()[14] != '7' {
		t.Errorf("a minted id is %s", id)
	}
	for _, text := range []string{id.String(), strings.ToUpper(id.String())} {
		if got, err := ParseID(text); err != nil || got != id {
			t.Errorf("ParseID(%s) = %s, %v", text, got, err)
		}
	}
	for _, bad := range []string{"", "x", "{" + id.String() + "}", "urn:uuid:" + id.String(), strings.ReplaceAll(id.String(), "-", ""), id.String() + " ", strings.Repeat("x", 36), strings.Repeat("x", 5000)} {
		if _, err := ParseID(bad); err == nil || len(err.Error()) > 200 {
			t.Errorf("ParseID(%.50q): %v", bad, err)
		}
	}
	b, err := json.Marshal(map[ID]ID{id: id})
	if err != nil || string(b) != `{"`+id.String()+`":"`+id.String()+`"}` {
		t.Errorf("%s, %v", b, err)
	}
	var back map[ID]ID
	if err := json.Unmarshal(b, &back); err != nil || back[id] != id {
		t.Errorf("%v, %v", back, err)
	}
}

func TestDeriveID(t *testing.T) {
	// The value is fixed: ids on logs were made with it.
	if got := DeriveID("a", "b").String(); got != "4407c022-efe8-5581-9873-24497f1c0c37" {
		t.Errorf("DeriveID changed: %s", got)
	}
	seen := map[ID]bool{}
	for _, parts := range [][]string{{}, {""}, {"", ""}, {"a", "b"}, {"ab"}, {"ab", ""}, {"", "ab"}, {"a", "b", ""}, {"b", "a"}} {
		id := DeriveID(parts...)
		if seen[id] || id != DeriveID(parts...) || id.String()[14] != '5' {
			t.Errorf("%q derives %s", parts, id)
		}
		seen[id] = true
	}
}
