package kinduction_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/program/programtest"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/core/work"
	"cupel/engine"
	"cupel/engine/definedness"
	"cupel/engine/kinduction"
	"cupel/kernel/facts"
	"cupel/tests/enginetest"
)

// TestRandomPrograms compares the engine with the enumeration of the states, with and without facts.
func TestRandomPrograms(t *testing.T) {
	enginetest.RandomPrograms(t, []enginetest.Configuration{
		{Name: "facts", Engine: kinduction.New()}, {Name: "alone", Engine: kinduction.New()}})
}

// ring counts x = 0, 1, ..., n-1, 0, ... for ever and is at the error when x = bad: safe for bad >= n
// by k-induction with k = 1 and a fact, or where bad is so far away that as many blocks lead to it.
func ring(n, bad int64) *program.Program {
	f := logic.NewFactory()
	p := &program.Program{Terms: f}
	x := p.NewVar("x", logic.Int)
	init, head, err := p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{})
	p.Init, p.Error = init, err
	c := f.IntConst
	p.NewEdge(init, head, program.Assign(x, c(0)))
	p.NewEdge(head, err, program.Assume(f.Eq(x.Sym, c(bad))))
	p.NewEdge(head, head, program.Assume(f.Not(f.Eq(x.Sym, c(bad)))),
		program.Assign(x, f.Ite(f.Eq(x.Sym, c(n-1)), c(0), f.Add(x.Sym, c(1)))))
	program.MarkLoopHeads(p)
	return p
}

