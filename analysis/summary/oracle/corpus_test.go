package oracle

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cupel/analysis/absint/interval"
	"cupel/analysis/intlower"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/core/work"
	"cupel/frontend/c"
	"cupel/tests/need"
)

// corpusDir is where the verification tasks are.
func corpusDir() string { return need.CorpusDir("c") }

// prepare reads a C file as the verifier does, with integers and a bound on the
// number of iterations; nil: not expressible.
func prepare(t testing.TB, file string, src []byte) *program.Program {
	ctx := context.Background()
	m, _, err := c.Lower(ctx, file, src, c.Options{Model: program.LP64, ErrorFunctions: []string{"reach_error"}})
	if err != nil {
		t.Log(err)
		return nil
	}
	p, err := passes.Inline(m, passes.InlineOptions{})
	if err != nil {
		t.Log(err)
		return nil
	}
	if p, _, err = passes.Default.Run(ctx, p); err != nil {
		t.Fatal(err)
	}
	if p, err = intlower.Lower(ctx, p, intlower.Options{Ranges: interval.Analyze(ctx, p)}); err != nil {
		t.Log(err)
		return nil
	}
	p, _, err = passes.Pipeline{passes.Simplify, passes.Constants, passes.DeadCode, passes.Simplify}.Run(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	program.MarkLoopHeads(p)
	return withGas(p)
}

// withGas adds a counter that loop heads decrement and that must not get negative.
func withGas(p *program.Program) *program.Program {
	f := p.Terms
	cp := program.NewCopy(p)
	gas := cp.NewVar("gas", logic.Int)
	for _, l := range p.Locs {
		cp.Location(l)
	}
	cp.Init, cp.Error = cp.Location(p.Init), cp.Location(p.Error)
	for _, e := range p.Edges {
		var ops []program.Op
		if e.Src.LoopHead {
			ops = append(ops, program.Assign(gas, f.Sub(gas.Sym, f.IntConst(1))), program.Assume(f.Le(f.IntConst(0), gas.Sym)))
		}
		cp.Edge(e, append(ops, e.Ops...))
	}
	cp.VarOf(nil)
	program.MarkLoopHeads(cp.Program)
	return cp.Program
}

// TestCorpus computes the summaries of real tasks. Where an error is reachable,
// the summary must say so.
func TestCorpus(t *testing.T) {
	dirs := []string{"gps-suite2", "gps-suite3", "loops", "loop-acceleration", "loop-new", "loop-invgen", "loop-lit", "loop-simple"}
	only, long := os.Getenv("CUPEL_CORPUS_ONLY"), os.Getenv("CUPEL_LONG") != ""
	var files []string
	for _, d := range dirs {
		fs, _ := filepath.Glob(filepath.Join(corpusDir(), d, "*.c"))
		for i, f := range fs {
			if only != "" && strings.Contains(f, only) || only == "" && (long || i%8 == 0 && !testing.Short() || i == 0) {
				files = append(files, f)
			}
		}
	}
	if len(files) == 0 {
		t.Skip("no corpus")
	}
	proved, safe := 0, 0
	for _, file := range files {
		name := filepath.Base(filepath.Dir(file)) + "/" + filepath.Base(file)
		p := prepare(t, file, nil)
		if p == nil {
			continue
		}
		ctx, cancel := work.Within(t.Context(), 30_000_000)
		start := time.Now()
		var opts Options
		if ranges := interval.Analyze(ctx, p); ranges.Complete() {
			opts.Invariant = ranges.Invariant
		}
		o := New(p, p.Targets(), opts)
		s, err := o.ToTarget(ctx, p.Init)
		took := time.Since(start)
		if err != nil {
			t.Errorf("%s: %v after %v", name, err, took)
			cancel()
			continue
		}
		start = time.Now()
		r := smt.Unsat
		if !s.IsFalse() {
			solver, err := z3.New(p.Terms, smt.Options{Work: 5_000_000})
			if err != nil {
				t.Fatal(err)
			}
			if r, err = solver.Check(ctx, s.Guard()); err != nil {
				t.Error(name, err)
			}
			_ = solver.Close()
		}
		cancel()
		verdict := "?"
		if y, err := os.ReadFile(strings.TrimSuffix(file, ".c") + ".yml"); err == nil {
			verdict = expected(string(y))
		}
		if verdict == "false" && r == smt.Unsat {
			t.Errorf("%s: the error is reachable, the summary says it is not", name)
		}
		if verdict == "true" {
			if safe++; r == smt.Unsat {
				proved++
			}
		}
		t.Logf("%-50s %8s  %6v check %8s size %5d expected %s, summary %s, loops %d", name, took.Round(time.Millisecond/10), r,
			time.Since(start).Round(time.Millisecond/10), s.Size(), verdict, r, len(o.loops))
		if only != "" {
			var b strings.Builder
			if err := o.Explain(&b); err != nil {
				t.Fatal(err)
			}
			fmt.Println(b.String())
		}
	}
	t.Logf("%d of %d safe tasks proved by summaries alone", proved, safe)
}

// expected reads the verdict for unreachability off a task definition.
func expected(yml string) string {
	_, rest, ok := strings.Cut(yml, "unreach-call")
	if !ok {
		return "?"
	}
	_, rest, ok = strings.Cut(rest, "expected_verdict:")
	if !ok {
		return "?"
	}
	verdict, _, _ := strings.Cut(strings.TrimSpace(rest), "\n")
	return strings.TrimSpace(verdict)
}
