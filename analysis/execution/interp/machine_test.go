package interp_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/program/programtest"
	"cupel/frontend/c"
)

// values is a source of numbers, in the order of all havocs of inputs.
type values struct {
	f  *logic.Factory
	vs []uint64
}

func (s *values) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	if op.Input == nil || len(s.vs) == 0 {
		return nil, false
	}
	v := s.vs[0]
	s.vs = s.vs[1:]
	return s.f.BV(v, op.Var.Sort().Width()), true
}

func lower(t testing.TB, src string, model program.DataModel) *program.Program {
	t.Helper()
	m, _, err := c.Lower(context.Background(), "test.c", []byte(src), c.Options{Model: model})
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	p, err := passes.Inline(m, passes.InlineOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func run(t testing.TB, p *program.Program, o interp.Options, inputs ...uint64) *interp.Outcome {
	t.Helper()
	m, err := interp.New(p)
	if err != nil {
		t.Fatal(err)
	}
	return m.Run(context.Background(), &values{p.Terms, inputs}, o)
}

const header = `extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern double __VERIFIER_nondet_double(void);
extern void abort(void); extern void reach_error(void); void *malloc(unsigned long); void free(void *); void *memcpy(void *, const void *, unsigned long);
`

// TestOutcome runs C programs of which every kind of end is known.
func TestOutcome(t *testing.T) {
	tests := []struct {
		name, body string
		inputs     []uint64
		want       string // kind: note
	}{
		{"error", `if (__VERIFIER_nondet_int() == 3) reach_error();`, []uint64{3}, "error reached: "},
		{"no error", `if (__VERIFIER_nondet_int() == 3) reach_error();`, []uint64{4}, "halted: "},
		{"default", `if (__VERIFIER_nondet_int() == 0) reach_error();`, nil, "error reached: "},
		{"abort", `abort(); reach_error();`, nil, "halted: "},
		{"overflow", `int x = __VERIFIER_nondet_int(); x++; reach_error();`, []uint64{1<<31 - 1}, "undefined behaviour: signed overflow"},
		{"division", `int x = 1 / __VERIFIER_nondet_int(); reach_error();`, []uint64{0}, "undefined behaviour: division by zero"},
		{"index", `int a[3] = {0}; a[__VERIFIER_nondet_int()] = 1; reach_error();`, []uint64{3}, "undefined behaviour: array index out of bounds"},
		{"null", `int *p = 0; *p = 1; reach_error();`, nil, "undefined behaviour: null pointer dereference"},
		{"heap", `int *p = malloc(8); p[1] = 5; int *q = p + 1; if (*q == 5) reach_error();`, nil, "error reached: "},
		{"heap end", `int *p = malloc(8); p[__VERIFIER_nondet_int()] = 5; reach_error();`, []uint64{2}, "undefined behaviour: access outside of every live object"},
		{"use after free", `int *p = malloc(8), *q = p + 1; free(p); *q = 1; reach_error();`, nil, "undefined behaviour: access to freed memory"},
		{"double free", `int *p = malloc(8); free(p); free(p); reach_error();`, nil, "undefined behaviour: free of a pointer that is no live allocation"},
		{"free inside", `char *p = malloc(8); free(p + 1); reach_error();`, nil, "undefined behaviour: free of a pointer that is no live allocation"},
		{"free local", `int x; int *p = &x; free(p); reach_error();`, nil, "undefined behaviour: free of a pointer that is no live allocation"},
		{"free null", `free(0); reach_error();`, nil, "error reached: "},
		{"list", `struct n { struct n *next; int v; } *h = 0; for (int i = 0; i < 50; i++) { struct n *m = malloc(sizeof *m); m->v = i; m->next = h; h = m; }
			int s = 0; while (h) { struct n *d = h; s += h->v; h = h->next; free(d); } if (s == 1225) reach_error();`, nil, "error reached: "},
		{"float bytes", `union { float f; unsigned char c[4]; } u; float g = __VERIFIER_nondet_int(); u.f = g; if (u.c[3] == 0x40 && u.c[2] == 0x40) reach_error();`, []uint64{3}, "error reached: "},
		{"memcpy of double", `double d = __VERIFIER_nondet_int(), e; unsigned char b[8]; memcpy(b, &d, 8); memcpy(&e, b, 8); if (e == 7 && b[7] == 0x40) reach_error();`, []uint64{7}, "error reached: "},
		{"long double", `long double x = __VERIFIER_nondet_int(); x = x / 3; if (x * 3 == 10 && (double)x == 10.0 / 3) reach_error();`, []uint64{10}, "error reached: "},
		{"endless", `unsigned i = 0; for (;;) i++;`, nil, "step limit: no end after 10000 steps"},
		{"next block", `int *p = malloc(16), *q = malloc(16); *q = 0; p[8] = 1; if (*q == 1) reach_error();`, nil, "undefined behaviour: access outside of the object that the pointer belongs to"},
		{"next block, member", `struct s { int a[16]; } *p = malloc(16), *q = malloc(64); p->a[8] = 1; reach_error();`, nil, "undefined behaviour: access outside of the object that the pointer belongs to"},
		{"next block, pointer computed before", `int *p = malloc(16), *q = malloc(16); int *r = p + 8; *r = 1; reach_error();`, nil, "undefined behaviour: access outside of the object that the pointer belongs to"},
		{"next block, pointer in memory", `struct s { int *p; } *x = malloc(8); int *p = malloc(16), *q = malloc(16); x->p = p; x->p += 8; *x->p = 1; reach_error();`, nil, "undefined behaviour: access outside of the object that the pointer belongs to"},
		{"next block, farther", `int *p = malloc(16), *q = malloc(32); int *r = p + 8; r++; *r = 1; reach_error();`, nil, "undefined behaviour: arithmetic on a pointer that lies outside of its object"},
		{"next array", `static int a[4], b[4]; int *p = a, *q = b; p[8] = 1; q[0] = 1; reach_error();`, nil, "undefined behaviour: access outside of the object that the pointer belongs to"},
		{"back from a gap", `static int a[4]; int *p = a - 1; p[1] = 5; if (a[0] == 5) reach_error();`, nil, "error reached: "},
		{"from a gap into another object", `static int a[4], b[4]; int *p = a + 6, *q = b; p[2] = 5; q[0] = 1; reach_error();`, nil, "undefined behaviour: access outside of the object that the pointer belongs to"},
		{"one past, and back", `int *p = malloc(16), *q = malloc(16), *e = p + 4; q[0] = 3; e[-1] = 2; if (p[3] == 2) reach_error();`, nil, "error reached: "},
		{"to the end", `int *p = malloc(16), *e = p + 4, *i; for (i = p; i != e; i++) *i = 1; for (i = e; i-- != p;) *i = 2; if (p[0] == 2) reach_error();`, nil, "error reached: "},
		{"backwards below", `static int a[4]; int n = 0; for (int *p = a + 3; p >= a; p--) n++; if (n == 4) reach_error();`, nil, "error reached: "},
		{"free of the next block", `char *p = malloc(16), *q = malloc(16); free(p + 32); reach_error();`, nil, "undefined behaviour: free of a pointer that is no live allocation"},
		{"free of the next block, computed before", `char *p = malloc(16), *q = malloc(16), *r = p + 32; free(r); reach_error();`, nil, "undefined behaviour: free of a pointer that is no live allocation"},
		{"freed, and beyond", `char *p = malloc(16), *q = malloc(16); free(p); p[32] = 1; reach_error();`, nil, "undefined behaviour: access outside of every live object"},
		{"integer made a pointer", `static int a[4]; int *p = (int *)((unsigned long)a + 4); *p = 3; if (a[1] == 3) reach_error();`, nil, "error reached: "},
		{"container", `struct s { long a, b, c; } x = {1, 2, 3}; long *p = &x.c; struct s *q = (struct s *)((char *)p - 16); if (q->a == 1) reach_error();`, nil, "error reached: "},
		{"skipped", `static int a[4], b[4]; int n = __VERIFIER_nondet_int(), *p = a, *q = b; q[0] = 1; if (n == 0 || *(p + n) == 0) reach_error();`, nil, "error reached: "},
		{"order", `static int a[2], b[2]; int *p = a, *q = b; if (p < q || p >= q) reach_error();`, nil, "undefined behaviour: order of pointers into different objects"},
		{"order in one", `static int a[2]; int *p = a, *q = a + 2; if (p < q) reach_error();`, nil, "error reached: "},
		{"order with null", `static int a[2]; int *p = a, *q = 0; if (p > q) reach_error();`, nil, "error reached: "},
		{"difference", `int *p = malloc(8), *q = malloc(8); long d = q - p; reach_error();`, nil, "undefined behaviour: order of pointers into different objects"},
		{"difference in one", `int *p = malloc(8), *q = p + 2; if (q - p == 2) reach_error();`, nil, "error reached: "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out := run(t, lower(t, header+"int main(void) { "+tt.body+" return 0; }", program.LP64), interp.Options{MaxSteps: 10000, Trace: true}, tt.inputs...)
			if got := fmt.Sprintf("%v: %s", out.Kind, out.Note); got != tt.want {
				t.Errorf("%s, want %s (at %v)", got, tt.want, out.Pos)
			}
			if out.Kind == interp.Undefined && !out.Pos.IsValid() {
				t.Error("undefined behaviour without a position")
			}
			if err := programtest.Connected(out.Path, nil); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestInputs: consumed inputs are recorded in order, defaults included.
func TestInputs(t *testing.T) {
	p := lower(t, header+`int main(void) { int s = 0; for (int i = 0; i < 3; i++) s += __VERIFIER_nondet_int() + __VERIFIER_nondet_uchar(); return s; }`, program.ILP32)
	out := run(t, p, interp.Options{}, 1, 2, 3, 4)
	var got []string
	for _, in := range out.Inputs {
		got = append(got, strings.TrimPrefix(in.Input.Callee, "__VERIFIER_nondet_")+" "+in.Value.BVBig().String())
	}
	if s, want := strings.Join(got, ", "), "int 1, uchar 2, int 3, uchar 4, int 0, uchar 0"; s != want {
		t.Errorf("%s, want %s", s, want)
	}
	if out.Defaulted != 2 {
		t.Errorf("%d defaults", out.Defaulted)
	}
}

// random takes every nondeterministic decision at random.
type random struct {
	t *rapid.T
	f *logic.Factory
}

func (r random) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	w := op.Var.Sort().Width()
	return r.f.BV(uint64(rapid.IntRange(0, 1<<w-1).Draw(r.t, "value")), w), true
}

func (r random) Choose(_ *program.Location, es []*program.Edge) int {
	return rapid.IntRange(0, len(es)-1).Draw(r.t, "edge")
}

// TestExplore: enumeration of all states covers every run; and a run that is stopped anywhere and continued from a snapshot ends the same way.
func TestExplore(t *testing.T) {
	errors := 0
	rapid.Check(t, func(t *rapid.T) {
		p := programtest.Program(t, programtest.Small)
		all, err := programtest.Explore(p, programtest.Options{})
		if err != nil {
			t.Fatal(err)
		}
		m, err := interp.New(p)
		if err != nil {
			t.Fatal(err)
		}
		out := m.Run(context.Background(), random{t, p.Terms}, interp.Options{MaxSteps: 40, Trace: true})
		switch {
		case out.Kind == interp.ReachedError && !all.Error:
			t.Fatal("the error is not reachable")
		case out.Kind == interp.Cut && !strings.Contains(strings.Join(all.Cuts, " "), out.Note):
			t.Fatal("the cut is not reachable")
		case out.Kind == interp.Failed:
			t.Fatal(out.Note)
		}
		if out.Kind == interp.ReachedError {
			errors++
		}
		want := valuation(m, p)
		final := m.Snapshot()

		stop := rapid.IntRange(0, 10).Draw(t, "stop")
		var middle *interp.State
		again := &recorded{path: out.Path, havocs: out.Havocs, next: -1}
		part := m.Run(context.Background(), again, interp.Options{MaxSteps: 40, Visit: func(*program.Location) bool {
			if again.next++; again.next == stop {
				middle = m.Snapshot()
			}
			return middle == nil
		}})
		if middle != nil {
			again.next--
			part = m.Run(context.Background(), again, interp.Options{From: middle, MaxSteps: 40 - stop, Visit: func(*program.Location) bool {
				again.next++
				return true
			}})
		}
		if part.Kind != out.Kind || part.Loc != out.Loc || valuation(m, p) != want {
			t.Fatalf("%v at %v with %s, then %v at %v with %s", out.Kind, out.Loc, want, part.Kind, part.Loc, valuation(m, p))
		}
		m.Run(context.Background(), interp.Zeros{}, interp.Options{MaxSteps: 5})
		m.Run(context.Background(), interp.Zeros{}, interp.Options{From: final, Visit: func(*program.Location) bool { return false }})
		if valuation(m, p) != want {
			t.Fatalf("the snapshot has changed: %s and %s", want, valuation(m, p))
		}
	})
	if errors == 0 {
		t.Error("no run reached an error")
	}
}

func valuation(m *interp.Machine, p *program.Program) string {
	var b strings.Builder
	for _, v := range p.Vars {
		fmt.Fprintf(&b, "%v=%v ", v, m.Value(v))
	}
	return b.String()
}

// recorded repeats the decisions of a run; next is the current step.
type recorded struct {
	path   []*program.Edge
	havocs []interp.Consumed
	next   int
}

func (r *recorded) Next(*program.Op, *program.Edge) (*logic.Term, bool) {
	if len(r.havocs) == 0 {
		return nil, false
	}
	v := r.havocs[0].Value
	r.havocs = r.havocs[1:]
	return v, true
}

func (r *recorded) Choose(_ *program.Location, es []*program.Edge) int {
	return slices.Index(es, r.path[r.next])
}

// TestReplay: a counterexample of a derived program is confirmed on the
// original, and a wrong one is not.
func TestReplay(t *testing.T) {
	p := lower(t, header+`int main(void) { int s = 0; for (int i = 0; i < 3; i++) { int x = __VERIFIER_nondet_int(); if (x < 0 || x > 9) abort(); s = s * 10 + x; }
		if (s == 472) reach_error(); return 0; }`, program.ILP32)
	q := program.Clone(p).Program
	var in *program.Op
	for _, e := range q.Edges {
		for i := range e.Ops {
			if e.Ops[i].Input != nil {
				in = &e.Ops[i]
			}
		}
	}
	for _, tt := range []struct {
		digits []int64
		want   interp.Kind
	}{
		{[]int64{4, 7, 2}, interp.ReachedError},
		{[]int64{4, 7, 3}, interp.Halted},
		{[]int64{4, 7}, interp.Halted},
	} {
		cex := &program.Counterexample{}
		for _, d := range tt.digits { // integers, as an engine over lowered programs gives
			cex.Havocs = append(cex.Havocs, program.HavocValue{Var: in.Var, Input: in.Input, Value: q.Terms.IntConst(d)})
		}
		out, err := interp.Replay(context.Background(), p, cex, interp.Options{Trace: true})
		if err != nil || out.Kind != tt.want {
			t.Errorf("%v: %v, %v", tt.digits, out, err)
		}
		if (out.Kind == interp.ReachedError) != (len(out.Path) > 0) {
			t.Errorf("%v: %d edges", tt.digits, len(out.Path))
		}
		if missing := strings.Contains(out.Note, "does not give"); missing != (len(tt.digits) < 3) {
			t.Errorf("%v: %s", tt.digits, out.Note)
		}
	}
}

// TestNew: programs that cannot be run are refused.
func TestNew(t *testing.T) {
	p := newProgram()
	x := p.NewVar("x", bv8)
	p.NewEdge(p.Init, p.Error, program.Choice([]program.Op{program.Assign(x, p.Terms.BV(1, 8))}, nil))
	if _, err := interp.New(p); err == nil {
		t.Error("a choice was accepted")
	}
	q := newProgram()
	q.NewEdge(q.Init, q.Error, program.Assign(x, x.Sym))
	if _, err := interp.New(q); err == nil {
		t.Error("a foreign variable was accepted")
	}
}

// TestInterrupt: a run ends with its context.
func TestInterrupt(t *testing.T) {
	p := newProgram()
	p.NewEdge(p.Init, p.Init)
	m, err := interp.New(p)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	out := m.Run(ctx, interp.Zeros{}, interp.Options{Visit: func(*program.Location) bool {
		if n++; n == 10000 {
			cancel()
		}
		return true
	}})
	if out.Kind != interp.Interrupted || out.Steps > 20000 {
		t.Errorf("%v after %d steps", out.Kind, out.Steps)
	}
}

func BenchmarkRun(b *testing.B) {
	for _, bb := range []struct{ name, body string }{
		{"count", `unsigned s = 0; for (int i = 0; i < 10000; i++) s += i;`},
		{"array", `int a[100]; for (int r = 0; r < 100; r++) for (int i = 0; i < 100; i++) a[i] = i + r;`},
		{"heap", `int *a = malloc(400); for (int r = 0; r < 100; r++) for (int i = 0; i < 100; i++) a[i] = i + r;`},
		{"double", `double x = 0; for (int i = 0; i < 10000; i++) x = x * 0.5 + i;`},
		{"longdouble", `long double x = 0; for (int i = 0; i < 1000; i++) x = x * 0.5L + i;`},
	} {
		b.Run(bb.name, func(b *testing.B) {
			m, err := interp.New(lower(b, header+"int main(void) {"+bb.body+" return 0; }", program.LP64))
			if err != nil {
				b.Fatal(err)
			}
			steps := 0
			for b.Loop() {
				steps += m.Run(context.Background(), interp.Zeros{}, interp.Options{}).Steps
			}
			b.ReportMetric(float64(steps)/b.Elapsed().Seconds()/1e6, "Msteps/s")
		})
	}
}

// TestRoom: an execution that has no room for a block is at an end of the model, not at one of its own.
func TestRoom(t *testing.T) {
	p := &program.Program{Terms: logic.NewFactory(), Model: program.LP64}
	a, b := p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{})
	p.Init, p.Error = a, b
	room := program.Assume(p.Terms.False())
	room.Note = program.Room
	p.NewEdge(a, b, program.Havoc(p.NewVar("x", logic.BVSort(8)), nil), room)
	m, err := interp.New(p)
	if err != nil {
		t.Fatal(err)
	}
	if out := m.Run(t.Context(), interp.Zeros{}, interp.Options{}); out.Kind != interp.Cut {
		t.Errorf("%v: %s", out.Kind, out.Note)
	}
}
