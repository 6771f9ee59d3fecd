package certify

import (
	"context"
	"errors"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/smt/smtlib"
	"cupel/core/smt/z3"
)

// loop is x = 0; while (x < n) x += step; error if x > bad.
func loop(step, bad int64) (p *program.Program, head *program.Location, x, n *logic.Term) {
	f := logic.NewFactory()
	p = &program.Program{Terms: f, Lowered: true}
	x, n = f.Var("x", logic.Int), f.Var("n", logic.Int)
	vx := &program.Var{Name: "x", Sym: x, Signed: true}
	vn := &program.Var{Name: "n", Sym: n, Signed: true}
	p.Vars = []*program.Var{vx, vn}
	pos := program.Pos{File: "t", Line: 1, Col: 1}
	var l [4]*program.Location
	for i := range l {
		l[i] = p.NewLocation("main", pos)
	}
	p.Init, head, p.Error = l[0], l[1], l[3]
	k := f.IntConst
	p.NewEdge(l[0], l[1], program.Havoc(vn, nil), program.Assume(f.Le(k(0), n)), program.Assume(f.Le(n, k(100))), program.Assign(vx, k(0)))
	p.NewEdge(l[1], l[1], program.Assume(f.Lt(x, n)), program.Assign(vx, f.Add(x, k(step))))
	p.NewEdge(l[1], l[2], program.Assume(f.Le(n, x)))
	p.NewEdge(l[2], l[3], program.Assume(f.Lt(k(bad), x)))
	program.MarkLoopHeads(p)
	return p, head, x, n
}

func second(t *testing.T) smt.Opener {
	t.Helper()
	if smtlib.Available("cvc5") {
		return smtlib.Opener("cvc5")
	}
	return z3.Open
}

// TestInfer: predicates that prove the loop give invariants that the second
// solver accepts; too few do not.
func TestInfer(t *testing.T) {
	ctx := context.Background()
	for name, c := range map[string]struct {
		preds func(f *logic.Factory, x, n *logic.Term) []*logic.Term
		ok    bool
	}{
		"x <= n, n <= 100": {func(f *logic.Factory, x, n *logic.Term) []*logic.Term {
			return []*logic.Term{f.Le(x, n), f.Le(n, f.IntConst(100))}
		}, true},
		"x <= 100": {func(f *logic.Factory, x, n *logic.Term) []*logic.Term { return []*logic.Term{f.Le(x, f.IntConst(100))} }, false},
		"none":     {func(*logic.Factory, *logic.Term, *logic.Term) []*logic.Term { return nil }, false},
	} {
		p, head, x, n := loop(1, 100)
		proof, err := New(ctx, p)
		if err != nil {
			t.Fatal(err)
		}
		err = proof.Infer(ctx, nil, map[*program.Location][]*logic.Term{head: c.preds(p.Terms, x, n)}, z3.Open)
		if err == nil {
			err = proof.Check(ctx, second(t))
		}
		if c.ok && err != nil || !c.ok && !errors.Is(err, ErrInconclusive) {
			t.Errorf("%s: %v", name, err)
		}
		if c.ok && proof.At(head) == nil {
			t.Errorf("%s: no invariant at the head", name)
		}
	}
}

// TestCheck accepts inductive invariants that exclude the error and nothing else.
func TestCheck(t *testing.T) {
	ctx := context.Background()
	for name, c := range map[string]struct {
		step, bad int64
		inv       func(f *logic.Factory, x, n *logic.Term) *logic.Term
		ok        bool
	}{
		"right": {1, 100, func(f *logic.Factory, x, n *logic.Term) *logic.Term {
			return f.And(f.Le(x, n), f.Le(n, f.IntConst(100)))
		}, true},
		"does not exclude the error": {1, 100, func(f *logic.Factory, x, n *logic.Term) *logic.Term { return f.True() }, false},
		"not inductive": {2, 100, func(f *logic.Factory, x, n *logic.Term) *logic.Term {
			return f.And(f.Le(x, n), f.Le(n, f.IntConst(100)))
		}, false},
		"does not hold initially": {1, 100, func(f *logic.Factory, x, n *logic.Term) *logic.Term {
			return f.And(f.Le(f.IntConst(1), x), f.Le(x, n), f.Le(n, f.IntConst(100)))
		}, false},
		"right for steps of two": {2, 101, func(f *logic.Factory, x, n *logic.Term) *logic.Term {
			return f.And(f.Le(x, f.Add(n, f.IntConst(1))), f.Le(n, f.IntConst(100)))
		}, true},
	} {
		p, head, x, n := loop(c.step, c.bad)
		proof, err := New(ctx, p)
		if err != nil {
			t.Fatal(err)
		}
		proof.Facts(map[*program.Location]*logic.Term{head: c.inv(p.Terms, x, n)})
		if err := proof.Check(ctx, second(t)); c.ok != (err == nil) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestStop: encoding a program ends where its context does.
func TestStop(t *testing.T) {
	p, _, _, _ := loop(1, 100)
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if c, err := New(ctx, p); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", c, err)
	}
	if _, err := New(context.Background(), p); err != nil {
		t.Error(err)
	}
}

// TestClosed: where no path leads to the error there is one question left.
func TestClosed(t *testing.T) {
	p, head, _, _ := loop(1, 100)
	for _, e := range p.Error.In {
		e.Dst = head
		head.In = append(head.In, e)
	}
	p.Error.In = nil
	c, err := New(context.Background(), p)
	if err != nil || !c.Closed() {
		t.Fatalf("%+v, %v", c, err)
	}
	asked := 0
	open := func(f *logic.Factory, o smt.Options) (smt.Solver, error) {
		s, err := second(t)(f, o)
		return &countedSolver{s, &asked}, err
	}
	if err := c.Check(context.Background(), open); err != nil || asked != 1 {
		t.Errorf("%d questions, %v", asked, err)
	}
}

type countedSolver struct {
	smt.Solver
	asked *int
}

func (s *countedSolver) Check(ctx context.Context, assumptions ...*logic.Term) (smt.Result, error) {
	*s.asked++
	return s.Solver.Check(ctx, assumptions...)
}