func verify(t *testing.T, given engine.Problem) *engine.Result {
	t.Helper()
	r, err := definedness.Verify(t.Context(), kinduction.New(), given, engine.Quiet{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func depth(r *engine.Result) string { return r.Stats[0].Value }

// TestInduction: the depth at which a property is inductive, with and without facts.
func TestInduction(t *testing.T) {
	p := ring(5, 9)
	head := p.Locs[1]
	given := enginetest.Problem(t, p)
	x := p.Vars[0].Sym
	given.Facts = map[*program.Location]*logic.Term{head: p.Terms.Lt(x, p.Terms.IntConst(5))}
	r := verify(t, given)
	if r.Verdict != engine.True || depth(r) != "1" {
		t.Fatalf("with a fact: %v at depth %s", r.Verdict, depth(r))
	}
	if err := r.Proof.Check(t.Context(), z3.Open); err != nil {
		t.Error(err)
	}
	// From x = 5 on the error is four steps away, and nothing leads to x = 5: five blocks are enough.
	given.Facts = map[*program.Location]*logic.Term{head: p.Terms.Not(p.Terms.Eq(x, p.Terms.IntConst(5)))}
	r = verify(t, given)
	if r.Verdict != engine.True || depth(r) == "1" {
		t.Errorf("with a weak fact: %v at depth %s", r.Verdict, depth(r))
	}
	if err := r.Proof.Check(t.Context(), z3.Open); err != nil {
		t.Error(err)
	}
	r = verify(t, enginetest.Problem(t, ring(5, 3)))
	if r.Verdict != engine.False || depth(r) != "5" {
		t.Errorf("the error: %v at depth %s", r.Verdict, depth(r))
	}
}

// TestUndefined: an error after undefined behaviour does not count.
func TestUndefined(t *testing.T) {
	p := ring(5, 3)
	f := p.Terms
	for _, e := range p.Edges {
		if e.Dst == p.Error {
			e.Ops = append(e.Ops, program.CheckOf(program.OtherCheck, f.Lt(p.Vars[0].Sym, f.IntConst(0)), "overflow"))
		}
	}
	given := enginetest.Problem(t, p)
	asked := 0
	given.Tools.Confirm = func(context.Context, *program.Counterexample) engine.Replay {
		asked++
		return engine.Replay{Kind: engine.Undefined}
	}
	r := verify(t, given)
	if r.Verdict != engine.True || !r.Proof.Strict || asked != 1 {
		t.Errorf("%v (%s), asked %d times", r.Verdict, r.Reason, asked)
	}
}

// TestUnknown: cuts, limits and a solver that is not there.
func TestUnknown(t *testing.T) {
	p := ring(5, 3)
	p.Error.Cut = "unsupported"
	p.Error = p.NewLocation("main", program.Pos{})
	given := enginetest.Problem(t, p)
	if r := verify(t, given); r.Reason != (engine.Reason{Kind: engine.ModelEnds, Text: "unsupported"}) {
		t.Errorf("%v (%s)", r.Verdict, r.Reason)
	}
	given.Tools.Pause = func(int) bool { return false }
	if r := verify(t, given); r.Reason.Kind != engine.Stopped {
		t.Errorf("paused: %v (%s)", r.Verdict, r.Reason)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := kinduction.New().Verify(ctx, given, engine.Quiet{})
	if err != nil || r.Reason.Kind != engine.Stopped {
		t.Errorf("%v, %v", r, err)
	}
	given.Tools.Open = func(*logic.Factory, smt.Options) (smt.Solver, error) { return nil, errors.New("no solver") }
	if _, err := kinduction.New().Verify(t.Context(), given, engine.Quiet{}); err == nil {
		t.Error("no error without a solver")
	}
}

// TestClaims: claims that are mostly wrong never make a wrong verdict, published facts hold in every state that enumeration reaches, and the proofs are
// accepted again.
func TestClaims(t *testing.T) {
	published, proofs := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		q := programtest.Program(rt, programtest.Small)
		f := q.Terms
		var begin []program.Op // so that something is known
		for _, v := range q.Vars {
			begin = append(begin, program.Assign(v, f.BV(0, v.Sort().Width())))
		}
		first := q.NewLocation("main", program.Pos{})
		q.NewEdge(first, q.Init, begin...)
		q.Init = first
		program.MarkLoopHeads(q)
		board := facts.New(q)
		for _, l := range q.Locs {
			for _, v := range q.Vars {
				c := f.BV(rapid.Uint64Range(0, 3).Draw(rt, "value"), v.Sort().Width())
				board.Publish("test", facts.Claimed, l, rapid.SampledFrom([]*logic.Term{f.Eq(v.Sym, c), f.Not(f.Eq(v.Sym, c)), f.ULe(v.Sym, c)}).Draw(rt, "claim"))
			}
		}
		for l, fact := range enginetest.Facts(q) { // some are right
			board.Publish("test", facts.Claimed, l, fact)
		}
		p, _, err := passes.AssumeChecks.Run(t.Context(), q)
		if err != nil {
			rt.Fatal(err)
		}
		given := enginetest.Problem(t, p)
		given.Tools.Board = board.View(p, nil)
		given.Tools.Confirm = func(ctx context.Context, cex *program.Counterexample) engine.Replay {
			return enginetest.Replay(ctx, q, cex)
		}
		ctx, stop := work.Within(t.Context(), 500_000)
		defer stop()
		r, err := kinduction.New().Verify(ctx, given, engine.Quiet{})
		if err != nil {
			rt.Fatal(err)
		}
		proven := map[*program.Location][]*logic.Term{}
		for _, x := range board.Facts() {
			if x.Status == facts.Relative {
				proven[x.At] = append(proven[x.At], x.Formula)
				published++
			}
		}
		truth, err := programtest.Explore(q, programtest.Options{Visit: func(l *program.Location, v programtest.Valuation) {
			m := map[*logic.Term]*logic.Term{}
			for i, w := range q.Vars {
				m[w.Sym] = v[i]
			}
			for _, t := range proven[l] {
				if !f.Subst(t, m).IsTrue() {
					rt.Fatalf("%s at %v is wrong in the state %v of\n%s", t, l, v, dump(q))
				}
			}
		}})
		if err != nil {
			rt.Skip(err)
		}
		if r.Verdict == engine.True {
			proofs++
			if truth.Error || len(truth.Cuts) > 0 {
				rt.Fatalf("a program is proved that reaches %v", truth)
			}
			if err := r.Proof.Check(t.Context(), z3.Open); err != nil {
				rt.Fatalf("the proof is refused: %v", err)
			}
		}
	})
	t.Logf("%d claims proven, %d proofs", published, proofs) // TestClaimsDecide demands some
	if proofs == 0 {
		t.Error("nothing is proved")
	}
}

// TestClaimsDecide: x and y go up together, and y is needed for x.
func TestClaimsDecide(t *testing.T) {
	f := logic.NewFactory()
	p := &program.Program{Terms: f}
	x, y := p.NewVar("x", logic.Int), p.NewVar("y", logic.Int)
	init, head, bad := p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{})
	p.Init, p.Error = init, bad
	c := f.IntConst
	p.NewEdge(init, head, program.Assign(x, c(0)), program.Assign(y, c(0)))
	p.NewEdge(head, bad, program.Assume(f.Lt(x.Sym, c(0))))
	p.NewEdge(head, head, program.Assume(f.Le(c(0), x.Sym)), program.Assign(x, f.Add(x.Sym, y.Sym)), program.Assign(y, f.Add(y.Sym, c(1))))
	program.MarkLoopHeads(p)
	board := facts.New(p)
	board.Publish("test", facts.Claimed, head, f.And(f.Le(c(0), y.Sym), f.Le(y.Sym, c(7))))
	given := enginetest.Problem(t, p)
	given.Tools.Board = board.View(p, nil)
	ctx, stop := work.Within(t.Context(), 20_000_000)
	defer stop()
	r, err := kinduction.New().Verify(ctx, given, engine.Quiet{})
	if err != nil || r.Verdict != engine.True {
		t.Fatalf("%v %v", r, err)
	}
	if err := r.Proof.Check(t.Context(), z3.Open); err != nil {
		t.Error(err)
	}
	relative := 0
	for _, fact := range board.Facts() {
		if fact.Status == facts.Relative {
			relative++
		}
	}
	if relative == 0 {
		t.Error("nothing was published")
	}
}

func dump(p *program.Program) string {
	var b strings.Builder
	if err := p.Dump(&b); err != nil {
		return err.Error()
	}
	return b.String()
}
