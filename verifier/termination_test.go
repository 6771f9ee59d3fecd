package verifier

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"cupel/core/program"
	"cupel/core/program/programtest"
	"cupel/core/work"
	"cupel/engine"
	"cupel/frontend/property"
	"cupel/internal/sabotage"
)

// allInputs is a program whose variables begin with any values, and all of whose values are inputs.
func allInputs(p *program.Program) *program.Program {
	n := 1000
	c := program.CloneWith(programtest.AnyStart(p), func(e *program.Edge) []program.Op {
		var ops []program.Op
		for _, op := range e.Ops {
			if op.Kind == program.OpHavoc && op.Input == nil {
				n++
				op.Input = &program.Input{ID: n, Callee: "input", Sort: op.Var.Sort()}
			}
			ops = append(ops, op)
		}
		return ops
	})
	for _, l := range c.Locs {
		l.Origin = nil
	}
	program.MarkLoopHeads(c.Program)
	return c.Program
}

// terminationOf decides a program with some steps.
func terminationOf(t testing.TB, p *program.Program, steps string, units int) *answer {
	cfg := DefaultConfig()
	cfg.Ranking = steps
	u, err := newSetup(&Task{File: "p.c", Property: property.ByName("termination")}, cfg, Run{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := work.Within(t.Context(), units)
	defer stop()
	x := &termination{source: &source{setup: u, model: p}, observer: engine.Quiet{}}
	if err := x.prepare(ctx); err != nil {
		t.Fatal(err)
	}
	return x.decide(ctx, cfg.ranking())
}

// TestTerminationOracle: answers about random programs are those of the graph of their states.
func TestTerminationOracle(t *testing.T) {
	tb := t
	decided, open := map[engine.Verdict]int{}, map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		raw := programtest.Program(t, programtest.Shape{Locations: 7, Vars: 2, Width: 2, Checks: true})
		ends, cut, err := programtest.Ends(raw, programtest.Options{})
		if err != nil {
			t.Skip(err)
		}
		a := terminationOf(tb, allInputs(raw), "", 3_000_000)
		decided[a.result.Verdict]++
		switch a.result.Verdict {
		case engine.True:
			if !ends || cut {
				t.Fatalf("TRUE by %s, ends %v, cut %v", a.result.By, ends, cut)
			}
		case engine.False:
			if ends {
				t.Fatalf("FALSE by %s", a.result.By)
			}
		default:
			open[fmt.Sprintf("ends %v, cut %v", ends, cut)]++
		}
	})
	t.Log(decided, open)
	if n := decided[engine.True] + decided[engine.False]; n < 4*decided[engine.Unknown] {
		t.Error("too few are decided")
	}
}

// TestTerminationTraps: no program of testdata/termination has another verdict than its name says, and none but a few are open.
func TestTerminationTraps(t *testing.T) {
	later := []string{"nested_shared_true", "uninitialised_open"} // TRUE or FALSE would not be wrong
	files, err := filepath.Glob("testdata/termination/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for i, file := range files {
		if testing.Short() && i%8 != 0 {
			continue
		}
		name := strings.TrimSuffix(filepath.Base(file), ".c")
		t.Run(name, func(t *testing.T) {
			task, err := LoadTask(file, "termination")
			if err != nil {
				t.Fatal(err)
			}
			cfg := DefaultConfig()
			cfg.DataModel = program.LP64
			ctx, stop := work.Within(t.Context(), 3_000_000)
			defer stop()
			rep, err := Verify(ctx, task, cfg, engine.Quiet{})
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]string{"true": "TRUE", "false": "FALSE", "open": "UNKNOWN"}[name[strings.LastIndex(name, "_")+1:]]
			if rep.Verdict != want && !(rep.Verdict == "UNKNOWN" && slices.Contains(later, name)) {
				t.Errorf("%s (%s) by %s, want %s", rep.Verdict, rep.Reason, rep.DecidedBy, want)
			}
			if rep.Verdict == "FALSE" && (rep.Lasso == nil || rep.Lasso.CycleSteps == 0 || rep.Result != "false(termination)") {
				t.Errorf("no lasso: %s %v", rep.Result, rep.Lasso)
			}
		})
	}
}

