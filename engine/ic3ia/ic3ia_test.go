package ic3ia_test

import (
	"context"
	"testing"

	"cupel/core/interpolation"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt/z3"
	"cupel/core/work"
	"cupel/engine"
	"cupel/engine/ic3ia"
	"cupel/tests/enginetest"
)

var configurations = []enginetest.Configuration{
	{Name: "text", Engine: ic3ia.New(ic3ia.Options{})},
	{Name: "local", Engine: ic3ia.New(ic3ia.Options{Local: true})},
	{Name: "core-whole", Engine: ic3ia.New(ic3ia.Options{CoreOnly: true, Predicates: interpolation.ModeWhole})},
	{Name: "local-conjuncts", Engine: ic3ia.New(ic3ia.Options{Local: true, Predicates: interpolation.ModeConjuncts})},
}

// TestRandomPrograms compares the engine with the enumeration of the states, with and without facts.
func TestRandomPrograms(t *testing.T) { enginetest.RandomPrograms(t, configurations) }

// counters is: x = y = 0; while (x < bound) { x++; y += step; } error if y == bad; then the end of the model if y == cut. A bound
// below 0 is an input of at least 0.
func counters(bound, step, bad, cut int64) *program.Program {
	f := logic.NewFactory()
	p := &program.Program{Terms: f, Lowered: true}
	x, y, n := p.NewVar("x", logic.Int), p.NewVar("y", logic.Int), p.NewVar("n", logic.Int)
	l := make([]*program.Location, 5)
	for k := range l {
		l[k] = p.NewLocation("main", program.Pos{File: "t", Line: k + 1, Col: 1})
	}
	p.Init, p.Error = l[0], l[4]
	l[3].Cut = "the test"
	k := f.IntConst
	begin := []program.Op{program.Assign(x, k(0)), program.Assign(y, k(0)), program.Assign(n, k(bound))}
	if bound < 0 {
		begin[2] = program.Havoc(n, nil)
		begin = append(begin, program.Assume(f.Le(k(0), n.Sym)))
	}
	p.NewEdge(l[0], l[1], begin...)
	p.NewEdge(l[1], l[1], program.Assume(f.Lt(x.Sym, n.Sym)), program.Assign(x, f.Add(x.Sym, k(1))), program.Assign(y, f.Add(y.Sym, k(step))))
	p.NewEdge(l[1], l[2], program.Assume(f.Le(n.Sym, x.Sym)))
	p.NewEdge(l[2], l[4], program.Assume(f.Eq(y.Sym, k(bad))))
	p.NewEdge(l[2], l[3], program.Assume(f.Eq(y.Sym, k(cut))))
	program.MarkLoopHeads(p)
	return p
}

// TestCounters: errors are found with their paths, proofs are accepted by a second solver, cuts are told.
func TestCounters(t *testing.T) {
	for _, c := range []struct {
		bound, step, bad, cut int64
		want                  engine.Verdict
		reason                engine.ReasonKind
	}{
		{3, 1, 3, -1, engine.False, ""},
		{3, 1, 4, -1, engine.True, ""},
		{1_000_000, 1, -2, -1, engine.True, ""},
		{-1, 1, 5, -1, engine.False, ""},
		{-1, 2, -1, -2, engine.True, ""},
		{3, 1, 4, 3, engine.Unknown, engine.ModelEnds},
		{3, 1, 3, 2, engine.False, ""},
	} {
		for _, e := range configurations {
			p := counters(c.bound, c.step, c.bad, c.cut)
			ctx, cancel := work.Within(context.Background(), 20_000_000)
			r, err := e.Engine.Verify(ctx, enginetest.Problem(t, p), engine.Quiet{})
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != c.want || r.Reason.Kind != c.reason {
				t.Errorf("%s, %+v: %v (%v)", e.Name, c, r.Verdict, r.Reason)
			}
			if r.Verdict == engine.True {
				if err := r.Proof.Check(ctx, z3.Open); err != nil {
					t.Errorf("%s, %+v: %v", e.Name, c, err)
				}
			}
			cancel()
		}
	}
}

// TestStops: the search ends with its context, and with the pause of its caller.
func TestStops(t *testing.T) {
	ended, end := context.WithCancel(context.Background())
	end()
	little, cancel := work.Within(context.Background(), 2_000)
	defer cancel()
	for name, c := range map[string]struct {
		ctx   context.Context
		pause func(int) bool
	}{
		"ended": {ended, nil}, "work": {little, nil}, "pause": {context.Background(), func(int) bool { return false }},
	} {
		given := enginetest.Problem(t, counters(1_000_000, 1, 999_999, -1))
		given.Tools.Pause = c.pause
		r, err := ic3ia.New(ic3ia.Options{}).Verify(c.ctx, given, engine.Quiet{})
		if err != nil || r.Verdict != engine.Unknown || r.Reason.Kind != engine.Stopped {
			t.Errorf("%s: %v, %v", name, r, err)
		}
	}
}
