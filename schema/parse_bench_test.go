package schema_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/schema"
)

func BenchmarkParse(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		files := []schema.File{{Name: "a.grant.yaml", Bytes: []byte("grantgen: 1\nroster: {party: [norway, uk, eu]}\nevents: {Offer: {envelope: {party: party, n: int}, payload: {text: string}}}\npredicates: {position: {about: {who: id}, kind: functional, value: string}}\nscopes: {held: {beliefs: \"party:{party}:held\"}, public: {chronicle: \"chronicle:public\"}}\n")}}
		var s strings.Builder
		for i := range n {
			if i%100 == 0 {
				s.Reset()
				s.WriteString("grantgen: 1\nroles:\n")
			}
			fmt.Fprintf(&s, "  role%d:\n    for: party\n    sees:\n", i)
			for j := range 10 {
				switch j % 4 {
				case 0:
					fmt.Fprintf(&s, "      s%d: {log: [{events: [Offer], where: {party: \"{self.party}\", n: {ge: %d}}}], last: 10}\n", j, j)
				case 1:
					fmt.Fprintf(&s, "      s%d: {beliefs: {held: \"party:{self.party}:held\"}}\n", j)
				case 2:
					fmt.Fprintf(&s, "      s%d: {chronicle: \"chronicle:public\"}\n", j)
				case 3:
					fmt.Fprintf(&s, "      s%d: string\n", j)
				}
			}
			if i%100 == 99 || i == n-1 {
				files = append(files, schema.File{Name: fmt.Sprintf("r%d.grant.yaml", i), Bytes: []byte(s.String())})
			}
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if m, l := schema.Parse(files, nil); m == nil {
					b.Fatal(l)
				}
			}
		})
	}
}
