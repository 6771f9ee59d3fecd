package recurrence_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/core/work"
	"cupel/engine/recurrence"
	"cupel/frontend/c"
)

const header = `extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void); extern void *malloc(unsigned long); extern void free(void *);
`

// inlined reads a program, of which main's body is given where there is no function.
func inlined(t testing.TB, text string) *program.Program {
	t.Helper()
	if !strings.Contains(text, "main") {
		text = "int main(void) { " + text + " return 0; }"
	}
	m, _, err := c.Lower(t.Context(), "test.c", []byte(header+text), c.Options{Model: program.LP64})
	if err != nil {
		t.Fatal(err)
	}
	p, err := passes.Inline(m, passes.InlineOptions{})
	if err != nil {
		t.Fatal(err)
	}
	program.MarkLoopHeads(p)
	return p
}

// inputs are given in turn, the last again and again.
type inputs struct {
	f    *logic.Factory
	list []int64
}

func (s *inputs) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	if op.Input == nil || len(s.list) == 0 || !op.Var.Sort().IsBV() {
		return nil, false
	}
	v := s.list[0]
	if len(s.list) > 1 {
		s.list = s.list[1:]
	}
	return s.f.BVInt(v, op.Var.Sort().Width()), true
}

func find(t testing.TB, p *program.Program, list ...int64) *recurrence.Lasso {
	t.Helper()
	ctx, cancel := work.Within(context.Background(), 8_000_000)
	defer cancel()
	l, err := recurrence.Find(ctx, p, func() interp.Source { return &inputs{logic.NewFactory(), list} }, recurrence.Options{Open: z3.Open})
	if err != nil && ctx.Err() == nil {
		t.Fatal(err)
	}
	if l != nil {
		if err := recurrence.Check(t.Context(), p, &l.Set, z3.Open, smt.Options{}); err != nil {
			t.Errorf("the set is not confirmed: %v\n%s", err, describe(l))
		}
		if _, _, err := recurrence.Walk(t.Context(), p, l, 300); err != nil {
			t.Errorf("it cannot be walked: %v\n%s", err, describe(l))
		}
	}
	return l
}

func describe(l *recurrence.Lasso) string {
	var b strings.Builder
	fmt.Fprintf(&b, "head %s after %d steps\n", l.Head.Pos, l.Steps)
	for _, x := range l.Where {
		fmt.Fprintf(&b, "  %s\n", x)
	}
	for _, w := range l.Ways {
		fmt.Fprintf(&b, "  way of %d edges, inputs %v\n", len(w.Path), w.Inputs)
	}
	return b.String()
}

