package concolic_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"cupel/analysis/execution/concolic"
	"cupel/analysis/execution/inputs"
	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/frontend/c"
	"cupel/tests/effort"
	"cupel/tests/oracle"
)

// A subject is a program, ready to be run and followed.
type subject struct {
	p     *program.Program
	calls map[*program.Location]*interp.Call
	table *inputs.Table
	x     *interp.Machine
}

func prepare(t *testing.T, source string) *subject {
	t.Helper()
	m, _, err := c.Lower(t.Context(), "p.c", []byte(source), c.Options{Model: program.LP64, ErrorFunctions: []string{"reach_error"}})
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	s := &subject{table: inputs.Find(m), calls: map[*program.Location]*interp.Call{}}
	var calls []passes.FlatCall
	if s.p, calls, err = passes.Flat(m); err != nil {
		t.Fatal(err)
	}
	for _, c := range calls {
		s.calls[c.At] = &interp.Call{Enter: c.Enter, Exit: c.Exit, Return: c.Return, Locals: c.Locals, Result: c.Result, Into: c.Into, Alone: c.Alone}
	}
	if s.x, err = interp.New(s.p); err != nil {
		t.Fatal(err)
	}
	return s
}

// values gives inputs their values in the order in which a program asks for them, and then zero.
type values struct {
	f    *logic.Factory
	rest []int64
}

// Next implements interp.Source.
func (v *values) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	if op.Input == nil || len(v.rest) == 0 {
		return nil, false
	}
	n := v.rest[0]
	v.rest = v.rest[1:]
	if s := op.Var.Sort(); !s.IsFloat() {
		return v.f.BVInt(n, s.Width()), true
	}
	return nil, false
}

func (s *subject) run(t *testing.T, vs []int64) *interp.Outcome {
	t.Helper()
	return s.x.Run(t.Context(), &values{s.p.Terms, vs}, interp.Options{MaxSteps: 20_000, Trace: true, Calls: s.calls})
}

// complete reports whether the last edge of an execution's path was executed to its end.
func complete(out *interp.Outcome) bool {
	return out.Kind == interp.ReachedError || out.Kind == interp.Cut || out.Kind == interp.Halted && (len(out.Path) == 0 || out.Path[len(out.Path)-1].Dst == out.Loc)
}

// satisfies reports whether the inputs of an execution satisfy a path's condition; inputs that the execution did not read, and values that are no
// inputs, may have any value.
func (s *subject) satisfies(t *testing.T, p *concolic.Path, out *interp.Outcome) bool {
	t.Helper()
	vs := s.table.Values(out.Havocs)
	eval := s.p.Terms.NewEvaluator(func(sym *logic.Term) *logic.Term {
		if slot, ok := s.table.SlotOf(sym); ok {
			if v := vs[slot]; v != nil {
				return v
			}
			return s.p.Terms.Zero(sym.Sort())
		}
		return p.Value[sym]
	})
	for _, c := range p.Conditions {
		holds, err := eval.Bool(c.Term)
		if err != nil {
			t.Fatalf("%s: %v", c.Term, err)
		}
		if !holds {
			return false
		}
	}
	return true
}

// TestRandom: inputs that satisfy a path's condition take the path, and inputs that take it satisfy the condition unless a term was concretised.
func TestRandom(t *testing.T) {
	base := effort.Seed(700)
	followed, same, others, pinned := 0, 0, 0, 0
	for i := range uint64(effort.Programs(60, 300, 4000)) {
		o := oracle.All
		o.Floats, o.Recursion, o.Memory = i%4 == 1, i%5 == 2, i%3 != 0
		p := oracle.Generate(base+i, o)
		s := prepare(t, p.Source)
		all := 1
		for range p.Inputs {
			all *= 5
		}
		r := rand.New(rand.NewPCG(base, i))
		var outs []*interp.Outcome
		var given [][]int64
		for k := range all {
			var vs []int64
			for j, v := range oracle.Values(p, k) {
				vs = append(vs, int64(v)-3+int64(j%2)+int64(r.IntN(2)))
			}
			given, outs = append(given, vs), append(outs, s.run(t, vs))
		}
		for range 3 {
			k := r.IntN(all)
			if !complete(outs[k]) {
				continue
			}
			path, err := concolic.Follow(t.Context(), s.p, s.calls, s.table, outs[k])
			if err != nil {
				t.Fatalf("seed %d, inputs %v: %v\n%s", p.Seed, given[k], err, p.Source)
			}
			followed++
			pinned += min(path.Pinned, 1)
			for j, out := range outs {
				takes := takesPath(out, outs[k])
				holds := s.satisfies(t, path, out)
				if holds && !takes || takes && !holds && path.Pinned == 0 && len(path.Unknowns) == 0 {
					t.Fatalf("seed %d: the path of %v: with %v the condition is %v, the path the same: %v (%s, %s)\n%v\n%s",
						p.Seed, given[k], given[j], holds, takes, outs[k].Kind, out.Kind, path.Conditions, p.Source)
				}
				same += b2i(holds)
				others += b2i(!holds)
			}
		}
	}
	t.Logf("%d paths, %d with pinned terms, %d executions on them, %d others", followed, pinned, same, others)
	if followed == 0 || same <= followed || others == 0 {
		t.Error("nothing was compared")
	}
}

