package condition

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/work"
	"cupel/engine"
	"cupel/tests/effort"
	"cupel/tests/need"
	"cupel/tests/oracle"
	"cupel/verifier"
)

// variants are the ways to a condition that must agree with enumeration.
func variants() []func(*Options) {
	return []func(*Options){
		func(o *Options) {},
		func(o *Options) { o.Refiners = []string{"qe", "allsat", "model"} },
		func(o *Options) { o.Refiners = []string{"model"}; o.Verifier.Engine = "symexecia" },
		func(o *Options) { o.Refiners = []string{"allsat", "qe"}; o.Verifier.Engine = "kinduction" },
		func(o *Options) { o.Refiners, o.Parallel = []string{"model", "qe", "allsat", "merge"}, true },
		func(o *Options) { o.Verifier.Engine = "bmc" },
	}
}

// lastResort is a time limit that nothing comes near.
const lastResort = 10 * time.Minute

// budget is the work for the condition of one random program.
const budget = 2_000_000

// TestOracle finds the conditions of random programs and compares them with all their executions: a precise
// one holds for exactly the failing ones, another one for failing ones only.
func TestOracle(t *testing.T) {
	need.Tool(t, "gcc")
	n := effort.Programs(8, 30, 2000)
	seed := effort.Seed(500_000)
	features := oracle.All
	var ps []oracle.Program
	for i := range uint64(n) {
		f := features
		f.Floats, f.Recursion = i%7 == 3, i%5 == 2
		ps = append(ps, oracle.Generate(seed+i, f))
	}
	truths, err := oracle.DecideAll(t.Context(), ps, runtime.NumCPU())
	if err != nil {
		t.Fatal(err)
	}
	precise, failing := 0, 0
	for i, p := range ps {
		res := agree(t, p, truths[i], variants()[i%len(variants())])
		if truths[i].Unsafe {
			failing++
		}
		if res.Status == Precise {
			precise++
		} else {
			t.Logf("seed %d: %s: %s", p.Seed, res.Status, res.Reason.Text)
		}
	}
	t.Logf("%d programs, %d of which can fail: %d conditions are precise", n, failing, precise)
	if precise < n*8/10 {
		t.Errorf("only %d of %d conditions are precise", precise, n)
	}
}

// agree finds the condition of a random program and compares it with all executions.
func agree(t *testing.T, p oracle.Program, truth oracle.Truth, vary func(*Options)) *Result {
	t.Helper()
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte(p.Source), 0o644); err != nil {
		t.Fatal(err)
	}
	o := Defaults()
	o.Verifier.DataModel, o.Verifier.Timeout = program.LP64, lastResort
	o.Verifier.CPUTime = 0
	vary(&o)
	ctx, stop := work.Within(t.Context(), budget)
	res, err := Find(ctx, &verifier.Task{File: file, DataModel: program.LP64}, o, engine.Quiet{})
	stop()
	if err != nil {
		t.Fatalf("seed %d: %v", p.Seed, err)
	}
	for c, outcome := range truth.Outcomes {
		if outcome == oracle.Slow || outcome == oracle.TooMany {
			continue
		}
		holds := holdsFor(t, res, p, c)
		if fails := outcome == oracle.Error; holds && !fails || !holds && fails && res.Status == Precise {
			t.Errorf("seed %d, refiners %v, engine %s, inputs %v: the condition is %v, the execution %c\n%s\n%s",
				p.Seed, o.Refiners, o.Verifier.Engine, oracle.Values(p, c), holds, outcome, res.Simple.Term, p.Source)
			break
		}
	}
	return res
}

