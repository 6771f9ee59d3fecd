package inputs_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"cupel/analysis/execution/inputs"
	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/tests/effort"
	"cupel/tests/oracle"
)

// head and repeated are programs that read sources several times, which those of package oracle do not.
const head = `extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void); extern void reach_error(void); extern int foreign(int); extern void __VERIFIER_assume(int);
`

var repeated = []string{
	`int main(void) { int s = 0; for (int i = 0; i < 3; i++) { int x = __VERIFIER_nondet_int(); s = 2 * s + (x > 0); } if (s == 5) reach_error(); }`,
	`int main(void) { int s = 0, x; do { x = __VERIFIER_nondet_int(); s += x & 3; } while (x & 1); if (s == 4) reach_error(); }`,
	`int get(void) { int x = __VERIFIER_nondet_int(); return x & 3; } int main(void) { int a = get(), b = get(); if (a + 2 * b == 4) reach_error(); }`,
	`int get(int n) { int x = __VERIFIER_nondet_int() & 1; return n == 0 ? x : 2 * get(n - 1) + x; } int main(void) { if (get(2) == 5) reach_error(); }`,
	`int get(int n) { int x = n == 0 ? 0 : get(n - 1); return 2 * x + __VERIFIER_nondet_bool(); } int main(void) { int n = __VERIFIER_nondet_uchar() & 1; if (get(n) == 2) reach_error(); }`,
	`int main(void) { int y = __VERIFIER_nondet_int(); if (y > 0) { int x = __VERIFIER_nondet_int(); if (x == 1) reach_error(); } else { _Bool b = __VERIFIER_nondet_bool(); __VERIFIER_assume(b); if (y == 0) reach_error(); } }`,
	`int main(void) { int s = 0; for (int i = 0; i < 2; i++) { s += foreign(i); if (__VERIFIER_nondet_bool()) continue; s += foreign(s); } if (s == 3) reach_error(); }`,
	`extern int level; int main(int argc, char **argv) { if (argc == 2 && level == 1) reach_error(); if (level == argc) { int x = __VERIFIER_nondet_int(); if (x == argc) reach_error(); } }`,
	`int depth; int main(void) { int x = __VERIFIER_nondet_int(); if (x == 1 && depth++ < 2) return main(); if (x == 2 && depth == 1) reach_error(); return 0; }`,
	`int main(void) { while (1) { int x = __VERIFIER_nondet_int(); if (x == 1) break; if (x == 2) reach_error(); if (x < 0) return 0; } }`,
}

// TestRestrictRandom compares restricted modules with the originals, for all values of their slots from a few.
func TestRestrictRandom(t *testing.T) {
	base := effort.Seed(9000)
	features := oracle.All
	var programs []string
	for i := range uint64(effort.Programs(30, 200, 3000)) {
		features.Floats, features.Recursion = i%7 == 3, i%5 == 2
		programs = append(programs, oracle.Generate(base+i, features).Source)
	}
	for range effort.Count(6, 40, 400) {
		for _, r := range repeated {
			programs = append(programs, head+r)
		}
	}
	met := map[string]int{}
	for i, src := range programs {
		r := rand.New(rand.NewPCG(base, uint64(i)))
		compare(t, r, src, met)
		if t.Failed() {
			break
		}
	}
	t.Log(met)
	for what, rare := range map[string]int{"excluded": 5, "fails": 20, "limited": 150} { // one in so many executions, at least
		if all := met["allowed"] + met["excluded"] + met["limited"]; all >= 20*rare && met[what] == 0 {
			t.Errorf("no execution that is %s", what)
		}
	}
}

// compare draws a restriction of a program and runs both.
func compare(t *testing.T, r *rand.Rand, src string, met map[string]int) {
	t.Helper()
	original := lower(t, src, "")
	o := prepare(t, original, inputs.Find(original))
	m := lower(t, src, "")
	table := inputs.Find(m)
	var all []inputs.Slot
	for _, s := range table.Inputs() {
		for n := range 1 + 3*b2i(!s.Once) {
			if s.Sort.IsBV() {
				all = append(all, inputs.Slot{Source: s.Number, N: n + 1})
			}
		}
	}
	slots := slices.DeleteFunc(slices.Clone(all), func(inputs.Slot) bool { return r.IntN(3) == 0 })
	if len(slots) == 0 {
		slots = all
	}
	formula := table.Symbol // over the restricted module's terms
	assume := random(r, m.Terms, slots, formula, 2)
	limited := r.IntN(2) == 0
	table.Restrict(m, slots, assume, limited)
	q := prepare(t, m, table)
	most := map[int]int{}
	for _, s := range slots {
		most[s.Source] = max(most[s.Source], s.N)
	}

	for range effort.Count(60, 150, 300) {
		values := map[inputs.Slot]int64{}
		slot := func(s inputs.Slot) (int64, bool) {
			if _, ok := values[s]; !ok {
				values[s] = int64(r.IntN(6) - 2)
				if d := table.Sources[s.Source-1]; d.Type == "_Bool" {
					values[s] &= 1
				}
			}
			return values[s], true
		}
		for _, s := range slots {
			slot(s)
		}
		want := o.run(t, o.with(slot))
		read := map[int]int{}
		for _, h := range want.Havocs {
			if s := o.table.At(h.Input, h.Unknown, h.Var); s != nil && !s.Hidden {
				read[s.Number]++
			}
		}
		holds := eval(t, m.Terms, assume, table, values)
		for _, s := range slots { // no execution has a value that there is none of
			holds = holds && eval(t, m.Terms, table.Domain(s), table, values)
		}
		beyond := false
		for n, k := range read {
			beyond = beyond || most[n] > 0 && k > most[n]
		}
		got := q.run(t, q.with(slot))
		what := fmt.Sprintf("slots %v limited %v assume %s values %v\n%s", slots, limited, assume, values, src)
		fails := want.Kind == interp.ReachedError
		switch {
		case want.Kind == interp.StepLimit || got.Kind == interp.StepLimit:
		case !holds:
			met["excluded"]++
			if got.Kind != interp.Halted {
				t.Fatalf("an execution that is excluded: %s\n%s", got.Kind, what)
			}
		case limited && beyond:
			met["limited"]++
			if got.Kind != interp.Halted {
				t.Fatalf("it asks for too many values: %s\n%s", got.Kind, what)
			}
		case got.Kind != want.Kind:
			t.Fatalf("%s at %s, the original %s at %s\n%s", got.Kind, got.Pos, want.Kind, want.Pos, what)
		default:
			met["allowed"]++
			met["fails"] += b2i(fails)
			replay(t, o, q, want, got, values, what)
		}
	}
}

