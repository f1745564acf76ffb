package main

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// The same schema, cut into files in fifty ways, its entries in other orders, read from other folders, relative and absolute: the
// same bytes. The order of roles, events, families and never: is not meaning; the order of a role's slices and of a roster is, and
// stays.
func TestHowASchemaIsCutDoesNotShow(t *testing.T) {
	root := pieces(t, example(t))
	var want map[string]string
	for run := range 50 {
		r := rand.New(rand.NewPCG(1, uint64(run)))
		dir := filepath.Join(t.TempDir(), strings.Repeat("deep/", run%3), fmt.Sprint("module", run))
		write(t, filepath.Join(dir, "go.mod"), "module example.com/app\n\ngo 1.26\n")
		at := filepath.Join(dir, "app")
		for name, content := range cut(t, r, root, 1+run%6) {
			write(t, filepath.Join(at, name), content)
		}
		from, arg := t.TempDir(), at
		switch run % 3 {
		case 1:
			from, arg = dir, "app"
		case 2:
			from, arg = filepath.Join(dir, "app"), "."
		}
		in(t, from, func() { grantgen(t, 0, "generate", arg) })
		got := files(at)
		maps.DeleteFunc(got, func(name, _ string) bool { return strings.HasSuffix(name, ".grant.yaml") })
		if want == nil {
			want = got
		}
		if diff := changed(want, got); len(diff) > 0 {
			t.Fatalf("run %d differs in %v:\n%s", run, diff, got[diff[0]])
		}
	}
	if len(want) < 8 {
		t.Errorf("only %d files were generated", len(want))
	}
}

func in(t *testing.T, dir string, f func()) {
	t.Helper()
	was, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chdir(dir); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := os.Chdir(was); err != nil {
			t.Fatal(err)
		}
	}()
	f()
}

// piece is one entry of a top-level map, one item of a top-level list, or one top-level scalar.
type piece struct {
	section string
	node    []*yaml.Node
	kind    yaml.Kind
}

func pieces(t *testing.T, source string) []piece {
	t.Helper()
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(source), &doc); err != nil {
		t.Fatal(err)
	}
	var out []piece
	top := doc.Content[0].Content
	for i := 0; i < len(top); i += 2 {
		name, v := top[i].Value, top[i+1]
		switch {
		case name == "grantgen":
		case v.Kind == yaml.MappingNode:
			for j := 0; j < len(v.Content); j += 2 {
				out = append(out, piece{name, v.Content[j : j+2], v.Kind})
			}
		case v.Kind == yaml.SequenceNode:
			for _, item := range v.Content {
				out = append(out, piece{name, []*yaml.Node{item}, v.Kind})
			}
		default:
			out = append(out, piece{name, []*yaml.Node{v}, v.Kind})
		}
	}
	return out
}

// cut deals the pieces out to the first n of six files in a random order; the rest say only which language they are of. The files
// keep their names, since the generated package says in which files its schema is.
func cut(t *testing.T, r *rand.Rand, all []piece, n int) map[string]string {
	t.Helper()
	all = slices.Clone(all)
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	out := map[string]string{}
	first := r.IntN(6)
	for i := range 6 {
		sections := map[string]*yaml.Node{}
		doc := &yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{scalar("grantgen"), {Kind: yaml.ScalarNode, Tag: "!!int", Value: "1"}}}
		for j, p := range all {
			if j%n != (i+first)%6 {
				continue
			}
			if p.kind == yaml.ScalarNode {
				doc.Content = append(doc.Content, scalar(p.section), p.node[0])
				continue
			}
			if sections[p.section] == nil {
				sections[p.section] = &yaml.Node{Kind: p.kind}
				doc.Content = append(doc.Content, scalar(p.section), sections[p.section])
			}
			sections[p.section].Content = append(sections[p.section].Content, p.node...)
		}
		b, err := yaml.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		out[fmt.Sprintf("%c.grant.yaml", 'a'+i)] = string(b)
	}
	return out
}

func scalar(s string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Value: s} }
