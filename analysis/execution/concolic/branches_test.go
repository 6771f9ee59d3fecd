package concolic_test

import (
	"testing"

	"cupel/analysis/execution/concolic"
	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
)

// TestBranches: the condition of an untaken branch holds for the inputs that leave the path there, and for those alone.
func TestBranches(t *testing.T) {
	s := prepare(t, head+`int main(void) { int x = __VERIFIER_nondet_int(); int y = 3, r = 0;
  for (int i = 0; i < 2; i++) r += i;
  if (x > 10) r++;
  if (y == 3) r++;
  switch (x) { case 5: return 1; case 6: return 2; }
  return r; }`)
	path, err := concolic.Explore(t.Context(), s.p, s.calls, s.table, s.run(t, []int64{7}), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(path.Branches) != 3 {
		t.Fatalf("%d branches, not those of x > 10, 5 and 6", len(path.Branches))
	}
	for i, want := range []map[int64]bool{{11: true, 10: false, 7: false}, {5: true, 6: false, 7: false}, {6: true, 5: false, 7: false}} {
		b := &path.Branches[i]
		if b.Edge == nil || b.At > len(path.Conditions) {
			t.Errorf("branch %d has no edge, or lies beyond the path", i)
		}
		for x, holds := range want {
			if got := s.holds(t, b.Term, x); got != holds {
				t.Errorf("branch %d holds for %d: %v", i, x, got)
			}
		}
	}
}

// TestQueries: a query is evaluated in the state before an operation, and recorded where inputs decide it.
func TestQueries(t *testing.T) {
	s := prepare(t, head+"int main(void) { int x = __VERIFIER_nondet_int(); int y = x + 1; if (y == 4) return 1; y = 9; if (y == 4) return 2; return 0; }")
	asked := 0
	path, err := concolic.Explore(t.Context(), s.p, s.calls, s.table, s.run(t, []int64{0}), func(op *program.Op) []*logic.Term {
		if op.Kind != program.OpAssume {
			return nil
		}
		asked++
		return []*logic.Term{nil, op.Expr}
	})
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for i := range path.Branches {
		q := &path.Branches[i]
		if q.Op == nil {
			continue
		}
		if found++; q.N != 1 || !s.holds(t, q.Term, 7) || s.holds(t, q.Term, 3) {
			t.Errorf("query %d: %s", q.N, q.Term)
		}
	}
	if found != 1 || asked == 0 {
		t.Errorf("%d queries", found)
	}
}

// TestExploreCut: a truncated execution is followed up to its last step, and its branches are valid.
func TestExploreCut(t *testing.T) {
	s := prepare(t, head+"int main(void) { while (1) if (__VERIFIER_nondet_int() == 5) return 1; }")
	out := s.x.Run(t.Context(), &values{f: s.p.Terms}, interp.Options{MaxSteps: 100, Trace: true, Calls: s.calls})
	path, err := concolic.Explore(t.Context(), s.p, s.calls, s.table, out, nil)
	if err != nil || len(path.Branches) < 10 {
		t.Fatalf("%v", err)
	}
	last := path.Branches[len(path.Branches)-1]
	if last.Step >= len(out.Path) || path.Branches[0].Step >= last.Step {
		t.Errorf("branches at steps %d to %d of %d", path.Branches[0].Step, last.Step, len(out.Path))
	}
}

// holds evaluates a formula where the only input has a value.
func (s *subject) holds(t *testing.T, f *logic.Term, x int64) bool {
	t.Helper()
	holds, err := s.p.Terms.NewEvaluator(func(sym *logic.Term) *logic.Term {
		if _, ok := s.table.SlotOf(sym); ok {
			return s.p.Terms.BVInt(x, sym.Sort().Width())
		}
		return nil
	}).Bool(f)
	if err != nil {
		t.Fatal(err)
	}
	return holds
}
