package interp_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/frontend/c"
)

// constant gives every input one value.
type constant struct {
	f *logic.Factory
	n int64
}

// Next implements interp.Source.
func (s constant) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	if op.Input == nil {
		return nil, false
	}
	return s.f.BVInt(s.n, op.Var.Sort().Width()), true
}

// runClosed runs a C program, all calls of recursive functions deeper than one on the stack, with one value for all inputs. It also returns the return
// edges.
func runClosed(t *testing.T, source string, input int64, trace bool) (*interp.Outcome, map[*program.Edge]bool) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte("extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"+source), 0o644); err != nil {
		t.Fatal(err)
	}
	m, _, err := c.Lower(context.Background(), file, nil, c.Options{ErrorFunctions: []string{"reach_error"}, Entry: "main"})
	if err != nil {
		t.Fatal(err)
	}
	p, closure, err := passes.InlineClosed(m, passes.InlineOptions{RecursionBound: 1})
	if err != nil {
		t.Fatal(err)
	}
	calls, returns := map[*program.Location]*interp.Call{}, map[*program.Edge]bool{}
	for _, fn := range closure.Functions {
		exit, locals, result, after := fn.Instance()
		for _, s := range fn.Calls {
			calls[s.At] = &interp.Call{Enter: s.Enter, Exit: exit, Return: s.Return, Locals: locals, Result: result, Into: after}
			returns[s.Return] = true
		}
	}
	machine, err := interp.New(p)
	if err != nil {
		t.Fatal(err)
	}
	return machine.Run(context.Background(), constant{p.Terms, input}, interp.Options{Trace: trace, MaxSteps: 5_000_000, Calls: calls}), returns
}

// TestCalls: the error is reached exactly when the function returns the expected value.
func TestCalls(t *testing.T) {
	tests := []struct {
		name, source string
		input        int64
		want         interp.Kind
	}{
		{"sum", "int sum(int n) { if (n <= 0) return 0; return n + sum(n - 1); } int main(void) { if (sum(__VERIFIER_nondet_int()) == 55) reach_error(); }", 10, interp.ReachedError},
		{"another sum", "int sum(int n) { if (n <= 0) return 0; return n + sum(n - 1); } int main(void) { if (sum(__VERIFIER_nondet_int()) == 55) reach_error(); }", 9, interp.Halted},
		{"two calls", "int f(int n) { if (n < 2) return n; int x = f(n - 1), y = f(n - 2); return x + y; } int main(void) { if (f(__VERIFIER_nondet_int()) == 610) reach_error(); }", 15, interp.ReachedError},
		{"mutual", "int odd(int); int even(int n) { return n == 0 ? 1 : odd(n - 1); } int odd(int n) { return n == 0 ? 0 : even(n - 1); } int main(void) { if (odd(__VERIFIER_nondet_int())) reach_error(); }", 31, interp.ReachedError},
		{"nested", "int f(int n) { return n > 100 ? n - 10 : f(f(n + 11)); } int main(void) { if (f(__VERIFIER_nondet_int()) != 91) reach_error(); }", -50, interp.Halted},
		{"array", "int f(int n) { int a[3] = {n, n, n}; if (n <= 0) return 0; int r = f(n - 1); return r + a[n % 3]; } int main(void) { if (f(__VERIFIER_nondet_int()) == 15) reach_error(); }", 5, interp.ReachedError},
		{"inside", "void f(int n) { if (n == -3) reach_error(); f(n - 1); } int main(void) { f(__VERIFIER_nondet_int()); }", 20, interp.ReachedError},
		{"overflow", "int f(int n) { return n <= 0 ? 2147483647 : f(n - 1) + 1; } int main(void) { f(__VERIFIER_nondet_int()); reach_error(); }", 3, interp.Undefined},
		{"endless", "int f(int n) { return f(n); } int main(void) { f(__VERIFIER_nondet_int()); reach_error(); }", 3, interp.StepLimit},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, returns := runClosed(t, tt.source, tt.input, tt.name != "endless")
			if out.Kind != tt.want {
				t.Fatalf("%v %s, want %v", out.Kind, out.Note, tt.want)
			}
			for i := 1; i < len(out.Path); i++ {
				if e := out.Path[i]; e.Src != out.Path[i-1].Dst && !returns[e] {
					t.Errorf("the path breaks off before edge %d, which is no return", i)
				}
			}
		})
	}
}
