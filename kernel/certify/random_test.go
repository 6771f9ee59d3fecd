package certify

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/programtest"
	"cupel/core/smt"
	"cupel/core/smt/z3"
)

// reachable enumerates the states of a program.
func reachable(t *rapid.T, p *program.Program) bool {
	r, err := programtest.Explore(p, programtest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r.Error || len(r.Cuts) > 0
}

// bitsOf are predicates that distinguish all states.
func bitsOf(p *program.Program) []*logic.Term {
	var out []*logic.Term
	for _, v := range p.Vars {
		for b := range v.Sort().Width() {
			out = append(out, p.Terms.Eq(p.Terms.Extract(b, b, v.Sym), p.Terms.BV(1, 1)))
		}
	}
	return out
}

// TestInferExact: with predicates that distinguish all states at every loop head, exactly the programs whose error and cuts are unreachable are
// certified.
func TestInferExact(t *testing.T) {
	ctx := context.Background()
	certified, refused := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		p := programtest.Program(t, programtest.Small)
		proof, err := New(ctx, p)
		if err != nil {
			t.Fatal(err)
		}
		preds := map[*program.Location][]*logic.Term{}
		for _, l := range p.LoopHeads() {
			preds[l] = bitsOf(p)
		}
		err = proof.Infer(ctx, nil, preds, z3.Open)
		if err == nil {
			err = proof.Check(ctx, z3.Open)
		}
		if bad := reachable(t, p); bad != (err != nil) {
			t.Fatalf("reachable: %v, certificate: %v", bad, err)
		}
		if err == nil {
			certified++
		} else {
			refused++
		}
	})
	if certified == 0 || refused == 0 {
		t.Errorf("%d certified, %d refused", certified, refused)
	}
}

// accepts reports whether a proof about p, or about p with ghosts, is accepted; of a program that
// reaches the error or a cut none may be.
func accepts(t *rapid.T, proof *Proof, p *program.Program) bool {
	if proof.Check(context.Background(), z3.Open) != nil {
		return false
	}
	if reachable(t, p) {
		t.Fatal("accepted, but the error or a cut is reachable")
	}
	return true
}

// TestCheckSound: for any claimed invariants, also at the initial location, Check never accepts a program whose error is reachable.
func TestCheckSound(t *testing.T) {
	ctx := context.Background()
	accepted := 0
	rapid.Check(t, func(t *rapid.T) {
		p := programtest.Program(t, programtest.Small)
		proof, err := New(ctx, p)
		if err != nil {
			t.Fatal(err)
		}
		claims := map[*program.Location]*logic.Term{}
		for _, l := range p.LoopHeads() {
			v := p.Vars[rapid.IntRange(0, len(p.Vars)-1).Draw(t, "variable")]
			k := p.Terms.BV(uint64(rapid.IntRange(0, 3).Draw(t, "bound")), v.Sort().Width())
			switch rapid.IntRange(0, 3).Draw(t, "claim") {
			case 0:
				claims[l] = p.Terms.ULe(v.Sym, k)
			case 1:
				claims[l] = p.Terms.Eq(v.Sym, k)
			case 2:
				claims[l] = p.Terms.False()
			}
		}
		proof.Facts(claims)
		if accepts(t, proof, p) {
			accepted++
		}
	})
	if accepted == 0 {
		t.Error("nothing was accepted")
	}
}

// TestUnrollSound: Check never accepts an unrolled program whose error is reachable, whatever the solver answers about the visits of loop heads; one
// that ends soon and does not reach it is accepted.
func TestUnrollSound(t *testing.T) {
	ctx := context.Background()
	accepted, refused, lies := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		p := programtest.Program(t, programtest.Small)
		open := z3.Open
		if rapid.Bool().Draw(t, "lies") {
			after := rapid.IntRange(0, 5).Draw(t, "after")
			open = func(f *logic.Factory, o smt.Options) (smt.Solver, error) {
				s, err := z3.Open(f, o)
				return &liar{s, after}, err
			}
			lies++
		}
		proof, _, err := Unroll(ctx, p, open, 8)
		if err != nil {
			return
		}
		whole := accepts(t, proof, p)
		if accepts(t, proof.Joined(), p) != whole {
			t.Fatalf("one question has another answer than %d", proof.Questions())
		}
		if whole {
			accepted++
		} else {
			refused++
		}
	})
	t.Logf("%d accepted, %d refused, %d with a solver that lies", accepted, refused, lies)
	if accepted == 0 || refused == 0 || lies == 0 {
		t.Errorf("%d accepted, %d refused, %d with a solver that lies", accepted, refused, lies)
	}
}