// TestPrograms: loops that go on for ever have a set, others have none.
func TestPrograms(t *testing.T) {
	for _, test := range []struct {
		name, text string
		inputs     []int64
		forever    bool
	}{
		{"a counter that is not looked at", `unsigned n = 0; int x = 1; while (x > 0) { n += 3; }`, nil, true},
		{"two counters", `unsigned x = 0, y = 0; while (x == y) { x += 2; y += 2; }`, nil, true},
		{"proportional counters", `unsigned x = 0, y = 7; while (3 * x + 7 == y) { x++; y += 3; }`, nil, true},
		{"a wrapping counter", `unsigned x = 1; while (x != 0) { x += 2; }`, nil, true},
		{"a wrapping counter that meets zero", `unsigned x = 2; while (x != 0) { x += 2; }`, nil, false},
		{"a counter that overflows", `int x = 1; while (x > 0) { x++; }`, nil, false},
		{"a product that overflows", `int x = 1; while (x > 0) { x = 2 * x; }`, nil, false},
		{"a sum that overflows", `long s = 0; int x = 1; while (x > 0) { s += 1; }`, nil, false},
		{"a long loop", `unsigned x = 0; while (x < 4000000000u) { x++; }`, nil, false},
		{"an unsigned bound", `unsigned i = 10, n = 0; while (i >= 0) { i--; n++; }`, nil, true},
		{"inputs choose", `unsigned x = 0; while (__VERIFIER_nondet_int()) { x += __VERIFIER_nondet_uint() + 1; }`, []int64{1}, true},
		{"inputs have to be right", `unsigned x = 0; while (1) { unsigned y = __VERIFIER_nondet_uint(); if (y != x) break; x += 5; }`, []int64{0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90, 95}, true},
		{"inputs within bounds", `int x = 5; unsigned n = 0; while (x > 0 && x < 100) { x = __VERIFIER_nondet_int(); n++; }`, []int64{3, 90, 17, 40, 55, 2, 99, 1, 30}, true},
		{"other inputs where one leaves", `unsigned a = 7, b = 1; while (a + b >= 3) { a = 3 * a + 1; b = __VERIFIER_nondet_uint(); }`, []int64{0, 2}, true},
		{"no input keeps it", `unsigned char a = 7, b = 1; while (a != 3) { a++; b = __VERIFIER_nondet_uchar(); if (b > a) return 0; }`, []int64{0, 2}, false},
		{"an array", `unsigned a[4] = {0}; unsigned i = 0; while (a[i & 3] == 0) { i++; }`, nil, true},
		{"an array that fills up", `unsigned a[4] = {0}; unsigned i = 0; while (a[i & 3] < 1000000) { a[i & 3]++; i++; }`, nil, false},
		{"beyond an array", `int a[8] = {0}; unsigned i = 0; while (a[i] == 0) { i++; }`, nil, false},
		{"a cell through a pointer", `unsigned *x = malloc(4); *x = 1; while (*x != 0) { *x += 2; } free(x);`, nil, true},
		{"a pointer that runs", `unsigned char *x = malloc(4); while (1) { x++; }`, nil, false},
		{"blocks", `while (1) { char *p = malloc(4); *p = 1; free(p); if (__VERIFIER_nondet_int()) free(malloc(8)); }`, nil, true},
		{"blocks that are kept", `struct n { struct n *next; } *p = 0; while (1) { struct n *q = malloc(sizeof *q); q->next = p; p = q; }`, nil, true},
		{"a block is no other one", `char *o = malloc(4), *q, *r; unsigned n = 1; while (n) { q = malloc(4); r = malloc(0); if (q == o || q == r || o == r) return 0; n += 2; }`, nil, true},
		{"a block is another one", `char *o = malloc(4), *q; unsigned n = 1; while (n) { q = malloc(4); n += 2; if (q != o && n == 4000001) return 0; }`, nil, false},
		{"what a new block holds", `unsigned n = 0; while (1) { int *p = malloc(4); n++; if (*p == 7) return 0; }`, nil, false},
		{"what a new block held before", `unsigned n = 0; int *p = malloc(4); *p = 0; while (*p != 7) { n++; free(p); p = malloc(4); }`, nil, false},
		{"where a block lies", `unsigned n = 0; while (1) { char *p = malloc(4); n++; if ((unsigned long) p >= 0x800000000000) return 0; }`, nil, false},
		{"an empty block", `unsigned n = 1; while (n != 40000000) { malloc(0); n++; }`, nil, false},
		{"a block that is used when it is free", `unsigned n = 0; char *o = malloc(1); while (1) { char *p = malloc(4); n++; if (n >= 2000000) { free(o); *o = 1; } free(p); }`, nil, false},
		{"a block that is freed twice", `unsigned n = 0; while (1) { char *p = malloc(4); free(p); n++; if (n >= 2000000) free(p); }`, nil, false},
		{"beyond a block", `unsigned n = 0; while (1) { char *p = malloc(4); n++; if (n >= 2000000) p[4] = 1; }`, nil, false},
		{"a block of the turn before", `unsigned n = 0; char *o = malloc(1); while (1) { char *p = malloc(4); n++; free(o); o = p; if (n >= 2000000) free(p); }`, nil, false},
		{"a list", `struct n { struct n *next; unsigned v; } a, b; a.next = &b; b.next = &a; struct n *p = &a; while (p) { p->v++; p = p->next; }`, nil, true},
		{"an inner loop", `unsigned n = 0; while (1) { for (int i = 0; i < 3; i++) n += i; }`, nil, true},
		{"phases", `unsigned n = 0; int x = 0, up = 1; while (x >= 0) { if (up) x++; else x--; if (x > 4) up = 0; if (x < 1) up = 1; n++; }`, nil, true},
		{"a local with an address", `void f(int *p) { *p = *p + 1; } int main(void) { unsigned n = 0; while (1) { int x = 0; f(&x); n += x; if (x != 1) return 1; } }`, nil, true},
		{"an uninitialised local", `void f(int *p) { *p = *p & 1; } int main(void) { unsigned n = 0; while (1) { int x; f(&x); n++; if (x != 0) return 1; } }`, nil, false},
		{"uninitialised before", `int x; unsigned n = 0; while (x == 0) { n++; }`, nil, false},
		{"uninitialised and not looked at", `int x, y = 0; unsigned n = 0; while (y == 0) { n++; x = x ^ 1; }`, nil, true},
		{"a later turn looks at it", `int x, y = 0; unsigned n = 0; while (y == 0) { n++; if (n == 3000000) y = x; }`, nil, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			l := find(t, inlined(t, test.text), test.inputs...)
			if (l != nil) != test.forever {
				t.Errorf("a set: %v", l != nil)
			}
			if l != nil {
				t.Log(describe(l))
			}
		})
	}
}
