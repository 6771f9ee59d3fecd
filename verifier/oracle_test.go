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

	"cupel/engine"
	"cupel/engine/cegar"
	"cupel/internal/effort"
	"cupel/internal/oracle"
	"cupel/program"
)

// variants are the configurations that must agree with the oracle.
func variants() map[string]func(*Config) {
	return map[string]func(*Config){
		"symex":             func(c *Config) { c.Engine = "symex" },
		"symexecia-0":       func(c *Config) {},
		"symexecia-1-whole": func(c *Config) { c.Threshold, c.Predicates, c.Cover = 1, "whole", "ancestors" },
		"symexecia-0-bv":    func(c *Config) { c.Arithmetic, c.Invariants = ArithBV, "none" },
		"symexecia-0-lbe":   func(c *Config) { c.Encoding, c.Order = "lbe", "source" },
		"gps":               func(c *Config) { c.Engine = "gps" },
		"gps-plain":         func(c *Config) { c.Engine, c.NoGas, c.NoSummaries, c.Cover = "gps", true, true, "ancestors" },
		"gpslite":           func(c *Config) { c.Engine = "gpslite" },
		"cra":               func(c *Config) { c.Engine = "cra" },
		"cegar-pred":        func(c *Config) { c.Engine = "cegar" },
		"cegar-bool-bw-lbe": func(c *Config) {
			c.Engine, c.Encoding, c.CEGAR.Domain, c.CEGAR.Refinement = "cegar", "lbe", "pred-bool", "bw-bin-itp"
		},
		"cegar-expl-multi-bv": func(c *Config) {
			c.Engine, c.Arithmetic, c.CEGAR.Domain, c.CEGAR.Refinement = "cegar", ArithBV, "expl", "multi-seq"
		},
		"cegar-product-local": func(c *Config) {
			c.Engine, c.CEGAR.Domain, c.CEGAR.Granularity, c.CEGAR.Rule = "cegar", "expl-pred-cart", "local", "newatoms"
		},
		"cegar-split-dfs": func(c *Config) {
			c.Engine, c.Encoding, c.Invariants, c.CEGAR.Domain, c.CEGAR.Search, c.CEGAR.Split = "cegar", "seq", "none", "pred-split", "dfs", "atoms"
		},
		"cegar-fw-full-bfs": func(c *Config) {
			c.Engine, c.Encoding, c.Invariants = "cegar", "sbe", "none"
			c.CEGAR.Refinement, c.CEGAR.Prune, c.CEGAR.Search, c.CEGAR.Split = "fw-bin-itp", "full", "bfs", "conjuncts"
		},
		"cegar-core-all-vars": func(c *Config) {
			c.Engine, c.Invariants, c.CEGAR.Domain, c.CEGAR.Refinement = "cegar", "none", "expl", "unsat-core"
			c.CEGAR.InitialPrecision, c.CEGAR.MaxEnum, c.CEGAR.Search = "all-vars", cegar.NoSolver, "err-dfs"
		},
		"cegar-assumes-local": func(c *Config) {
			c.Engine, c.Invariants, c.CEGAR.InitialPrecision, c.CEGAR.Granularity, c.CEGAR.Search = "cegar", "none", "all-assumes", "local", "dfs-err"
		},
		"cegar-product-bool": func(c *Config) {
			c.Engine, c.Invariants, c.CEGAR.Domain, c.CEGAR.Rule, c.CEGAR.MaxEnum = "cegar", "none", "expl-pred-bool", "newoperands", 1
			c.CEGAR.Refinement, c.CEGAR.Counterexamples = "bw-bin-itp", 3
		},
		"traceabs": func(c *Config) { c.Engine = "traceabs" },
		"traceabs-none-sbe": func(c *Config) {
			c.Engine, c.Encoding, c.Invariants, c.Traceabs.Analysis, c.Traceabs.Split = "traceabs", "sbe", "none", "none", "conjuncts"
		},
		"traceabs-enhanced": func(c *Config) {
			c.Engine, c.Invariants, c.Traceabs.Automata = "traceabs", "none", "enhanced"
		},
		"traceabs-plain-bv": func(c *Config) {
			c.Engine, c.Invariants, c.Arithmetic, c.Traceabs.Automata = "traceabs", "none", ArithBV, "plain"
		},
		"kinduction": func(c *Config) { c.Engine = "kinduction" },
		"kinduction-plain-bv": func(c *Config) {
			c.Engine, c.Invariants, c.Arithmetic = "kinduction", "none", ArithBV
		},
		"symex-run":           func(c *Config) { c.Engine, c.NoRun, c.runShort = "symex", false, true },
		"symexecia-run":       func(c *Config) { c.NoRun = false },
		"symexecia-100-plain": func(c *Config) { c.Threshold, c.Invariants = 100, "none" },
	}
}

// TestOracle verifies random programs with every configuration and compares
// the verdicts with trying all inputs. CUPEL_PROGRAMS says how many;
// CUPEL_SEED shifts the seeds, CUPEL_VARIANTS is part of the configurations' names.
func TestOracle(t *testing.T) {
	if !oracle.Available() {
		t.Skip("gcc is not installed")
	}
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
