// Package fine is what an assembler may do. Nothing here is reported.
package fine

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/big"
	"math/rand"
	"os"
	"regexp"
	"runtime"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"text/template"
	"time"

	"example.org/other"
	"github.com/google/uuid"
	"github.com/samber/lo"

	"github.com/grantgen/grantgen/runtime/timeline"

	"example.com/app/grants"
	"example.com/app/grants/norway"
	"example.com/app/lib"
)

var (
	re                  = regexp.MustCompile(`\d+`)
	labels              = map[grants.Party]string{grants.PartyUK: "the UK"}
	order               = []string{"a", "b"}
	escape              = strings.NewReplacer("a", "b")
	page                = template.Must(template.New("").Parse("{{.}}"))
	limit               = 3
	errEmpty            = errors.New("empty")
	upper               = strings.ToUpper
	lazy                = sync.OnceValue(func() string { return lib.Plain("x") })
	voice    lib.Teller = quiet{}
	short               = struct{ words int }{3}
)

// ErrShown is an error that has a name.
var ErrShown = errors.New("shown")

//go:embed fine.go
var source string

type quiet struct{}

func (quiet) Tell() string { return "" }

// Norway asks, and says what was said.
func Norway(g *norway.Grant, p *norway.Parts) {
	p.Ask(g.Ask())
	for o := range g.Room().Offer() {
		note := "none"
		if o.Note != nil {
			note = *o.Note
		}
		p.Offer(fmt.Sprintf("%s: %s (%v, %T)", o.Party, upper(o.Text), note, o.Note), o)
		p.Offer(labels[o.Party]+re.ReplaceAllString(o.Text, "n")+escape.Replace(source), o)
	}
	for b := range g.Own().Held().Position() {
		p.Belief(b.Stock.String()+b.Value+lib.Say(quiet{})+voice.Tell()+lazy()+lib.Now(), b)
	}
	for s := range g.Past() {
		p.Past(s)
	}
	_ = timeline.DeriveID("x")
	_ = uuid.NewSHA1(uuid.Nil, nil)
	_ = grants.PartyNamed("uk")
}

// Values of time are no clock.
func Times(g *norway.Grant, p *norway.Parts) {
	t, err := time.Parse(time.RFC3339, "2026-01-01T00:00:00Z")
	if errors.Is(err, errEmpty) || errors.Is(err, io.EOF) || errors.Is(err, lib.Err) || errors.Is(err, ErrShown) {
		return
	}
	_ = t.Add(time.Hour).UTC().Format(time.DateOnly)
	_ = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
}

// Constants and types of packages that are impure, and a channel that nobody uses.
func Names(g *norway.Grant, p *norway.Parts) {
	var none chan int
	_, _ = none, os.ModePerm
	_ = runtime.GOOS
	_ = context.Background()
	_ = rand.Source(nil)
	var err *fs.PathError
	_ = errors.As(errEmpty, &err)
}

// Builders and buffers of one's own.
func Builds(g *norway.Grant, p *norway.Parts) {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %v", short.words, &struct{ n int }{limit})
	_ = page.Execute(&b, strconv.Itoa(limit))
	_, _ = json.Marshal(map[string]int{"b": 1, "a": 2})
	_ = new(big.Int).Add(big.NewInt(1), big.NewInt(2))
	add := func(text string) { b.WriteString(text) }
	add(order[0])
	lib.Each(order, add)
}

// The order of a map does not matter here.
func Maps(g *norway.Grant, p *norway.Parts) {
	m := map[string]int{}
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	type pair struct {
		k string
		v int
	}
	var pairs []pair
	for k, v := range m {
		if v > 3 {
			pairs = append(pairs, pair{k, v})
		}
	}
	sort.Slice(pairs, func(i, j int) bool { return pairs[i].k < pairs[j].k })
	sum, most, seen, found := 0, 0, map[string]bool{}, false
	for k, v := range m {
		sum += v
		n := len(k)
		seen[k[:n]] = true
		if strings.HasPrefix(k, "a") {
			found = true
			continue
		}
		if v > most {
			most = v
		}
		keyed := strings.ToLower(k)
		_ = keyed
	}
	other := map[string]int{}
	for k, v := range m {
		other[k] = v + 1
	}
	for k := range other {
		delete(m, k)
	}
	counts := map[int]int{}
	for _, v := range m {
		counts[v]++
	}
	for range m {
		sum++
	}
	_ = slices.Sorted(maps.Keys(m))
	_ = maps.Collect(maps.All(m))
	values := slices.Collect(maps.Values(m))
	slices.Sort(values)
	same := lo.Keys(m)
	slices.Sort(same)
	all := maps.Keys(m)
	_ = slices.Sorted(all)
	for v := range maps.Values(m) {
		sum += v
	}
	for _, k := range slices.Sorted(maps.Keys(m)) {
		_, _ = found, k
	}
	_ = any3(m)
}

func any3(m map[string]int) bool {
	for _, v := range m {
		if v == 3 {
			return true
		}
	}
	return false
}

// What is captured only ever holds a constant, or is the assembler's own.
func literals() (norway.Assembler, norway.Assembler) {
	const most = 3
	style := "short"
	return func(g *norway.Grant, p *norway.Parts) {
		n := most
		lib.Each(order, func(s string) { n += len(s) + len(style) })
	}, empty{}.Norway
}

type empty struct{}

func (empty) Norway(g *norway.Grant, p *norway.Parts) {}

// A function without a grant may do what it likes.
func now() time.Time { return time.Now() } // want now:`reaches time.Now`

// Another module's variables are its caches and tables.
func Elsewhere(g *norway.Grant, p *norway.Parts) {
	_ = other.Cached("x")
	_ = other.English
}

// Assemblers that are put together.
func both(first norway.Assembler, more []norway.Assembler) norway.Assembler {
	return func(g *norway.Grant, p *norway.Parts) {
		first(g, p)
		for _, a := range more {
			a(g, p)
		}
	}
}