// holdsFor evaluates a condition for a combination of inputs.
func holdsFor(t *testing.T, r *Result, p oracle.Program, combination int) bool {
	t.Helper()
	f := r.subject.Flat.Terms
	values := oracle.Values(p, combination)
	next := 0
	out := r.subject.RunWith(context.Background(), source(func(op *program.Op) (*logic.Term, bool) {
		if op.Input == nil || next >= len(values) {
			return nil, false
		}
		v := int64(oracle.Low(op.Input.Callee) + values[next])
		next++
		return f.BVInt(v, op.Var.Sort().Width()), true
	}), interp.Options{Trace: true})
	got := r.subject.Inputs.Values(out.Havocs)
	env := map[*logic.Term]*logic.Term{}
	for s, v := range got {
		env[r.subject.Inputs.Symbol(s)] = f.Import(v)
	}
	for _, term := range []*logic.Term{r.Term, r.Simple.Term} {
		holds, err := f.NewEvaluator(func(s *logic.Term) *logic.Term {
			if v := env[s]; v != nil {
				return v
			}
			return f.Zero(s.Sort())
		}).Bool(term)
		if err != nil {
			t.Fatalf("%s: %v", term, err)
		}
		if term == r.Simple.Term {
			return holds
		}
		if simple, err := f.NewEvaluator(func(s *logic.Term) *logic.Term {
			if v := env[s]; v != nil {
				return v
			}
			return f.Zero(s.Sort())
		}).Bool(r.Simple.Term); err != nil || simple != holds {
			t.Errorf("seed %d: simplified, %s is another condition: %s", p.Seed, r.Term, r.Simple.Term)
		}
	}
	return false
}

// source gives values by a function.
type source func(op *program.Op) (*logic.Term, bool)

// Next implements interp.Source.
func (s source) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) { return s(op) }

// TestTexts compares the conditions of the thesis's kind of programs as they are printed.
func TestTexts(t *testing.T) {
	const head = "extern int __VERIFIER_nondet_int(void);\nextern unsigned char __VERIFIER_nondet_uchar(void);\nvoid reach_error(void) {}\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n"
	for _, c := range []struct{ body, want string }{
		{"if (x < 0) { reach_error(); return 1; } if (x % 2 == 0) { reach_error(); return 1; } return 0; }", "x < 0 || x % 2 == 0"},
		{"if (x > 0) x = x - 1; else x = x + 1; if (x == 0) reach_error(); return 0; }", "x == -1 || x == 1"},
		{"int y = __VERIFIER_nondet_int(); if (x > 0 && x < 5 && y == x + 1) reach_error(); return 0; }", "x > 0 && x < 5 && y == x + 1"},
		{"reach_error(); return 0; }", "1"},
		{"return x; }", "0"},
		{"int a[4] = {0}, *p = a; p[x & 3] = 5; if (a[2] == 5) reach_error(); return 0; }", "(x & 3) * 4 == 8"},
		{"unsigned n = x, m = 0; while (n > 0) { n--; m++; } if (m == (unsigned)x) reach_error(); return 0; }", "1"},
		{"int n = x * 2; unsigned m = n, k = 0; while (m > 0) { m--; k++; } if (k == (unsigned)n) reach_error(); return 0; }", "-1073741824 <= x && x <= 1073741823"},
		{"if (x < 10) return 0; while (x < 100) x++; reach_error(); return 0; }", "x >= 10"},
		{"int s = 0; for (int i = 0; i < 3; i++) s += __VERIFIER_nondet_uchar(); if (s == 765) reach_error(); return 0; }", "s_1 + s_2 + s_3 == 765"},
	} {
		file := filepath.Join(t.TempDir(), "p.c")
		if err := os.WriteFile(file, []byte(head+"  "+c.body+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		o := Defaults()
		res, err := Find(t.Context(), &verifier.Task{File: file}, o, engine.Quiet{})
		if err != nil {
			t.Fatal(err)
		}
		rep := res.Report(t.Context(), &verifier.Task{File: file}, o)
		if rep.Condition != c.want || rep.Status != string(Precise) {
			t.Errorf("%s: %s condition %s, want %s", c.body, rep.Status, rep.Condition, c.want)
		}
		var b strings.Builder
		if err := rep.WriteText(&b); err != nil || !strings.HasSuffix(b.String(), "CONDITION: PRECISE\n") {
			t.Errorf("%s: %v\n%s", c.body, err, b.String())
		}
	}
}
