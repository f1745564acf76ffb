package gen

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"sync"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/internal/emit"
	"github.com/grantgen/grantgen/schema"
)

// File is a generated file; Path is below the schema's folder, slash-separated.
type File struct {
	Path  string
	Bytes []byte
}

// The files beside the schema.
const (
	LockFile   = "grants.lock.yaml"
	GrantsFile = "GRANTS.md"
)

// Generate turns a model into files, sorted by path. Names that cannot be in Go are diagnostics; an error is a fault of ours.
func Generate(m *schema.Model, cfg Config) ([]File, diag.List, error) {
	p, diags := newPlan(m, cfg)
	if len(diags) > 0 {
		return nil, diags, nil
	}
	var jobs []job
	add := func(file string, make func() *emit.File) {
		jobs = append(jobs, job{file, func() ([]byte, error) { return make().Render() }})
	}
	if len(p.predicates) > 0 {
		add(path.Join(m.Out, "beliefs.go"), p.beliefsFile)
	}
	if len(p.events) > 0 {
		add(path.Join(m.Out, "events.go"), p.eventsFile)
	}
	add(path.Join(m.Out, "grants.go"), p.rootFile)
	for _, r := range p.roles {
		add(path.Join(m.Out, r.pkg, r.pkg+".go"), func() *emit.File { return p.roleFile(r) })
		add(path.Join(m.Out, r.pkg, "noninterference_test.go"), func() *emit.File { return p.roleTestFile(r) })
	}
	add(path.Join(m.Out, testsPackage, "vocabulary.go"), p.vocabularyFile)
	add(path.Join(m.Out, "replay", "replay.go"), p.replayFile)
	if len(p.rosters) > 0 {
		add(path.Join(m.Out, "rosters.go"), p.rostersFile)
	}
	if len(p.memories)+len(p.evidence) > 0 {
		add(path.Join(m.Out, "stores.go"), p.storesFile)
	}
	if len(p.tools) > 0 {
		add(path.Join(m.Out, "tools.go"), p.toolsFile)
	}
	if len(p.records) > 0 {
		add(path.Join(m.Out, "types.go"), p.typesFile)
	}
	jobs = append(jobs,
		job{GrantsFile, func() ([]byte, error) { return grantsMD(m) }},
		job{LockFile, func() ([]byte, error) { return lockFile(m), nil }})
	files, err := run(jobs)
	return files, nil, err
}

// Check is the diagnostics of Generate alone: names that cannot be in Go.
func Check(m *schema.Model, cfg Config) diag.List {
	_, diags := newPlan(m, cfg)
	return diags
}

type job struct {
	path string
	make func() ([]byte, error)
}

// attempt turns a fault of ours into an error that names the file.
func (j job) attempt() (b []byte, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("generate: %v", v)
		}
	}()
	return j.make()
}

// run makes the files side by side; where each lands does not depend on who was first.
func run(jobs []job) ([]File, error) {
	files := make([]File, len(jobs))
	errs := make([]error, len(jobs))
	next := make(chan int, len(jobs))
	for i := range jobs {
		next <- i
	}
	close(next)
	var wg sync.WaitGroup
	for range min(4, len(jobs)) {
		wg.Go(func() {
			for i := range next {
				b, err := jobs[i].attempt()
				files[i], errs[i] = File{Path: jobs[i].path, Bytes: b}, err
			}
		})
	}
	wg.Wait()
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", jobs[i].path, err)
		}
	}
	slices.SortFunc(files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	return files, nil
}
