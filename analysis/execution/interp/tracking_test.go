package interp_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"cupel/analysis/execution/interp"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/frontend/c"
)

// tracked runs a C program, as it is called, on a tracking machine.
func tracked(t testing.TB, src string) (*program.Program, interp.Options, *interp.Outcome) {
	t.Helper()
	m, _, err := c.Lower(context.Background(), "test.c", []byte(header+src), c.Options{Model: program.LP64})
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	p, calls, err := passes.Flat(m)
	if err != nil {
		t.Fatal(err)
	}
	o := interp.Options{MaxSteps: 100_000, Calls: map[*program.Location]*interp.Call{}}
	for _, c := range calls {
		o.Calls[c.At] = &interp.Call{Enter: c.Enter, Exit: c.Exit, Return: c.Return, Locals: c.Locals, Result: c.Result, Into: c.Into, Alone: c.Alone}
	}
	x, err := interp.NewTracking(p)
	if err != nil {
		t.Fatal(err)
	}
	return p, o, x.Run(context.Background(), interp.Zeros{}, o)
}

// TestTracking checks where a run stops to be that of every execution, and that
// random executions agree with one that does not stop.
func TestTracking(t *testing.T) {
	for _, tc := range []struct {
		name, src string
		want      interp.Kind
	}{
		{"no inputs", `int main(void) { int s = 0; for (int i = 0; i < 10; i++) s += i; if (s != 45) reach_error(); }`, interp.Halted},
		{"error", `int main(void) { int s = 0; for (int i = 0; i < 10; i++) s += i; if (s == 45) reach_error(); }`, interp.ReachedError},
		{"input that does not matter", `int main(void) { int x = __VERIFIER_nondet_int(); int y = x & 0; x = 3; if (x != 3) reach_error(); }`, interp.Halted},
		{"input decides", `int main(void) { int x = __VERIFIER_nondet_int(); if (x != 3) reach_error(); }`, interp.Unknown},
		{"input assumed", `void assume_abort_if_not(int c) { if (!c) abort(); } int main(void) { assume_abort_if_not(__VERIFIER_nondet_int() > 0); }`, interp.Unknown},
		{"through memory", `int g[4]; int *p = g; int main(void) { p[2] = __VERIFIER_nondet_int(); int s = p[0] + p[1]; if (s) reach_error(); }`, interp.Halted},
		{"read back", `int g[4]; int *p = g; int main(void) { p[2] = __VERIFIER_nondet_int(); int s = p[1] + p[2]; if (s) reach_error(); }`, interp.Unknown},
		{"unknown index", `int g[4]; int *p = g; int main(void) { p[__VERIFIER_nondet_uchar() & 3] = 1; if (p[0] > 1) reach_error(); }`, interp.Unknown},
		{"unknown index of a local", `int main(void) { int a[4] = {0}; a[__VERIFIER_nondet_uchar() & 3] = 1; if (a[0] > 1) reach_error(); }`, interp.Unknown},
		{"overwritten", `int g[4]; int *p = g; int main(void) { p[2] = __VERIFIER_nondet_int(); p[2] = 0; if (p[2]) reach_error(); }`, interp.Halted},
		{"copied with a struct", `struct s { int a, b; }; int main(void) { struct s x = {1, __VERIFIER_nondet_int()}, y; struct s *p = &y; *p = x; if (p->a != 1) reach_error(); }`, interp.Halted},
		{"uninitialised", `int main(void) { int x; int *p = &x; if (*p) reach_error(); }`, interp.Unknown},
		{"uninitialised variable", `int main(void) { int x; if (x) reach_error(); }`, interp.Unknown},
		{"malloc", `int main(void) { int *p = malloc(8); p[0] = 1; if (p[0] != 1) reach_error(); free(p); }`, interp.Halted},
		{"malloc not written", `int main(void) { int *p = malloc(8); p[0] = 1; if (p[1] != 1) reach_error(); }`, interp.Unknown},
		{"other side of a conditional", `int main(void) { int x = __VERIFIER_nondet_int(), c = 1; int y = c ? 7 : x; if (y != 7) reach_error(); }`, interp.Halted},
		{"decided connective", `int main(void) { int x = __VERIFIER_nondet_int(), c = 1; if (!(c || x > 3)) reach_error(); }`, interp.Halted},
		{"recursion", `int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); } int main(void) { if (fib(15) != 610) reach_error(); }`, interp.Halted},
		{"arguments all at once", `int f(int a, int b) { return a == 0 ? b : f(b - b, a); } int main(void) { if (f(5, 9) != 5) reach_error(); }`, interp.Halted},
		{"unknown result", `int f(int n) { return n == 0 ? __VERIFIER_nondet_int() : f(n - 1); } int main(void) { if (f(3)) reach_error(); }`, interp.Unknown},
		{"locals of callers stay known", `int f(int n) { int x = n; if (n) { int y = __VERIFIER_nondet_int(); f(n - 1); } return x; } int main(void) { if (f(3) != 3) reach_error(); }`, interp.Halted},
		{"bits of a float", `union u { double d; unsigned long l; }; int main(void) { union u x; x.d = 1.0; if (x.l != 0x3ff0000000000000UL) reach_error(); }`, interp.Halted},
		{"bit-fields share a byte", `struct s { unsigned a : 3, b : 5, c : 7; } g; void f(struct s *p) { p->a = 5; p->b = 9; if (p->a + p->b != 14) reach_error(); } int main(void) { struct s x; f(&x); f(&g); }`, interp.Halted},
		{"padding of bit-fields", `struct s { unsigned a : 3; }; void f(struct s *p) { p->a = 5; if (*(unsigned char *)p == 5) reach_error(); } int main(void) { struct s x; f(&x); }`, interp.Unknown},
		{"unknown bit-field beside a known one", `struct s { unsigned a : 3, b : 5; }; void f(struct s *p) { p->a = 5; if (p->b == 5) reach_error(); } int main(void) { struct s x; f(&x); }`, interp.Unknown},
		{"input in a bit-field", `struct s { unsigned a : 3, b : 5; } g; void f(struct s *p) { p->a = __VERIFIER_nondet_uchar(); p->b = 3; if (p->b != 3) reach_error(); if (p->a) reach_error(); } int main(void) { f(&g); }`, interp.Unknown},
		{"input in a bit-field that is not read", `struct s { unsigned a : 3, b : 5; } g; void f(struct s *p) { p->a = __VERIFIER_nondet_uchar(); p->b = 3; if (p->b != 3) reach_error(); } int main(void) { f(&g); }`, interp.Halted},
		{"bit-field across bytes", `struct s { unsigned a : 5, b : 9; }; void f(struct s *p) { p->b = 300; if (p->b != 300) reach_error(); } int main(void) { struct s x; f(&x); }`, interp.Halted},
		{"bit-field overwritten as a byte", `struct s { unsigned a : 3, b : 5; }; void f(struct s *p) { p->a = 2; *(unsigned char *)p = __VERIFIER_nondet_uchar(); if (p->a == 2) reach_error(); } int main(void) { struct s x; f(&x); }`, interp.Unknown},
		{"copied with its byte", `struct s { unsigned a : 3, b : 5; }; void f(struct s *p, struct s *q) { p->a = 2; *q = *p; if (q->a != 2) reach_error(); } int main(void) { struct s x, y; f(&x, &y); }`, interp.Halted},
		{"undefined", `int main(void) { int z = 0; int y = 1 / z; reach_error(); }`, interp.Undefined},
		{"no end", `int main(void) { for (;;); }`, interp.StepLimit},
		{"exit in a callee", `void f(void) { abort(); } int main(void) { f(); reach_error(); }`, interp.Halted},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p, o, out := tracked(t, tc.src)
			if out.Kind != tc.want {
				t.Fatalf("%s (%s), want %s", out.Kind, out.Note, tc.want)
			}
			if out.Kind == interp.Unknown {
				return
			}
			m, err := interp.New(p)
			if err != nil {
				t.Fatal(err)
			}
			for seed := uint64(1); seed < 20; seed++ {
				got := m.Run(context.Background(), dice{p.Terms, rand.New(rand.NewPCG(seed, 1))}, o)
				if got.Kind != out.Kind || got.Steps != out.Steps {
					t.Fatalf("seed %d: %s after %d steps, the tracking machine says %s after %d", seed, got.Kind, got.Steps, out.Kind, out.Steps)
				}
			}
		})
	}
}

