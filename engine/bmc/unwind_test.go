package bmc_test

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/program/programtest"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/engine/bmc"
)

// A walk is an execution by explicit enumeration: its inputs, and how often it visited a loop's head without leaving the loop.
type walk struct {
	at     *program.Location
	vals   map[*logic.Term]*logic.Term
	inputs []*logic.Term // values, in order
	ops    []*program.Op // that took them
	loop   *program.Loop
	count  []int
	most   int
}

// walker enumerates the executions of a program up to a length and a number of values.
type walker struct {
	p         *program.Program
	innermost []*program.Loop
	fails     []walk
	left      int
	cut       bool
}

func (w *walker) from(s walk, depth int) {
	if w.left--; w.left < 0 || depth == 0 || len(s.inputs) > 7 {
		return
	}
	if s.at == w.p.Error {
		w.fails = append(w.fails, s)
		return
	}
	if s.at.Cut != "" {
		w.cut = true
		return
	}
	for _, e := range s.at.Out {
		w.ops(s, e, 0, depth)
	}
}

func (w *walker) ops(s walk, e *program.Edge, i, depth int) {
	f := w.p.Terms
	if i == len(e.Ops) {
		s.at = e.Dst
		s.enter(e.Dst, w.innermost[e.Dst.ID])
		w.from(s, depth-1)
		return
	}
	op := &e.Ops[i]
	with := func(v *logic.Term) walk {
		n := s
		n.vals = make(map[*logic.Term]*logic.Term, len(s.vals))
		for k, x := range s.vals {
			n.vals[k] = x
		}
		n.vals[op.Var.Sym] = v
		return n
	}
	switch op.Kind {
	case program.OpAssume:
		if f.Subst(op.Expr, s.vals).IsTrue() {
			w.ops(s, e, i+1, depth)
		}
	case program.OpAssign:
		w.ops(with(f.Subst(op.Expr, s.vals)), e, i+1, depth)
	case program.OpHavoc:
		for k := range 1 << op.Var.Sort().Width() {
			n := with(f.BV(uint64(k), op.Var.Sort().Width()))
			n.inputs = append(s.inputs[:len(s.inputs):len(s.inputs)], n.vals[op.Var.Sym])
			n.ops = append(s.ops[:len(s.ops):len(s.ops)], op)
			w.ops(n, e, i+1, depth)
		}
	}
}

// enter counts visits as Unwinding.Visits does.
func (s *walk) enter(l *program.Location, loop *program.Loop) {
	if loop == nil {
		s.loop, s.count = nil, nil
		return
	}
	common := s.loop
	for common != nil && !loop.Within(common) {
		common = common.Parent
	}
	now := make([]int, loop.Depth)
	if common != nil {
		copy(now, s.count[:common.Depth])
	}
	if loop.Head == l {
		now[loop.Depth-1]++
		s.most = max(s.most, now[loop.Depth-1])
	}
	s.loop, s.count = loop, now
}

// TestUnwindRandom compares the ways to the error with all executions of random programs: every failing one that is within
// the bounds satisfies a way, and what satisfies a way fails.
func TestUnwindRandom(t *testing.T) {
	complete, ways, walks, within := 0, 0, 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		shape := programtest.Small
		shape.Vars, shape.Checks = 2, rapid.Bool().Draw(rt, "checks")
		p := programtest.AnyStart(programtest.Program(rt, shape))
		var err error
		if p, _, err = passes.AssumeChecks.Run(context.Background(), p); err != nil {
			rt.Fatal(err)
		}
		program.MarkLoopHeads(p)
		u, err := bmc.Unwind(context.Background(), p, z3.Open, smt.Options{}, rapid.SampledFrom([]int{2_000, 20_000, 60_000}).Draw(rt, "work"))
		if err != nil {
			rt.Fatal(err)
		}
		s, err := z3.Open(p.Terms, smt.Options{})
		if err != nil {
			rt.Fatal(err)
		}
		defer s.Close()
		f := p.Terms
		any := f.False()
		for _, w := range u.Fails {
			any = f.Or(any, w.Guard)
		}
		truth, err := programtest.Explore(p, programtest.Options{})
		if err != nil {
			rt.Skip(err)
		}
		sat, err := s.Check(context.Background(), any)
		if err != nil {
			rt.Fatal(err)
		}
		switch {
		case sat == smt.Sat && !truth.Error:
			rt.Fatal("a way to an error that cannot be reached")
		case u.Complete && sat == smt.Unsat && truth.Error:
			rt.Fatal("no way to the error, which can be reached")
		case u.Complete && len(truth.Cuts) > 0:
			rt.Fatal("complete in spite of an end of the model")
		}
		if u.Complete {
			complete++
		}
		ways += len(u.Fails)
		_, innermost := program.Loops(p)
		w := &walker{p: p, innermost: innermost, left: 3000}
		w.from(walk{at: p.Init, vals: map[*logic.Term]*logic.Term{}}, 24)
		for i, x := range w.fails {
			if i >= 30 {
				break
			}
			if walks++; !u.Complete && x.most > u.Visits {
				continue
			}
			within++
			if !reads(u, any, f, s, x, rt) {
				rt.Fatalf("complete %v, visits %d: an execution that fails with %v after %d visits of a head satisfies none of\n%v", u.Complete, u.Visits, x.inputs, x.most, any)
			}
		}
	})
	t.Logf("%d complete, %d ways, %d of %d executions within the bounds", complete, ways, within, walks)
	if complete == 0 || ways == 0 || within == 0 {
		t.Error("nothing was compared")
	}
}

