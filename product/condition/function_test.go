package condition

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"cupel/analysis/execution/inputs"
	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/engine"
	"cupel/verifier"
)

// TestFunction: the conditions that a caller of a function must guarantee.
func TestFunction(t *testing.T) {
	less := func(f *logic.Factory, x *logic.Term, c int64) *logic.Term { return f.SLt(x, f.BVInt(c, 32)) }
	for _, test := range []struct {
		name, src string
		want      func(f *logic.Factory, v map[string]*logic.Term) *logic.Term
	}{
		{"difference", "int f(int a, int b) { int d = a > b ? a - b : b - a; if (d > 100) reach_error(); return d; }",
			func(f *logic.Factory, v map[string]*logic.Term) *logic.Term {
				wide := func(x *logic.Term) *logic.Term { return f.SignExt(1, x) }
				d := f.BVOp(logic.OpBVSub, wide(v["a"]), wide(v["b"])) // no execution goes on where it does not fit
				d = f.Ite(f.SLt(d, f.BVInt(0, 33)), f.BVOp(logic.OpBVSub, f.BVInt(0, 33), d), d)
				return f.And(f.SLt(f.BVInt(100, 33), d), f.SLe(d, f.BVInt(1<<31-1, 33)))
			}},
		{"state", "int n; int f(int x) { if (n < 3 && x == n) reach_error(); return n; }",
			func(f *logic.Factory, v map[string]*logic.Term) *logic.Term {
				return f.And(less(f, v["n"], 3), f.Eq(v["x"], v["n"]))
			}},
		{"pointer", "int f(int *p) { if (*p < 5) reach_error(); return 0; }",
			func(f *logic.Factory, v map[string]*logic.Term) *logic.Term {
				return f.And(f.Not(v["p is null"]), less(f, v["p[0]"], 5))
			}},
		{"null", "int f(int *p) { if (!p) reach_error(); return *p; }",
			func(_ *logic.Factory, v map[string]*logic.Term) *logic.Term { return v["p is null"] }},
		{"none", "int f(int x) { if (x < 0) x = 0; if (x < 0) reach_error(); return x; }",
			func(f *logic.Factory, _ map[string]*logic.Term) *logic.Term { return f.False() }},
	} {
		t.Run(test.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "test.c")
			if err := os.WriteFile(file, []byte("extern void reach_error(void); "+test.src), 0o644); err != nil {
				t.Fatal(err)
			}
			task, err := verifier.LoadTask(file, "")
			if err != nil {
				t.Fatal(err)
			}
			o := Defaults()
			o.Verifier.Engine, o.Verifier.Function, o.MaxIterations = "symex", "f", 20
			ctx := context.Background()
			res, err := Find(ctx, task, o, engine.Quiet{})
			if err != nil {
				t.Fatal(err)
			}
			if res.Status != Precise {
				t.Fatalf("%s: %s", res.Status, res.Reason)
			}
			f, v := res.subject.Flat.Terms, map[string]*logic.Term{}
			for _, src := range res.subject.Inputs.Inputs() {
				v[src.Name] = res.subject.Inputs.Symbol(inputs.Slot{Source: src.Number, N: 1})
			}
			s, err := z3.Open(f, smt.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if r, err := s.Check(ctx, f.Not(f.Eq(res.Term, test.want(f, v)))); err != nil || r != smt.Unsat {
				t.Errorf("the condition is %s (%s, %v)", res.Term, r, err)
			}
			var names []string
			for _, in := range res.inputsOf(res.Term) {
				names = append(names, in.Name)
			}
			if test.name == "pointer" && (len(names) != 2 || names[0] != "p_is_null" || names[1] != "p_0") {
				t.Errorf("names %q", names)
			}
		})
	}
}