// TestFacts: the facts of a tracking machine about variables hold at the end of every execution, and include the cells that were written.
func TestFacts(t *testing.T) {
	for src, least := range map[string]int{
		`int g[4]; int *p = g; int main(void) { p[2] = __VERIFIER_nondet_int(); p[1] = 7; p[3] = 0; }`:                              4,
		`int main(void) { int *p = malloc(16); p[1] = 0; p[2] = 5; p[3] = __VERIFIER_nondet_int(); }`:                               4,
		`struct s { int a; double d; struct s *n; }; int main(void) { struct s x, *p = &x; p->d = 2.5; p->n = 0; x.a = p->d > 2; }`: 4,
		`int main(void) { int a[3]; a[1] = __VERIFIER_nondet_int(); a[0] = 1; int x = __VERIFIER_nondet_int(), y = 3; }`:            2,
	} {
		p, o, _ := tracked(t, src)
		x, err := interp.NewTracking(p)
		if err != nil {
			t.Fatal(err)
		}
		if out := x.Run(context.Background(), interp.Zeros{}, o); out.Kind != interp.Halted {
			t.Fatalf("%s: %s", src, out.Kind)
		}
		m, err := interp.New(p)
		if err != nil {
			t.Fatal(err)
		}
		facts := 0
		for seed := uint64(1); seed < 10; seed++ {
			m.Run(context.Background(), dice{p.Terms, rand.New(rand.NewPCG(seed, 1))}, o)
			facts = 0
			for _, v := range p.Vars {
				for _, fact := range append(x.Facts(v, 100), m.Facts(v, 100)...) {
					facts++
					holds, err := m.Predicate(fact)
					if err != nil {
						t.Fatal(err)
					}
					if ok, err := holds(); !ok || err != nil {
						t.Errorf("%s: %v is false (%v)", src, fact, err)
					}
				}
				if got := x.Facts(v, 1); len(got) > 1 {
					t.Errorf("%s: %d facts", src, len(got))
				}
			}
		}
		if facts < least {
			t.Errorf("%s: %d facts only", src, facts)
		}
	}
}
