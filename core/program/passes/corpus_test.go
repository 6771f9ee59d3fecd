package passes_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"

	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/program/ssa"
	"cupel/frontend/c"
	"cupel/tests/need"
)

// corpusDir is where the verification tasks are.
func corpusDir() string { return need.CorpusDir("c") }

// TestCorpus runs every pass over real programs: the results satisfy all
// invariants, and paths from the initial location can be encoded. It logs how
// sizes change.
func TestCorpus(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(corpusDir(), "*", "*.c"))
	if only := os.Getenv("CUPEL_CORPUS_ONLY"); only != "" {
		files = nil
		all, _ := filepath.Glob(filepath.Join(corpusDir(), "*", "*.c"))
		for _, f := range all {
			if strings.Contains(f, only) {
				files = append(files, f)
			}
		}
	}
	if len(files) == 0 {
		t.Skip("no corpus")
	}
	// A sample, unless there is time.
	step := 8
	switch {
	case os.Getenv("CUPEL_LONG") != "" || os.Getenv("CUPEL_CORPUS_ONLY") != "":
		step = 1
	case testing.Short():
		step = 40
	}
	var some []string
	for i := 0; i < len(files); i += step {
		some = append(some, files[i])
	}
	files = some
	var (
		mu    sync.Mutex
		wg    sync.WaitGroup
		work  = make(chan string)
		total = map[string][2]passes.Size{}
		times = map[string]time.Duration{}
		slow  []string
		n     int
	)
	pipeline := append(append(passes.Pipeline{}, passes.Default...), passes.LargeBlocks)
	one := func(file string) {
		m, _, err := c.Lower(t.Context(), file, nil, c.Options{Model: program.LP64})
		if err != nil || m == nil {
			return // the front end's tests report it
		}
		if err := program.SanityModule(m); err != nil {
			return
		}
		start := time.Now()
		p, err := passes.Inline(m, passes.InlineOptions{})
		if err != nil {
			if !errors.Is(err, passes.ErrTooLarge) {
				t.Errorf("%s: %v", file, err)
			}
			t.Logf("%s: %v", file, err)
			return
		}
		if err := program.SanityProgram(p); err != nil {
			t.Errorf("%s: inlined: %v", file, err)
			return
		}
		inlined := time.Since(start)
		took := fmt.Sprintf("inline %v", inlined.Round(time.Millisecond))
		q := p
		for i, pass := range pipeline {
			start := time.Now()
			r, st, err := pass.Run(t.Context(), q)
			d := time.Since(start)
			took += fmt.Sprintf(", %s %v", pass.Name, d.Round(time.Millisecond))
			if err != nil {
				t.Errorf("%s: %s: %v", file, pass.Name, err)
				return
			}
			if err := program.SanityProgram(r); err != nil {
				t.Errorf("%s: %s: %v", file, pass.Name, err)
				return
			}
			q = r
			mu.Lock()
			key := fmt.Sprintf("%d %s", i, pass.Name)
			sum := total[key]
			sum[0], sum[1] = add(sum[0], st.Before), add(sum[1], st.After)
			total[key] = sum
			times[key] += d
			mu.Unlock()
		}
		for _, style := range []ssa.Style{ssa.Symbolic, ssa.Definitional} {
			var path program.Path
			for l := q.Init; len(l.Out) > 0 && len(path) < 10; l = path[len(path)-1].Dst {
				path = append(path, l.Out[len(path)%len(l.Out)])
			}
			e := ssa.Encode(q, path, ssa.Options{Style: style})
			for k := range e.Steps {
				if f := e.StepFormula(k); !f.Sort().IsBool() {
					t.Errorf("%s: the formula of step %d of a path has sort %v", file, k, f.Sort())
				}
			}
		}
		mu.Lock()
		defer mu.Unlock()
		n++
		if all := time.Since(start); all > 2*time.Second {
			slow = append(slow, fmt.Sprintf("%8v %s %v: %s", all.Round(time.Millisecond), file, passes.Measure(p), took))
		}
	}
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for file := range work {
				one(file)
			}
		}()
	}
	for _, f := range files {
		work <- f
	}
	close(work)
	wg.Wait()
	var keys []string
	for k := range total {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	t.Logf("%d programs", n)
	for _, k := range keys {
		t.Logf("%-14s %8v  %v -> %v", k, times[k].Round(time.Millisecond), total[k][0], total[k][1])
	}
	sort.Strings(slow)
	for _, s := range slow {
		t.Log(s)
	}
}

func add(a, b passes.Size) passes.Size {
	return passes.Size{Locations: a.Locations + b.Locations, Edges: a.Edges + b.Edges, Ops: a.Ops + b.Ops,
		Vars: a.Vars + b.Vars, LoopHeads: a.LoopHeads + b.LoopHeads}
}