// TestTerminationCertified: proofs of all steps, and what runs have shown, are certified on the program before all passes.
func TestTerminationCertified(t *testing.T) {
	const head = "extern int __VERIFIER_nondet_int(void);\n"
	for _, c := range []struct {
		name, source, steps string
		noRun               bool
		by, trusted         string // what is trusted besides the front end and inlining
	}{
		{"no loop", "int main(void) { return 0; }", "", false, "measure", "instrumentation with measures"},
		{"no loop, not by measures", "int main(void) { return 0; }", "finite", true, "finite", "instrumentation with counters of turns"},
		{"run", "int main(void) { int n = 0; for (int i = 0; i < 2000; i++) n += i; return 0; }", "", false, "measure", "instrumentation with measures"},
		{"run with bounded turns", "int main(void) { unsigned x = 7; while (x != 1) x = x % 2 ? 3 * x + 1 : x / 2; return 0; }", "", false, "finite", "instrumentation with counters of turns"},
		{"run in cases", head + "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 3) return 0; while (n) n--; return 0; }", "", false, "measure", "instrumentation with measures"},
		{"undefined behaviour in each execution", "int main(void) { int z = 0; for (int i = 0; ; i++) z = 1 / (5 - i); return z; }", "", false, "measure", "instrumentation with measures"},
		{"measure", head + "int main(void) { int n = __VERIFIER_nondet_int(); while (n > 0) n--; return 0; }", "", false, "measure", "instrumentation with measures"},
		{"bounded turns", head + "int main(void) { int n = __VERIFIER_nondet_int(), i = 0; for (; i < 7; i++) if (n == i) break; return i; }", "finite", true, "finite", "instrumentation with counters of turns"},
		{"loops of several steps", head + "int main(void) { int n = __VERIFIER_nondet_int(); unsigned x = 7; while (x != 1) x = x % 2 ? 3 * x + 1 : x / 2; while (n > 0) n--; return 0; }", "", false, "finite",
			"instrumentation with counters of turns, structure of loops, instrumentation with measures"},
		{"recursion", head + "static int f(int n) { return n > 0 ? f(n - 1) : 0; }\nint main(void) { return f(__VERIFIER_nondet_int()); }", "", false, "measure", endlessRecursion + ", instrumentation with measures"},
	} {
		t.Run(c.name, func(t *testing.T) {
			task := loadText(t, filepath.Join(t.TempDir(), "p.c"), c.source)
			task.Property = property.ByName("termination")
			cfg := DefaultConfig()
			cfg.Ranking, cfg.NoRun, cfg.Certify, cfg.CertifyTimeout = c.steps, c.noRun, true, 10*time.Minute
			ctx, stop := work.Within(t.Context(), 20_000_000)
			defer stop()
			rep, err := Verify(ctx, task, cfg, engine.Quiet{})
			if err != nil {
				t.Fatal(err)
			}
			if rep.Verdict != "TRUE" || !strings.HasPrefix(rep.DecidedBy, c.by) {
				t.Fatalf("%s by %s, want TRUE by %s", rep.Verdict, rep.DecidedBy, c.by)
			}
			x := rep.Certificate
			if x == nil || !x.Holds() || x.Level != "source" {
				t.Fatalf("not certified: %v", x)
			}
			if got := strings.Join(x.Trusted[2:], ", "); got != c.trusted {
				t.Errorf("%s is trusted, not %s", got, c.trusted)
			}
		})
	}
}

// TestTerminationStates: where no step finds a proof in time, what a run has passed is certified.
func TestTerminationStates(t *testing.T) {
	defer func(units int) { proofWork = units }(proofWork)
	proofWork = 20_000
	task := loadText(t, filepath.Join(t.TempDir(), "p.c"), "int main(void) { unsigned x = 7; while (x != 1) x = x % 2 ? 3 * x + 1 : x / 2; return 0; }")
	task.Property = property.ByName("termination")
	cfg := DefaultConfig()
	cfg.Certify, cfg.CertifyTimeout = true, 10*time.Minute
	rep, err := Verify(t.Context(), task, cfg, engine.Quiet{})
	if err != nil {
		t.Fatal(err)
	}
	if x := rep.Certificate; rep.Verdict != "TRUE" || rep.DecidedBy != byRun || x == nil || !x.Holds() || x.Level != "source" {
		t.Errorf("%s by %s, %v", rep.Verdict, rep.DecidedBy, x)
	}
}

// TestTerminationSabotage: with a fault in a step a program gets a wrong answer, without it none does. So the programs see these faults.
func TestTerminationSabotage(t *testing.T) {
	const head = "extern int __VERIFIER_nondet_int(void);\n"
	programs := map[sabotage.Fault]struct{ source, steps, wrong string }{
		sabotage.RepeatValues: {head + "int main(void) { int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) ; return 0; }", "repeat", "FALSE"},
		sabotage.RepeatStack: {head + "static void f(int k) { if (k > 0) f(k - 1); for (int i = 0; i < 1; i++) ; }\nint main(void) { int k = __VERIFIER_nondet_int(); if (k < 9) f(k); return 0; }",
			"repeat", "FALSE"},
		sabotage.TurnsReset:  {head + "int main(void) { int x = __VERIFIER_nondet_int(); while (x != 5) ; return 0; }", "finite", "TRUE"},
		sabotage.DescendOver: {head + "static int f(int n) { return n ? f(n) : 0; }\nint main(void) { return f(__VERIFIER_nondet_int()); }", "finite", "TRUE"},
	}
	dir := t.TempDir()
	for _, f := range sabotage.All() {
		if f.Part() != sabotage.Endings {
			continue
		}
		c, ok := programs[f]
		if !ok {
			t.Errorf("no program sees that %s", f)
			continue
		}
		verdict := func() *Report {
			task := loadText(t, filepath.Join(dir, "p.c"), c.source)
			task.Property = property.ByName("termination")
			cfg := DefaultConfig()
			cfg.Ranking, cfg.NoRun, cfg.Certify = c.steps, true, true
			ctx, stop := work.Within(t.Context(), 1_500_000)
			defer stop()
			rep, err := Verify(ctx, task, cfg, engine.Quiet{})
			if err != nil {
				t.Fatal(err)
			}
			return rep
		}
		if got := verdict().Verdict; got == c.wrong {
			t.Errorf("%s without the fault that %s", got, f)
		}
		restore := sabotage.Inject(f)
		got := verdict()
		restore()
		if got.Verdict != c.wrong {
			t.Errorf("%s though %s: the program does not see it", got.Verdict, f)
		}
		if x := got.Certificate; x != nil && x.Holds() && !slices.Contains(x.Trusted, endlessRecursion) {
			t.Errorf("certified though %s: %s", f, x)
		}
	}
}
