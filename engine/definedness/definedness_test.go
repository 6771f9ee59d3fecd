package definedness_test

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
	"cupel/core/work"
	"cupel/engine"
	"cupel/engine/definedness"
	"cupel/engine/kinduction"
	"cupel/tests/enginetest"
)

// spy is an engine that is asked by Verify.
type spy struct {
	t       *testing.T
	answers []engine.Result
	asked   []engine.Problem
}

func (*spy) Name() string { return "spy" }

func (s *spy) Verify(_ context.Context, p engine.Problem, _ engine.Observer) (*engine.Result, error) {
	if passes.HasChecks(p.Program) {
		s.t.Error("an engine meets a check")
	}
	s.asked = append(s.asked, p)
	if pause := p.Tools.Pause; pause != nil {
		pause(7)
	}
	r := s.answers[len(s.asked)-1]
	return &r, nil
}

// checked is a program with one check in a choice, a fact and a predicate.
func checked() engine.Problem {
	f := logic.NewFactory()
	p := &program.Program{Terms: f, LargeBlocks: true}
	x := p.NewVar("x", logic.Int)
	p.Init, p.Error = p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{})
	p.NewEdge(p.Init, p.Error, program.Choice([]program.Op{program.CheckOf(program.OtherCheck, f.Lt(x.Sym, f.IntConst(0)), "overflow")}, nil))
	program.MarkLoopHeads(p)
	at := map[*program.Location]*logic.Term{p.Init: f.True()}
	return engine.Problem{Program: p, Facts: at, Precision: map[*program.Location][]*logic.Term{p.Init: {x.Sym}}}
}

// TestVerify: which programs are searched a second time, and how the two answers are combined.
func TestVerify(t *testing.T) {
	undecided := func(kind engine.ReasonKind) engine.Result { return engine.Result{Reason: engine.Reason{Kind: kind}} }
	proof := func() engine.Result { return engine.Result{Verdict: engine.True, Proof: &engine.Proof{}} }
	for _, c := range []struct {
		name    string
		answers []engine.Result
		checks  bool
		strict  bool
	}{
		{"proven without checks", []engine.Result{proof()}, true, false},
		{"undefined first", []engine.Result{undecided(engine.UndefinedFirst), proof()}, true, true},
		{"a cut", []engine.Result{undecided(engine.Recursion), proof()}, true, true},
		{"another reason", []engine.Result{undecided(engine.Undecided)}, true, false},
		{"no checks", []engine.Result{proof()}, false, false},
		{"no checks, undecided", []engine.Result{undecided(engine.Unconfirmed)}, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			given := checked()
			if !c.checks {
				given.Program.Edges[0].Ops = nil
			}
			worked := 0
			given.Tools.Pause = func(work int) bool { worked = work; return true }
			given.Tools.Confirm = func(context.Context, *program.Counterexample) engine.Replay {
				return engine.Replay{Kind: engine.Undefined}
			}
			e := &spy{t: t, answers: c.answers}
			r, err := definedness.Verify(t.Context(), e, given, engine.Quiet{})
			if err != nil {
				t.Fatal(err)
			}
			if len(e.asked) != len(c.answers) || worked != 7*len(e.asked) {
				t.Errorf("asked %d times, work %d", len(e.asked), worked)
			}
			for i, p := range e.asked {
				init := p.Program.Init
				if p.Facts[init] == nil || len(p.Precision[init]) != 1 || init.Origin != given.Program.Init {
					t.Error("facts and predicates are not at the view's locations")
				}
				last := i == 1 || !c.checks
				if kind := p.Tools.Replayed(t.Context(), nil).Kind; (kind == engine.Undefined) == last {
					t.Errorf("run %d: replay %v", i, kind)
				}
			}
			if r.Proof != nil && r.Proof.Strict != c.strict {
				t.Errorf("strict: %v", r.Proof.Strict)
			}
		})
	}
}

// TestFactsAreChecked: the check of a proof is one of the facts that the engine was given, on the
// program with its checks, which may be what makes them inductive.
func TestFactsAreChecked(t *testing.T) {
	f := logic.NewFactory()
	p := &program.Program{Terms: f}
	x := p.NewVar("x", logic.Int)
	p.Init, p.Error = p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{})
	head := p.NewLocation("main", program.Pos{})
	p.NewEdge(p.Init, head, program.Assign(x, f.IntConst(0)))
	p.NewEdge(head, head, program.CheckOf(program.OtherCheck, f.Lt(x.Sym, f.IntConst(9)), "overflow"), program.Assign(x, f.Add(x.Sym, f.IntConst(1))))
	p.NewEdge(head, p.Error, program.Assume(f.Lt(f.IntConst(9), x.Sym)))
	program.MarkLoopHeads(p)
	for bound, want := range map[int64]bool{9: true, 8: false} {
		given := enginetest.Problem(t, p)
		given.Facts = map[*program.Location]*logic.Term{head: f.Le(x.Sym, f.IntConst(bound))}
		e := &spy{t: t, answers: []engine.Result{{Verdict: engine.True, Proof: &engine.Proof{Check: func(context.Context, smt.Opener) error { return nil }}}}}
		r, err := definedness.Verify(t.Context(), e, given, engine.Quiet{})
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Proof.Check(t.Context(), z3.Open); (err == nil) != want {
			t.Errorf("x <= %d: %v", bound, err)
		}
	}
}

// TestAgainstEnumeration: with checks in loops and choices no verdict is wrong, and undefined
// behaviour before the error does not keep the verdict open.
func TestAgainstEnumeration(t *testing.T) {
	tried, solved := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		q := programtest.Program(rt, programtest.Small)
		truth, err := programtest.Explore(q, programtest.Options{})
		if err != nil {
			rt.Skip(err)
		}
		p := programtest.AnyStart(q)
		given := enginetest.Problem(t, p)
		given.Tools.Confirm = func(ctx context.Context, cex *program.Counterexample) engine.Replay {
			return enginetest.Replay(ctx, p, cex)
		}
		ctx, cancel := work.Within(t.Context(), 500_000)
		defer cancel()
		r, err := definedness.Verify(ctx, kinduction.New(), given, engine.Quiet{})
		if err != nil {
			rt.Fatal(err)
		}
		tried++
		switch {
		case r.Verdict == engine.Unknown:
			if r.Reason.Kind == engine.UndefinedFirst {
				rt.Fatal("undefined behaviour keeps the verdict open")
			}
			return
		case (r.Verdict == engine.False) != truth.Error || r.Verdict == engine.True && len(truth.Cuts) > 0:
			rt.Fatalf("%v, but enumeration says %v", r.Verdict, truth)
		}
		solved++
	})
	if 2*solved < tried {
		t.Errorf("%d of %d solved", solved, tried)
	}
}