// reads reports whether some assignment of an execution's inputs to symbols satisfies the formula of the unwinding: an operation may be executed several
// times, and which of its symbols belongs to which visit is not known.
func reads(u *bmc.Unwinding, any *logic.Term, f *logic.Factory, s smt.Solver, x walk, rt *rapid.T) bool {
	took := map[*program.Op][]*logic.Term{}
	for i, op := range x.ops {
		took[op] = append(took[op], x.inputs[i])
	}
	terms := []*logic.Term{any}
	for _, r := range u.Reads {
		vs := took[r.Op]
		if len(vs) == 0 {
			continue // of another way
		}
		var one []*logic.Term
		for _, v := range vs {
			one = append(one, f.Eq(r.Sym, v))
		}
		terms = append(terms, f.Or(one...))
	}
	r, err := s.Check(context.Background(), terms...)
	if err != nil {
		rt.Fatal(err)
	}
	return r == smt.Sat
}

// unwound unwinds with much work.
func unwound(t *testing.T, p *program.Program, units int) *bmc.Unwinding {
	t.Helper()
	u, err := bmc.Unwind(t.Context(), p, z3.Open, smt.Options{}, units)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// TestUnwindVisits: where executions that visit a head often are merged with others, the condition of the examined executions is exact. Two loops run as
// often as an input determines; the error is where both run n times.
func TestUnwindVisits(t *testing.T) {
	for _, units := range []int{2_000, 5_000, 20_000, 60_000} {
		b := newBuild("init one two out err")
		x, y, z, i := b.NewVar("x", logic.Int), b.NewVar("y", logic.Int), b.NewVar("z", logic.Int), b.NewVar("i", logic.Int)
		start, next := program.Assign(i, z.Sym), program.Assign(i, b.f.Add(i.Sym, b.c(1))) // no constants keep states apart
		below := func(v *program.Var) *logic.Term { return b.f.Lt(i.Sym, b.f.Add(z.Sym, v.Sym)) }
		b.edge("init", "one", program.Havoc(x, nil), program.Havoc(y, nil), program.Havoc(z, nil), start)
		b.edge("one", "one", program.Assume(below(x)), next)
		b.edge("one", "two", program.Assume(b.f.Not(below(x))), start)
		b.edge("two", "two", program.Assume(below(y)), next)
		b.edge("two", "out", program.Assume(b.f.Not(below(y))))
		b.edge("out", "err", program.Assume(b.f.Le(b.c(0), x.Sym)), program.Assume(b.f.Le(b.c(0), y.Sym)))
		u := unwound(t, b.done(), units)
		if u.Complete || len(u.Reads) != 3 {
			t.Fatalf("complete %v, %d values came in", u.Complete, len(u.Reads))
		}
		t.Logf("%d units: %d visits", units, u.Visits)
		any := b.f.False()
		for _, w := range u.Fails {
			any = b.f.Or(any, w.Guard)
		}
		for n := range max(u.Visits-1, 0) + 1 { // n turns are n + 1 visits
			for k := range max(u.Visits-1, 0) + 1 {
				holds := b.f.Subst(any, map[*logic.Term]*logic.Term{u.Reads[0].Sym: b.c(int64(n)), u.Reads[1].Sym: b.c(int64(k)), u.Reads[2].Sym: b.c(0)})
				if u.Visits > 0 && !holds.IsTrue() {
					t.Fatalf("%d units, %d visits: %d and %d turns are missing", units, u.Visits, n, k)
				}
			}
		}
	}
}

// TestUnwindEnds: nothing is known of executions beyond an end of the model, unless it is unreachable.
func TestUnwindEnds(t *testing.T) {
	for bad, want := range map[int64]bool{1: false, 5: true} {
		b := newBuild("init in err cut")
		x := b.NewVar("x", logic.Int)
		b.locs["cut"].Cut = "unsupported"
		b.edge("init", "in", program.Havoc(x, nil), program.Assume(b.f.Le(b.c(0), x.Sym)), program.Assume(b.f.Le(b.f.Add(x.Sym, x.Sym), b.c(3))))
		b.edge("in", "cut", program.Assume(b.f.Eq(x.Sym, b.c(bad))))
		b.edge("in", "err", program.Assume(b.f.Not(b.f.Eq(x.Sym, b.c(bad)))))
		if u := unwound(t, b.done(), 1_000_000); u.Complete != want || u.Visits > 0 != want || len(u.Fails) != 1 {
			t.Errorf("%d: complete %v, visits %d, %d ways", bad, u.Complete, u.Visits, len(u.Fails))
		}
	}
}

// TestStops: an execution that reads more values than are given is reported, and it alone.
func TestStops(t *testing.T) {
	b := newBuild("init in err")
	x := b.NewVar("x", logic.Int)
	limit := program.Assume(b.f.Lt(x.Sym, b.c(3)))
	limit.Note = program.InputLimit
	b.edge("init", "in", program.Havoc(x, nil), program.Assume(b.f.Le(b.c(0), x.Sym)), limit)
	b.edge("in", "err", program.Assume(b.f.Eq(x.Sym, b.c(2))))
	u := unwound(t, b.done(), 1_000_000)
	if len(u.Stops) != 1 || len(u.Fails) != 1 || len(u.Reads) != 1 || !u.Complete {
		t.Fatalf("%+v", u)
	}
	for v := int64(-1); v < 6; v++ {
		at := map[*logic.Term]*logic.Term{u.Reads[0].Sym: b.c(v)}
		if stops, fails := b.f.Subst(u.Stops[0].Guard, at).IsTrue(), b.f.Subst(u.Fails[0].Guard, at).IsTrue(); stops != (v >= 3) || fails != (v == 2) {
			t.Errorf("%d: stops %v, fails %v", v, stops, fails)
		}
	}
}