// liar is a solver that answers unsat after some correct answers.
type liar struct {
	smt.Solver
	after int
}

// Check implements smt.Solver.
func (l *liar) Check(ctx context.Context, ts ...*logic.Term) (smt.Result, error) {
	if l.after--; l.after < 0 {
		return smt.Unsat, nil
	}
	return l.Solver.Check(ctx, ts...)
}

// TestUnrollSilent: a visit whose query is undecided is followed, and later queries end the unrolling.
func TestUnrollSilent(t *testing.T) {
	ctx := context.Background()
	f := logic.NewFactory()
	p := &program.Program{Terms: f, Lowered: true}
	x := p.NewVar("x", logic.Int)
	head, end := p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{})
	p.Init, p.Error = p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{})
	p.NewEdge(p.Init, head, program.Assign(x, f.IntConst(0)))
	p.NewEdge(head, head, program.Assume(f.Lt(x.Sym, f.IntConst(5))), program.Assign(x, f.Add(x.Sym, f.IntConst(1))))
	p.NewEdge(head, end, program.Assume(f.Le(f.IntConst(5), x.Sym)))
	p.NewEdge(end, p.Error, program.Assume(f.Lt(f.IntConst(5), x.Sym)))
	program.MarkLoopHeads(p)
	for silent := range 6 {
		proof, visits, err := Unroll(ctx, p, func(f *logic.Factory, o smt.Options) (smt.Solver, error) {
			s, err := z3.Open(f, o)
			return &shy{s, silent}, err
		}, 8)
		if err != nil || visits < 6 {
			t.Fatalf("%d without an answer: %d visits, %v", silent, visits, err)
		}
		if err := proof.Check(ctx, second(t)); err != nil {
			t.Errorf("%d without an answer: %v", silent, err)
		}
	}
}

// shy has no answers to the first questions.
type shy struct {
	smt.Solver
	silent int
}

// Check implements smt.Solver.
func (s *shy) Check(ctx context.Context, ts ...*logic.Term) (smt.Result, error) {
	if s.silent--; s.silent >= 0 {
		return smt.Unknown, nil
	}
	return s.Solver.Check(ctx, ts...)
}

// TestInitial: a program starts in any state, also when it returns to its
// beginning; one that starts in the error has no certificate.
func TestInitial(t *testing.T) {
	ctx := context.Background()
	f := logic.NewFactory()
	p := &program.Program{Terms: f, Lowered: true}
	x := p.NewVar("x", logic.Int)
	p.Init, p.Error = p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{})
	p.NewEdge(p.Init, p.Init, program.Assume(f.Le(f.IntConst(0), x.Sym)), program.Assign(x, f.Add(x.Sym, f.IntConst(1))))
	p.NewEdge(p.Init, p.Error, program.Assume(f.Lt(x.Sym, f.IntConst(0))))
	program.MarkLoopHeads(p)
	proof, err := New(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	proof.Facts(map[*program.Location]*logic.Term{p.Init: f.Le(f.IntConst(0), x.Sym)})
	if proof.Check(ctx, z3.Open) == nil || proof.CheckFacts(ctx, z3.Open) == nil {
		t.Error("x >= 0 does not hold initially, but is accepted")
	}
	p.Error = p.Init
	if proof, err = New(ctx, p); err != nil {
		t.Fatal(err)
	}
	if proof.Check(ctx, z3.Open) == nil {
		t.Error("a program that starts in the error is certified")
	}
}
