package verifier

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

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
	return x.decide(ctx)
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
	for _, file := range files {
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

// TestTerminationSabotage: with a fault in a step a program gets a wrong answer, without it none does. So the programs see these faults.
func TestTerminationSabotage(t *testing.T) {
	const head = "extern int __VERIFIER_nondet_int(void);\n"
	programs := map[sabotage.Fault]struct{ source, steps, wrong string }{
		sabotage.RepeatValues: {head + "int main(void) { int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) ; return 0; }", "repeat", "FALSE"},
		sabotage.RepeatStack: {head + "static void f(int k) { if (k > 0) f(k - 1); for (int i = 0; i < 1; i++) ; }\nint main(void) { int k = __VERIFIER_nondet_int(); if (k < 9) f(k); return 0; }",
			"repeat", "FALSE"},
		sabotage.LengthLost: {head + "extern void *malloc(unsigned long);\nstruct n { struct n *next; };\nint main(void) { struct n *l = 0, *r = 0; int k = __VERIFIER_nondet_int(); for (int i = 0; i < k; i++) { struct n *x = malloc(sizeof *x); x->next = l; l = x; }\n" +
			"while (l) { struct n *x = l->next; l->next = r; r = l; l = x; if (!l) { l = r; r = 0; } } return 0; }", "measure,lists", "TRUE"},
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
		verdict := func() string {
			task := loadText(t, filepath.Join(dir, "p.c"), c.source)
			task.Property = property.ByName("termination")
			cfg := DefaultConfig()
			cfg.Ranking, cfg.NoRun = c.steps, true
			ctx, stop := work.Within(t.Context(), 1_500_000)
			defer stop()
			rep, err := Verify(ctx, task, cfg, engine.Quiet{})
			if err != nil {
				t.Fatal(err)
			}
			return rep.Verdict
		}
		if got := verdict(); got == c.wrong {
			t.Errorf("%s without the fault that %s", got, f)
		}
		restore := sabotage.Inject(f)
		got := verdict()
		restore()
		if got != c.wrong {
			t.Errorf("%s though %s: the program does not see it", got, f)
		}
	}
}