// takesPath reports whether an execution goes the way of another one to its end.
func takesPath(out, first *interp.Outcome) bool {
	n := len(first.Path)
	if len(out.Path) < n || !slices.Equal(out.Path[:n], first.Path) {
		return false
	}
	return len(out.Path) > n || complete(out)
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

const head = `extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern void reach_error(void); extern void *malloc(unsigned long); extern void free(void *);
struct s { int before; int a[3]; int behind; };
`

// TestUndefined: executions with undefined behaviour are not on the path of one without, whatever they have in common.
func TestUndefined(t *testing.T) {
	for _, test := range []struct {
		name, body string
		on, off    [][]int64 // the first of on is followed
	}{
		{"addition", "int x = __VERIFIER_nondet_int(); int y = x + 10; return y == 3;", [][]int64{{1}, {2147483637}, {-2147483648}}, [][]int64{{2147483638}, {2147483647}}},
		{"product", "int x = __VERIFIER_nondet_int(); int y = x * x; return y > 4;", [][]int64{{1}, {46340}, {-46340}}, [][]int64{{46341}, {-46341}, {-2147483648}}},
		{"negation", "int x = __VERIFIER_nondet_int(); int y = -x; return y == 4;", [][]int64{{1}, {-2147483647}}, [][]int64{{-2147483648}}},
		{"division", "int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); int z = x / y; return z == 4;", [][]int64{{1, 1}, {-2147483648, 1}, {0, -1}}, [][]int64{{1, 0}, {-2147483648, -1}}},
		{"remainder", "int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); int z = x % y; return z == 4;", [][]int64{{1, 1}}, [][]int64{{1, 0}, {-2147483648, -1}}},
		{"shift", "int x = __VERIFIER_nondet_int(); int y = 1 << x; return y == 4;", [][]int64{{1}, {30}}, [][]int64{{32}, {-1}}},
		{"array", "int a[4] = {1, 2, 3, 4}; int x = __VERIFIER_nondet_int(); return a[x] == 9;", [][]int64{{1}, {0}, {3}}, [][]int64{{4}, {-1}, {1073741824}, {-2147483648}}},
		{"write", "int a[4] = {1, 2, 3, 4}; int x = __VERIFIER_nondet_int(); a[x] = 5; return a[0];", [][]int64{{1}}, [][]int64{{4}, {-1}, {1073741824}}},
		{"struct", "struct s v = {1, {2, 3, 4}, 5}, *p = &v; int x = __VERIFIER_nondet_int(); p->a[x] = 7; return 0;", [][]int64{{1}}, [][]int64{{5}, {-2}, {1073741824}, {-1073741823}}},
		{"pointer", "struct s v = {1, {2, 3, 4}, 5}; int *p = &v.before; int x = __VERIFIER_nondet_int(); int y = p[x]; return y == 9;", [][]int64{{1}}, [][]int64{{5}, {-1}, {1073741824}}},
		{"heap", "int *p = malloc(12); p[0] = p[1] = p[2] = 1; int x = __VERIFIER_nondet_int(); int y = p[x]; return y == 9;", [][]int64{{1}}, [][]int64{{3}, {-1}, {1073741824}, {-2147483648}}},
		{"heap of any size", "unsigned char n = __VERIFIER_nondet_uchar(); char *p = malloc(n); int x = __VERIFIER_nondet_int(); p[x] = 1; return 0;", [][]int64{{8, 3}, {9, 3}}, [][]int64{{3, 3}, {0, 0}, {8, 8}, {8, -1}, {8, 2147483647}}},
		{"released", "int *p = malloc(4), *q = malloc(4); *p = *q = 0; int x = __VERIFIER_nondet_int(); int *r = x > 3 ? p : q; free(p); *r = 1; return 0;", [][]int64{{1}}, [][]int64{{4}, {7}}},
		{"released by choice", "int *p = malloc(4), *q = malloc(4); *p = *q = 0; int x = __VERIFIER_nondet_int(); int *r = (int *)((x > 3) * ((unsigned long)p - (unsigned long)q) + (unsigned long)q); free(r); *p = 1; return 0;", [][]int64{{1}}, [][]int64{{4}, {7}}},
		{"pointer computed before", "int a[4] = {1, 2, 3, 4}, b[4] = {0}; int x = __VERIFIER_nondet_int(); int *c = b, *p = a, *q = p + x; c[0] = 1; *q = 5; return 0;", [][]int64{{1}}, [][]int64{{4}, {8}, {-1}, {1073741824}}},
		{"order", "int a[4] = {1, 2, 3, 4}, b[4] = {0}; int x = __VERIFIER_nondet_int(); int *p = a, *q = x > 3 ? b : a + 1; return p < q;", [][]int64{{1}}, [][]int64{{4}}},
		{"two objects", "int a[2] = {1, 2}, b[2] = {3, 4}; int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); int *p[2] = {a, b}; if (x < 0 || x > 1) return 0; p[x][y] = 1; return 0;", [][]int64{{0, 1}}, [][]int64{{0, 2}, {1, 2}, {1, -1}, {0, -1}}},
		{"lifetime", "int *p = 0; for (int i = 0; i < 2; i++) { int v = i; if (i == 0) p = &v; int x = __VERIFIER_nondet_int(); int *q = x > 3 ? p : &v; if (i == 1) *q = 1; } return 0;", [][]int64{{0, 0}}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := prepare(t, head+"int main(void) { "+test.body+" }")
			first := s.run(t, test.on[0])
			if !complete(first) {
				t.Fatalf("%s: %s", first.Kind, first.Note)
			}
			path, err := concolic.Follow(t.Context(), s.p, s.calls, s.table, first)
			if err != nil {
				t.Fatal(err)
			}
			for _, vs := range test.on {
				if out := s.run(t, vs); !s.satisfies(t, path, out) {
					t.Errorf("%v does not satisfy %v", vs, path.Conditions)
				}
			}
			for _, vs := range test.off {
				out := s.run(t, vs)
				if takesPath(out, first) {
					t.Errorf("%v takes the path", vs)
				}
				// Inputs that an execution that ended early did not read have the values that they would have had.
				if s.given(t, path, vs) {
					t.Errorf("%v satisfies %v, and ends: %s", vs, path.Conditions, out.Kind)
				}
			}
		})
	}
}

// given reports whether values satisfy a path's condition where all inputs are read once, in the order of the sources.
func (s *subject) given(t *testing.T, p *concolic.Path, vs []int64) bool {
	t.Helper()
	at := map[int]int64{}
	for i, src := range s.table.Inputs() {
		at[src.Number] = vs[i]
	}
	eval := s.p.Terms.NewEvaluator(func(sym *logic.Term) *logic.Term {
		if slot, ok := s.table.SlotOf(sym); ok {
			return s.p.Terms.BVInt(at[slot.Source], sym.Sort().Width())
		}
		return p.Value[sym]
	})
	for _, c := range p.Conditions {
		if holds, err := eval.Bool(c.Term); err != nil || !holds {
			return false
		}
	}
	return true
}

// TestTooLong: an execution whose trace is not whole is not followed.
func TestTooLong(t *testing.T) {
	s := prepare(t, head+"int main(void) { for (int i = 0; i < 200000; i++) ; return 0; }")
	out := s.x.Run(t.Context(), &values{f: s.p.Terms}, interp.Options{Trace: true, Calls: s.calls})
	if _, err := concolic.Follow(t.Context(), s.p, s.calls, s.table, out); err == nil {
		t.Errorf("%d edges are followed", len(out.Path))
	}
}
