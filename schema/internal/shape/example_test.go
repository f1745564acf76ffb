package shape

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/schema/internal/tree"
)

// What an error shows in place of a missing key is itself right: every required key has an example and says what it is, and all the
// examples of a map together are one that lacks nothing.
func TestExamplesOfRequiredKeys(t *testing.T) {
	for _, form := range []any{new(Never), new(Check), new(ExampleScope), new(Layout), new(Section), new(Declassify), new(RecordBody), new(GoType),
		new(Predicate), new(ClauseBody), new(LogSlice), new(BeliefsSlice), new(ChronicleSlice), new(EventsSlice), new(MemorySlice), new(Need),
		new(RetrievedSlice), new(GivenSlice), new(FixedSlice), new(ToolsSlice), new(Part), new(Document)} {
		v := reflect.ValueOf(form).Elem()
		_, required := Keys(v.Type())
		var lines []string
		for i := range v.NumField() {
			tag := v.Type().Field(i).Tag
			key, _, _ := strings.Cut(tag.Get("json"), ",")
			if !slices.Contains(required, key) {
				continue
			}
			if eg := tag.Get("eg"); !strings.HasPrefix(eg, key+": ") || tag.Get("jsonschema_description") == "" {
				t.Errorf("%s.%s: %q", v.Type().Name(), key, eg)
			}
			lines = append(lines, tag.Get("eg"))
		}
		if len(required) == 0 {
			t.Errorf("%s requires nothing", v.Type().Name())
		}
		n, list := tree.Read("s.grant.yaml", []byte(strings.Join(lines, "\n")+"\n"))
		if n == nil {
			t.Fatal(list)
		}
		r := Reader{Out: list}
		if r.into(n, v); len(r.Out) > 0 {
			t.Errorf("%s: %v", v.Type().Name(), r.Out)
		}
		n, _ = tree.Read("s.grant.yaml", []byte("x: y\n"))
		r = Reader{}
		r.into(n, reflect.New(v.Type()).Elem())
		if d := r.Out[len(r.Out)-1]; d.Code != "missing-key" || !strings.HasPrefix(d.Expected, "e.g. "+lines[0]) {
			t.Errorf("%s: %q, expected %q", v.Type().Name(), d.Message, d.Expected)
		}
	}
}
