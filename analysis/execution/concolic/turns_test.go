package concolic_test

import (
	"testing"

	"cupel/analysis/execution/concolic"
	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
)

// TestTurns: a turn holds for the inputs that leave the path there, and for those alone.
func TestTurns(t *testing.T) {
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
	if len(path.Turns) != 3 {
		t.Fatalf("%d turns, not those of x > 10, 5 and 6", len(path.Turns))
	}
	for i, want := range []map[int64]bool{{11: true, 10: false, 7: false}, {5: true, 6: false, 7: false}, {6: true, 5: false, 7: false}} {
		turn := &path.Turns[i]
		if turn.Edge == nil || turn.At > len(path.Conditions) {
			t.Errorf("turn %d has no edge, or is behind the path", i)
		}
		for x, holds := range want {
			if got := s.holds(t, turn.Term, x); got != holds {
				t.Errorf("turn %d holds for %d: %v", i, x, got)
			}
		}
	}
}

// TestQuestions: questions are about the state before an operation, and come up where what comes in decides it.
func TestQuestions(t *testing.T) {
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
	for i := range path.Turns {
		q := &path.Turns[i]
		if q.Op == nil {
			continue
		}
		if found++; q.N != 1 || !s.holds(t, q.Term, 7) || s.holds(t, q.Term, 3) {
			t.Errorf("question %d: %s", q.N, q.Term)
		}
	}
	if found != 1 || asked == 0 {
		t.Errorf("%d questions", found)
	}
}

// TestExploreCut: an execution whose end is not there is followed as far as it goes.
func TestExploreCut(t *testing.T) {
	s := prepare(t, head+"int main(void) { while (1) if (__VERIFIER_nondet_int() == 5) return 1; }")
	out := s.x.Run(t.Context(), &values{f: s.p.Terms}, interp.Options{MaxSteps: 100, Trace: true, Calls: s.calls})
	path, err := concolic.Explore(t.Context(), s.p, s.calls, s.table, out, nil)
	if err != nil || len(path.Turns) < 10 {
		t.Fatalf("%v", err)
	}
	last := path.Turns[len(path.Turns)-1]
	if last.Step >= len(out.Path) || path.Turns[0].Step >= last.Step {
		t.Errorf("turns at steps %d to %d of %d", path.Turns[0].Step, last.Step, len(out.Path))
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
