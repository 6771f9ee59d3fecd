package procedure

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"cupel/analysis/absint/interval"
	"cupel/analysis/execution/interp"
	"cupel/analysis/intlower"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/smt/z3"
	"cupel/frontend/c"
	"cupel/tests/oracle"
)

// closed is a C program with closed recursion.
type closed struct {
	original *program.Program // with the marks
	closure  *passes.Closure
	prepared *program.Program
}

func lower(t *testing.T, source string) *closed {
	t.Helper()
	ctx := context.Background()
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	m, _, err := c.Lower(ctx, file, nil, c.Options{Model: program.LP64, ErrorFunctions: []string{"reach_error"}, Entry: "main"})
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	p, cl, err := passes.InlineClosed(m, passes.InlineOptions{RecursionBound: 1})
	if err != nil {
		t.Fatal(err)
	}
	q, _, err := passes.Default.Run(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	if l, err := intlower.Lower(ctx, q, intlower.Options{Ranges: interval.Analyze(ctx, q)}); err == nil {
		if q, _, err = passes.Default.Run(ctx, l); err != nil {
			t.Fatal(err)
		}
	}
	return &closed{p, cl, q}
}

func (x *closed) compute(t *testing.T, fine bool) *Result {
	t.Helper()
	r, err := Compute(context.Background(), x.prepared, x.closure, Options{Open: z3.Open, Fine: fine, Work: 20_000_000})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// randomInputs gives small values.
type randomInputs struct {
	f *logic.Factory
	r *rand.Rand
}

// Next implements interp.Source.
func (s randomInputs) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	if op.Input == nil || !op.Var.Sort().IsBV() {
		return nil, false
	}
	return s.f.BVInt(s.r.Int64N(12)-4, op.Var.Sort().Width()), true
}

// run executes the program with a stack of calls and hands the values of the
// slots to visit whenever a summarised call returns.
func (x *closed) run(t *testing.T, r *rand.Rand, visit func(fn *passes.AbstractFunc, values []*logic.Term)) {
	f := x.original.Terms
	type end struct {
		fn   *passes.AbstractFunc
		args []*logic.Term
	}
	ends := map[*program.Location]end{}
	for _, e := range x.original.Edges {
		for i := range e.Ops {
			if fn, kind := x.closure.MarkOf(&e.Ops[i]); fn != nil && kind == passes.MarkExit {
				ends[e.Src] = end{fn, e.Ops[i].Expr.Args()}
			}
		}
	}
	calls := map[*program.Location]*interp.Call{}
	for _, fn := range x.closure.Functions {
		exit, locals, result, after := fn.Instance()
		for _, s := range fn.Calls {
			calls[s.At] = &interp.Call{Enter: s.Enter, Exit: exit, Return: s.Return, Locals: locals, Result: result, Into: after}
		}
	}
	m, err := interp.New(x.original)
	if err != nil {
		t.Fatal(err)
	}
	m.Run(context.Background(), randomInputs{f, r}, interp.Options{MaxSteps: 20_000, Calls: calls, Visit: func(l *program.Location) bool {
		if e := ends[l]; e.fn != nil {
			values := make([]*logic.Term, len(e.args))
			for i, a := range e.args {
				by := map[*logic.Term]*logic.Term{}
				for _, s := range logic.FreeVars(a) {
					by[s] = m.Value(x.original.VarOf(s))
				}
				values[i] = f.Subst(a, by)
			}
			visit(e.fn, values)
		}
		return true
	}})
}

// TestRandomCalls runs random recursive functions: every executed call satisfies the summary.
func TestRandomCalls(t *testing.T) {
	n := 15
	if testing.Short() {
		n = 6
	}
	calls, nontrivial := 0, 0
	for seed := range uint64(n) {
		p := oracle.Generate(seed, oracle.Options{Recursion: true})
		x := lower(t, p.Source)
		res := x.compute(t, seed%2 == 0)
		of := res.byFunction()
		for _, s := range res.Summaries {
			if s.Trivial == "" && !s.Formula.IsTrue() {
				nontrivial++
			}
		}
		r := rand.New(rand.NewPCG(seed, 1))
		for range 30 {
			x.run(t, r, func(fn *passes.AbstractFunc, values []*logic.Term) {
				calls++
				if got := of[fn].Apply(x.original.Terms, values); !got.IsTrue() {
					t.Fatalf("seed %d: a call of %s with %v is not in its summary %v\n%s", seed, fn.Func.Name, values, of[fn].Formula, p.Source)
				}
			})
		}
	}
	t.Logf("%d calls, %d summaries that say something", calls, nontrivial)
	if calls < 5*n || nontrivial < n/2 {
		t.Errorf("%d calls, %d summaries that say something", calls, nontrivial)
	}
}