// replay runs the original with the values that the slots have in an execution of the restricted module.
func replay(t *testing.T, o, q *subject, want, got *interp.Outcome, values map[inputs.Slot]int64, what string) {
	t.Helper()
	vs := q.table.Values(got.Havocs)
	again := o.run(t, o.with(func(s inputs.Slot) (int64, bool) {
		v := vs[s]
		if v == nil {
			t.Fatalf("the value of %v is missing\n%s", s, what)
		}
		if !v.Sort().IsBV() {
			return values[s], true
		}
		return v.BVSigned().Int64(), true
	}))
	if again.Kind != want.Kind || !slices.Equal(again.Path, want.Path) {
		t.Fatalf("the values %v take another path: %s, %s\n%s", slices.Collect(maps.Keys(vs)), again.Kind, want.Kind, what)
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func eval(t *testing.T, f *logic.Factory, term *logic.Term, table *inputs.Table, values map[inputs.Slot]int64) bool {
	t.Helper()
	holds, err := f.NewEvaluator(func(sym *logic.Term) *logic.Term {
		s, ok := table.SlotOf(sym)
		if !ok {
			return nil
		}
		return constant(f, sym.Sort(), values[s])
	}).Bool(term)
	if err != nil {
		t.Fatalf("%s: %v", term, err)
	}
	return holds
}

// random draws a formula over slots.
func random(r *rand.Rand, f *logic.Factory, slots []inputs.Slot, sym func(inputs.Slot) *logic.Term, depth int) *logic.Term {
	if len(slots) == 0 {
		return f.True()
	}
	if depth > 0 && r.IntN(4) > 0 {
		a, b := random(r, f, slots, sym, depth-1), random(r, f, slots, sym, depth-1)
		switch r.IntN(3) {
		case 0:
			return f.And(a, b)
		case 1:
			return f.Or(a, b)
		}
		return f.Or(f.Not(a), b)
	}
	x := sym(slots[r.IntN(len(slots))])
	w := x.Sort().Width()
	y := f.BVInt(int64(r.IntN(6)-2), w)
	if other := sym(slots[r.IntN(len(slots))]); other.Sort() == x.Sort() && r.IntN(3) == 0 {
		y = other
	}
	if r.IntN(4) == 0 { // divisors that may be zero, sums that may overflow
		x = f.BVOp([]logic.Op{logic.OpBVUDiv, logic.OpBVSDiv, logic.OpBVURem, logic.OpBVSRem, logic.OpBVAddNSW, logic.OpBVMulNSW}[r.IntN(6)], f.BVInt(int64(r.IntN(9)-2), w), x)
	}
	switch r.IntN(4) {
	case 0:
		return f.Eq(x, y)
	case 1:
		return f.SLt(x, y)
	case 2:
		return f.Not(f.SLt(x, y))
	}
	return f.Not(f.Eq(x, y))
}

// TestGap: an unconstrained slot between constrained ones has a value of its own.
func TestGap(t *testing.T) {
	for _, limited := range []bool{false, true} {
		m := lower(t, head+repeated[0], "")
		table := inputs.Find(m)
		n := source(t, table, "x").Number
		table.Restrict(m, []inputs.Slot{{Source: n, N: 1}, {Source: n, N: 3}}, m.Terms.True(), limited)
		q := prepare(t, m, table)
		for k, want := range map[int64]interp.Kind{0: interp.ReachedError, 1: interp.Halted} {
			if out := q.run(t, q.with(func(s inputs.Slot) (int64, bool) { return []int64{1, k, 1}[s.N-1], true })); out.Kind != want {
				t.Errorf("limited %v, second value %d: %s", limited, k, out.Kind)
			}
		}
	}
}
