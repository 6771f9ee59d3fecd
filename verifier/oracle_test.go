package verifier

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"cupel/core/program"
	"cupel/engine"
	"cupel/tests/effort"
	"cupel/tests/need"
	"cupel/tests/oracle"
)

// with chooses an engine and some of its choices, given as --name value.
func with(engine string, choices ...string) func(*Config) {
	return func(c *Config) {
		c.Engine = engine
		for i := 0; i < len(choices); i += 2 {
			c.Choose(choices[i], choices[i+1])
		}
	}
}

// and sets what is no choice of an engine.
func (set configuring) and(arithmetic Arithmetic, invariants string) configuring {
	return func(c *Config) {
		set(c)
		c.Arithmetic, c.Invariants = arithmetic, invariants
	}
}

type configuring func(*Config)

// variants are the configurations that must agree with the oracle.
func variants() map[string]configuring {
	set := func(engine string, choices ...string) configuring { return with(engine, choices...) }
	return map[string]configuring{
		"symex":               set("symex"),
		"symexecia-0":         set("symexecia"),
		"symexecia-1-whole":   set("symexecia", "threshold", "1", "predicates", "whole", "cover", "ancestors"),
		"symexecia-0-bv":      set("symexecia").and(ArithBV, "none"),
		"symexecia-0-lbe":     set("symexecia", "encoding", "lbe", "order", "source"),
		"gps":                 set("gps"),
		"gps-plain":           set("gps", "no-gas", "true", "no-summaries", "true", "cover", "ancestors"),
		"gpslite":             set("gpslite"),
		"cra":                 set("cra"),
		"cegar-pred":          set("cegar"),
		"cegar-bool-bw-lbe":   set("cegar", "encoding", "lbe", "domain", "pred-bool", "refinement", "bw-bin-itp"),
		"cegar-expl-multi-bv": set("cegar", "domain", "expl", "refinement", "multi-seq").and(ArithBV, InvariantsRelational),
		"cegar-product-local": set("cegar", "domain", "expl-pred-cart", "precision-granularity", "local", "explicit-rule", "newatoms"),
		"cegar-split-dfs":     set("cegar", "encoding", "seq", "domain", "pred-split", "search", "dfs", "predicates", "atoms").and(ArithAuto, "none"),
		"cegar-fw-full-bfs": set("cegar", "encoding", "sbe", "refinement", "fw-bin-itp", "prune", "full", "search", "bfs", "predicates", "conjuncts").
			and(ArithAuto, "none"),
		"cegar-core-all-vars": set("cegar", "domain", "expl", "refinement", "unsat-core", "initial-precision", "all-vars", "max-enum", "1*", "search", "err-dfs").
			and(ArithAuto, "none"),
		"cegar-assumes-local": set("cegar", "initial-precision", "all-assumes", "precision-granularity", "local", "search", "dfs-err").and(ArithAuto, "none"),
		"cegar-product-bool": set("cegar", "domain", "expl-pred-bool", "explicit-rule", "newoperands", "max-enum", "1", "refinement", "bw-bin-itp", "counterexamples", "3").
			and(ArithAuto, "none"),
		"traceabs":            set("traceabs"),
		"traceabs-none-sbe":   set("traceabs", "encoding", "sbe", "path-programs", "none", "predicates", "conjuncts").and(ArithAuto, "none"),
		"traceabs-enhanced":   set("traceabs", "data-automata", "enhanced").and(ArithAuto, "none"),
		"traceabs-plain-bv":   set("traceabs", "data-automata", "plain").and(ArithBV, "none"),
		"kinduction":          set("kinduction"),
		"kinduction-plain-bv": set("kinduction").and(ArithBV, "none"),
		"quantified":          set("quantified"),
		"quantified-untried":  set("quantified", "guesses", "-data"),
		"quantified-text":     set("quantified", "guesses", "text"),
		"bmc":                 set("bmc"),
		"bmc-all-lbe-bv":      set("bmc", "merge", "all", "encoding", "lbe").and(ArithBV, "none"),
		"bmc-unwind-sbe":      set("bmc", "unwind", "12", "encoding", "sbe").and(ArithAuto, "none"),
		"symex-run":           func(c *Config) { c.Engine, c.NoRun, c.RunShort = "symex", false, true },
		"symexecia-run":       func(c *Config) { c.NoRun = false },
		"symexecia-100-plain": set("symexecia", "threshold", "100").and(ArithAuto, "none"),
	}
}

// TestOracle verifies random programs with every configuration and compares
// the verdicts with trying all inputs. CUPEL_PROGRAMS says how many;
// CUPEL_SEED shifts the seeds, CUPEL_VARIANTS is part of the configurations' names.
func TestOracle(t *testing.T) {
	need.Tool(t, "gcc")
	n, limit := effort.Programs(20, 60, 2000), time.Second
	if effort.Long() {
		limit = 2 * time.Second
	}
	base := effort.Seed(0)
	ctx := context.Background()
	var ps []oracle.Program
	for i := range n {
		o := oracle.All
		o.Bits, o.Memory = i%3 == 0, i%2 == 0
		ps = append(ps, oracle.Generate(base+uint64(i), o))
	}
	truths, err := oracle.DecideAll(ctx, ps, 2)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var mu sync.Mutex
	solved := map[string]int{}
	next := make(chan int)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				compare(ctx, t, dir, ps[i], truths[i].Unsafe, limit, func(name string) {
					mu.Lock()
					solved[name]++
					mu.Unlock()
				})
			}
		})
	}
	for i := range ps {
		next <- i
	}
	close(next)
	wg.Wait()
	t.Logf("%d programs, solved: %v", n, solved)
	for name := range variants() { // an engine that always says UNKNOWN is never wrong
		if only := os.Getenv("CUPEL_VARIANTS"); strings.Contains(name, only) && solved[name] < n/10 {
			t.Errorf("%s: %d of %d programs decided", name, solved[name], n)
		}
	}
}

// compare verifies a program with every configuration and tells which ones give the right verdict.
func compare(ctx context.Context, t *testing.T, dir string, p oracle.Program, unsafe bool, limit time.Duration, right func(name string)) {
	file := filepath.Join(dir, fmt.Sprintf("p%d.c", p.Seed))
	if err := os.WriteFile(file, []byte(p.Source), 0o644); err != nil {
		t.Error(err)
		return
	}
	task, err := LoadTask(file, "")
	if err != nil {
		t.Error(err)
		return
	}
	for name, set := range variants() {
		if only := os.Getenv("CUPEL_VARIANTS"); !strings.Contains(name, only) {
			continue
		}
		cfg := DefaultConfig()
		cfg.DataModel, cfg.Timeout, cfg.SolverTimeoutMS = program.LP64, limit, 1000
		cfg.NoRun = true // engines are tested without help
		set(&cfg)
		rep, err := Verify(ctx, task, cfg, engine.Quiet{})
		switch {
		case err != nil:
			t.Errorf("seed %d, %s: %v\n%s", p.Seed, name, err, p.Source)
		case rep.Verdict == "UNKNOWN":
			if strings.HasPrefix(rep.Reason, "internal error") {
				t.Errorf("seed %d, %s: %s\n%s", p.Seed, name, rep.Reason, p.Source)
			}
		case (rep.Verdict == "FALSE") != unsafe:
			t.Errorf("WRONG: seed %d, %s: %s, but trying all inputs says unsafe = %v\n%s", p.Seed, name, rep.Verdict, unsafe, p.Source)
		default:
			right(name)
		}
	}
}
